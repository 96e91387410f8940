/** How far apart two ticks can be without a gap between them: pure. */

/** Of an app that ticks each second, as ours do, or that does not say how often. */
export const gapAboveLeastMs = 2000;

/** No app is taken at its word further than this: it can't be told from one that froze. */
export const gapAboveMostMs = 120_000;

/**
 * Twice the time from tick to tick, so that one may be late.
 *
 * @param tickIntervalMs what the app says of it; `undefined`: nothing.
 * @example
 * ```ts
 * gapAbove(5000); // 10_000
 * ```
 */
export function gapAbove(tickIntervalMs: number | undefined): number {
  return Math.min(Math.max(gapAboveLeastMs, 2 * (tickIntervalMs ?? 0)), gapAboveMostMs);
}
