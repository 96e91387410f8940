/** What the minimum needs of a partition. */
export interface WatermarkContribution {
  /** Excluded from the minimum. */
  readonly idle: boolean;
  /** Its preview, else its watermark; `undefined` where it has none yet. */
  readonly valueMs: number | undefined;
}

/**
 * The global watermark that follows from `current` and the partitions: the minimum over those that are not idle;
 * where all are idle, the maximum of theirs; never lower than `current` (invariant 6).
 *
 * A counting partition without a value leaves the watermark where it is; with no partition at all it does not move.
 *
 * @example
 * ```ts
 * nextGlobalWatermark(undefined, [{ idle: false, valueMs: 5 }, { idle: true, valueMs: 2 }]); // 5
 * ```
 */
export function nextGlobalWatermark(
  current: number | undefined,
  partitions: Iterable<WatermarkContribution>,
): number | undefined {
  let minimum: number | undefined;
  let idleMaximum: number | undefined;
  let counting = 0;
  for (const { idle, valueMs } of partitions) {
    if (idle) {
      if (valueMs !== undefined && (idleMaximum === undefined || valueMs > idleMaximum))
        idleMaximum = valueMs;
      continue;
    }
    if (valueMs === undefined) return current;
    counting += 1;
    if (minimum === undefined || valueMs < minimum) minimum = valueMs;
  }
  const combined = counting > 0 ? minimum : idleMaximum;
  if (combined === undefined) return current;
  return current === undefined || combined > current ? combined : current;
}
