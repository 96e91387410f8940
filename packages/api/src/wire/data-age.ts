import { z } from "zod";

/** Past this without a new tick, what an app last told is old. The engine sends a tick a second. */
export const staleAfterMs = 3000;

const ageMs = z.int().min(0);

/** How old the newest tick is, by the collector's clock alone. Of a stale one every number may have changed since. */
export const dataAge = z.discriminatedUnion("kind", [
  /** No tick was received yet. */
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("fresh"), ageMs }),
  z.object({ kind: z.literal("stale"), ageMs }),
]);
export type DataAge = z.infer<typeof dataAge>;

/** @param receivedAtMs when the tick arrived, by the same clock as `nowMs`; `null`: none did. */
export function ageOf(receivedAtMs: number | null, nowMs: number): DataAge {
  if (receivedAtMs === null) return { kind: "none" };
  const age = Math.max(0, nowMs - receivedAtMs);
  return { kind: age > staleAfterMs ? "stale" : "fresh", ageMs: age };
}
