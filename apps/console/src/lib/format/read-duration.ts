const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  sec: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const whole = /^(?:\d+(?:\.\d+)?\s*[a-z]+\s*)+$/;
const part = /(\d+(?:\.\d+)?)\s*([a-z]+)/g;

/**
 * A length of time as people write it, in milliseconds; `undefined` for what is none, and for one without a unit, which
 * could be of any.
 *
 * @example
 * ```ts
 * readDuration("45 s"); // 45000
 * readDuration("1 h 30 min"); // 5400000
 * readDuration("45"); // undefined
 * ```
 */
export function readDuration(text: string): number | undefined {
  const words = text.replaceAll("\u00a0", " ").trim().toLowerCase();
  if (words === "0") return 0;
  if (!whole.test(words)) return undefined;
  let sumMs = 0;
  for (const [, count, unit = ""] of words.matchAll(part)) {
    const ms = unitMs[unit];
    if (ms === undefined) return undefined;
    sumMs += Number(count) * ms;
  }
  const roundMs = Math.round(sumMs);
  return Number.isSafeInteger(roundMs) ? roundMs : undefined;
}
