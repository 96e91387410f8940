import { z } from "zod";

const leastMs = 3000;
const mostMs = 120_000;

/**
 * Past this without a new tick, what an app last told is old: a second past the time of two ticks, so that one may be
 * missed. An app that says a minute or more is followed no further than 2 min, since it can't be told from a frozen one
 * meanwhile.
 *
 * @param tickIntervalMs what the app says of it; `undefined`: it says nothing, and is taken for one that ticks as ours do.
 * @example
 * ```ts
 * staleAfter(10_000); // 21_000
 * ```
 */
export function staleAfter(tickIntervalMs: number | undefined): number {
  return Math.min(Math.max(leastMs, 2 * (tickIntervalMs ?? 0) + 1000), mostMs);
}

const ageMs = z.int().min(0);

/** How old the newest tick is, by the collector's clock alone. Of a stale one every number may have changed since. */
export const dataAge = z.discriminatedUnion("kind", [
  /** No tick was received yet. */
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("fresh"), ageMs }),
  z.object({ kind: z.literal("stale"), ageMs }),
]);
export type DataAge = z.infer<typeof dataAge>;

/**
 * @param receivedAtMs when the tick arrived, by the same clock as `nowMs`; `null`: none did.
 * @param staleAfterMs of {@link staleAfter}.
 */
export function ageOf(receivedAtMs: number | null, nowMs: number, staleAfterMs: number): DataAge {
  if (receivedAtMs === null) return { kind: "none" };
  const age = Math.max(0, nowMs - receivedAtMs);
  return { kind: age > staleAfterMs ? "stale" : "fresh", ageMs: age };
}
