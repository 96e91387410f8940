import type { RecentTick, RecentTicks } from "@stoatflow/api";
import type { TimeView } from "../partitions/times.ts";

/** Up to this many lines a chart stays quick; above, it keeps to the global watermark and the worst. */
export const linesMax = 32;
export const worstMax = 8;

/** One point of every line. `null` breaks a line; `tick` is missing where there was none. */
export interface ChartPoint {
  readonly atMs: number;
  readonly tick: RecentTick | undefined;
  /** The global watermark first, then each line in the order of {@link ChartData.lines}. */
  readonly values: readonly (number | null)[];
}

export interface ChartData {
  readonly points: readonly ChartPoint[];
  /** The names of the partitions that have a line. */
  readonly lines: readonly string[];
  /** How many partitions have none. */
  readonly omitted: number;
}

/**
 * What the chart draws of the last ticks.
 *
 * @param staleAfterMs of the app: a longer step between two ticks is a gap in the data, and so in the lines.
 */
export function chartData(recent: RecentTicks, view: TimeView, staleAfterMs: number): ChartData {
  const newest = recent.ticks.at(-1);
  const names = newest === undefined ? [] : Object.keys(newest.watermarks);
  const all = names.length + recent.omittedPartitions;
  const lines = newest === undefined || all <= linesMax ? names : worstOf(newest);
  const value = (watermarkMs: number | null | undefined, atMs: number): number | null => {
    if (watermarkMs === null || watermarkMs === undefined) return null;
    return view === "gap" ? atMs - watermarkMs : watermarkMs;
  };
  const points: ChartPoint[] = [];
  let before: RecentTick | undefined;
  for (const tick of recent.ticks) {
    if (before !== undefined && !followsOn(before, tick, staleAfterMs)) {
      const values = [null, ...lines.map(() => null)];
      points.push({ atMs: Math.round((before.atMs + tick.atMs) / 2), tick: undefined, values });
    }
    const global = value(tick.globalWatermarkMs, tick.watermarkAtMs);
    const values = [global, ...lines.map((name) => value(tick.watermarks[name], tick.atMs))];
    points.push({ atMs: tick.atMs, tick, values });
    before = tick;
  }
  return { points, lines, omitted: all - lines.length };
}

/** Whether a line may be drawn between two ticks: of one run, one soon after the other, by a clock that went on. */
function followsOn(before: RecentTick, tick: RecentTick, mostMs: number): boolean {
  const stepMs = tick.atMs - before.atMs;
  return tick.bootId === before.bootId && stepMs > 0 && stepMs <= mostMs;
}

/** The partitions that are furthest behind at a tick, in the order of their names. */
function worstOf(tick: RecentTick): string[] {
  const entries = Object.entries(tick.watermarks);
  const worst = entries
    .toSorted(([, a], [, b]) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY) || 0)
    .slice(0, worstMax);
  return entries.filter((entry) => worst.some(([name]) => name === entry[0])).map(([name]) => name);
}
