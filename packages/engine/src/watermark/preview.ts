/**
 * The watermark that a partition will have once its head is dispatched: `max(highest event time, head time) − bound`.
 *
 * It is known in advance, since nothing behind a head can go first; a held partition contributes it to the global
 * minimum (the article, "A record stamped in the future"). Only the built-in strategies have one.
 *
 * @example
 * ```ts
 * previewMs({ highestMs: 1000, headTimestampMs: 7_200_000, boundMs: 500 }); // 7199500
 * ```
 */
export function previewMs(of: {
  readonly highestMs: number | undefined;
  readonly headTimestampMs: number;
  readonly boundMs: number;
}): number {
  const { highestMs, headTimestampMs, boundMs } = of;
  return Math.max(highestMs ?? headTimestampMs, headTimestampMs) - boundMs;
}
