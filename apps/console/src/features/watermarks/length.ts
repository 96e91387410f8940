import { spanMsMax, spanMsMin } from "./chart-window.ts";

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
  ["ms", 1],
] as const;

/**
 * A length of time as an address has it; `undefined`: it is none, or no chart shows it.
 *
 * @example parseLength("10min") === 600_000
 */
export function parseLength(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,15})(d|h|min|s|ms)$/.exec(text) ?? [];
  const unitMs = units.find(([name]) => name === unit)?.[1];
  if (unitMs === undefined) return undefined;
  const lengthMs = Number(count) * unitMs;
  return lengthMs >= spanMsMin && lengthMs <= spanMsMax ? lengthMs : undefined;
}

/**
 * The same length in the largest unit that has it whole.
 *
 * @example writeLength(5_400_000) === "90min"
 */
export function writeLength(lengthMs: number): string {
  const [name, unitMs] = units.find(([, each]) => lengthMs % each === 0) ?? ["ms", 1];
  return `${lengthMs / unitMs}${name}`;
}
