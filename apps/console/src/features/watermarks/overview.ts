/** The gap of the global watermark over all that is kept: the worst of each bucket, and nothing where nothing is known. */
import type { WatermarkHistory } from "@stoatflow/api";

/** The height of the strip stands for the worst of all, and for so much at least: what happens within it is jitter. */
const heightMsMin = 1000;

/** A stretch whose ticks are known. */
export interface OverviewBar {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly worstMs: number;
}

/**
 * Each bar runs on to the next one, unless there is a time in between of which nothing is known: then up to its own last
 * tick. A bucket without a global watermark has none.
 */
export function overviewBars({
  steps,
  gaps,
  gapMs,
}: Pick<WatermarkHistory, "steps" | "gaps" | "gapMs">): readonly OverviewBar[] {
  return steps.flatMap(({ firstMs, lastMs }, place) => {
    const worstMs = gapMs.max[place] ?? null;
    if (worstMs === null) return [];
    const nextMs = steps[place + 1]?.firstMs;
    const isFollowed =
      nextMs !== undefined && !gaps.some(({ fromMs, untilMs }) => fromMs < nextMs && untilMs > lastMs);
    return [{ fromMs: firstMs, untilMs: isFollowed ? nextMs : lastMs, worstMs }];
  });
}

/** The worst of all. */
export function worstOf(bars: readonly OverviewBar[]): number {
  return bars.reduce((most, { worstMs }) => Math.max(most, worstMs), 0);
}

/** The bars from the bottom up, each at least a pixel wide and high, so that a gap of none differs from nothing known. */
export function overviewPath(
  bars: readonly OverviewBar[],
  xAt: (atMs: number) => number,
  height: number,
): string {
  const mostMs = Math.max(heightMsMin, worstOf(bars));
  return bars
    .map(({ fromMs, untilMs, worstMs }) => {
      const left = xAt(fromMs);
      const right = Math.max(left + 1, xAt(untilMs));
      const top = height - Math.max(1, (Math.max(0, worstMs) / mostMs) * height);
      return `M${left.toFixed(1)} ${height}V${top.toFixed(1)}H${right.toFixed(1)}V${height}Z`;
    })
    .join("");
}
