import type { DrawnFrame } from "./chart-view.ts";
import { type PlotScale, timeAt, yOf } from "./plot-scale.ts";

/**
 * The moment that is nearest to a time.
 *
 * @param atMs ascending.
 * @returns its place, or `undefined` where there is none.
 */
export function nearestMoment(atMs: readonly number[], timeMs: number): number | undefined {
  if (atMs.length === 0) return undefined;
  let [low, high] = [0, atMs.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((atMs[middle] ?? timeMs) < timeMs) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [atMs[low - 1], atMs[low] ?? timeMs];
  return before !== undefined && timeMs - before <= after - timeMs ? low - 1 : low;
}

export interface Hit {
  readonly moment: number;
  /** The line nearest to the pointer, within reach of a finger; `undefined`: none is. */
  readonly line: number | undefined;
}

/** How near a pointer has to be to a line to mean it. */
const reachPixels = 14;

/** What a pointer at a place of the plot means. */
export function hitAt(drawn: DrawnFrame, scale: PlotScale, x: number, y: number): Hit | undefined {
  const moment = nearestMoment(drawn.atMs, timeAt(scale, x));
  if (moment === undefined) return undefined;
  let [line, nearest]: [number | undefined, number] = [undefined, reachPixels];
  for (const [place, column] of drawn.lines.entries()) {
    const value = column[moment] ?? null;
    if (value === null) continue;
    const away = Math.abs(Math.min(Math.max(yOf(scale, value), 0), scale.height) - y);
    if (away < nearest) [line, nearest] = [place, away];
  }
  return { moment, line };
}
