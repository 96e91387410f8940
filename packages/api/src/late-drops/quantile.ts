/** The shares that figures name. */
export const figurePercents = [50, 75, 90, 95, 99, 100] as const;

/**
 * The smallest of `sorted` that at least `percent` of them do not exceed (nearest rank): a value that is among them,
 * never one in between. `undefined` where there are none.
 *
 * @param sorted ascending.
 * @param percent above 0, up to 100.
 * @example
 * ```ts
 * nearestRank([10, 20, 30, 40], 50); // 20
 * ```
 */
export function nearestRank(sorted: ArrayLike<number>, percent: number): number | undefined {
  return sorted[Math.ceil((percent * sorted.length) / 100) - 1];
}
