import type { LateDrop, Payload } from "@stoatflow/engine/wire";
import type { LateDropFilter } from "../wire/index.ts";

/**
 * Whether a late drop is meant by a filter, but for its expression. Pure; made once for many drops.
 *
 * @example
 * ```ts
 * const isMeant = matcherOf({ operator: "orders-per-minute", latenessMinMs: 60_000 });
 * ```
 */
export function matcherOf(filter: LateDropFilter): (drop: LateDrop) => boolean {
  const { operator, topic, partition, keyPrefix, latenessMinMs, latenessMaxMs, fromMs, untilMs } = filter;
  const text = filter.text?.toLowerCase();
  return (drop) =>
    (operator === undefined || drop.operator === operator) &&
    (topic === undefined || drop.topic === topic) &&
    (partition === undefined || drop.partition === partition) &&
    (latenessMinMs === undefined || drop.latenessMs >= latenessMinMs) &&
    (latenessMaxMs === undefined || drop.latenessMs <= latenessMaxMs) &&
    (fromMs === undefined || drop.atMs >= fromMs) &&
    (untilMs === undefined || drop.atMs < untilMs) &&
    (keyPrefix === undefined || drop.key?.text.startsWith(keyPrefix) === true) &&
    (text === undefined || contains(drop, text));
}

function contains({ key, value, headers }: LateDrop, text: string): boolean {
  return (
    has(key, text) ||
    has(value, text) ||
    headers.some(([name, content]) => name.toLowerCase().includes(text) || has(content, text))
  );
}

function has(payload: Payload, text: string): boolean {
  return payload?.text.toLowerCase().includes(text) === true;
}
