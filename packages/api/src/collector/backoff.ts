const firstMs = 250;
const longestMs = 10_000;

/**
 * How long to wait before attempt `attempt` (from 0) to reconnect, in milliseconds: doubling from 0.25 s to 10 s, the
 * upper half of it by chance, so that many apps behind one broken switch are not asked at once.
 *
 * @param random - gives a number from 0 up to 1.
 */
export function backoffMs(attempt: number, random: () => number): number {
  const spanMs = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 16));
  return Math.round(spanMs / 2 + (spanMs / 2) * random());
}
