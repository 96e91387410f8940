import { z } from "zod";

/** Two clocks further apart than this make times that can't be compared. */
export const skewLimitMs = 2000;

/**
 * How far another clock is ahead of the collector's (below 0: behind). No gap is reckoned from it: a gap is of one clock,
 * the app's. It is there to be shown.
 */
export const clockSkew = z.discriminatedUnion("kind", [
  /** Nothing was received yet that tells it. */
  z.object({ kind: z.literal("unknown") }),
  z.object({ kind: z.literal("close"), skewMs: z.int() }),
  /** Further apart than `skewLimitMs`. */
  z.object({ kind: z.literal("apart"), skewMs: z.int() }),
]);
export type ClockSkew = z.infer<typeof clockSkew>;

/** @param skewMs `undefined`: not known. */
export function clockSkewOf(skewMs: number | undefined): ClockSkew {
  if (skewMs === undefined) return { kind: "unknown" };
  const whole = Math.round(skewMs);
  return { kind: Math.abs(whole) > skewLimitMs ? "apart" : "close", skewMs: whole };
}

/** The answer of `time.now`. */
export const serverTime = z.object({ serverNowMs: z.int(), skewLimitMs: z.int() });
export type ServerTime = z.infer<typeof serverTime>;

/**
 * How far the caller's clock is ahead of the server's, from one call of `time.now`. The server read its clock somewhere
 * between the two moments of the caller; what lies within that span is the journey, and is not taken for skew.
 *
 * @param call `sentAtMs` and `arrivedAtMs` by the caller's clock.
 * @example
 * ```ts
 * const sentAtMs = Date.now();
 * const { serverNowMs } = await client.time.now.query();
 * const skew = callerSkew({ sentAtMs, serverNowMs, arrivedAtMs: Date.now() });
 * if (skew.kind === "apart") console.log(`this machine's clock is off by ${skew.skewMs} ms`);
 * ```
 */
export function callerSkew(call: {
  readonly sentAtMs: number;
  readonly serverNowMs: number;
  readonly arrivedAtMs: number;
}): ClockSkew {
  const leastMs = call.sentAtMs - call.serverNowMs;
  const mostMs = call.arrivedAtMs - call.serverNowMs;
  return clockSkewOf(nearestToZero(Math.min(leastMs, mostMs), Math.max(leastMs, mostMs)));
}

function nearestToZero(leastMs: number, mostMs: number): number {
  if (leastMs > 0) return leastMs;
  return Math.min(mostMs, 0);
}
