import type { LateDrop } from "@stoatflow/engine/wire";
import type { GraceFigures } from "../wire/index.ts";
import { figurePercents, nearestRank } from "./quantile.ts";

/**
 * The shortest grace under which a drop would have been kept. A window has closed for a record where
 * `windowEnd + grace <= watermark`, so the grace must be larger than the watermark's distance from the window's end.
 */
export function neededGraceMs({ watermarkMs, window }: Pick<LateDrop, "watermarkMs" | "window">): number {
  return watermarkMs - window.endMs + 1;
}

/** Pure. @param sortedNeededMs of each drop what {@link neededGraceMs} gives, ascending. */
export function graceFiguresOf(sortedNeededMs: ArrayLike<number>, gracesMs: readonly number[]): GraceFigures {
  const of = sortedNeededMs.length;
  return {
    kept: gracesMs.map((graceMs) => {
      const kept = countUpTo(sortedNeededMs, graceMs);
      return { graceMs, kept, of, percent: of === 0 ? null : (kept * 100) / of };
    }),
    needed: figurePercents.flatMap((percent) => {
      const graceMs = nearestRank(sortedNeededMs, percent);
      if (graceMs === undefined) return [];
      return [{ percent, graceMs: Number.isSafeInteger(graceMs) ? graceMs : null }];
    }),
  };
}

/** How many of the ascending values are at most `max`. */
function countUpTo(sorted: ArrayLike<number>, max: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? max) <= max) low = middle + 1;
    else high = middle;
  }
  return low;
}
