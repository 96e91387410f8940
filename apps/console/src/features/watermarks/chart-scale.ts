import type { TimeView } from "../partitions/times.ts";
import type { ChartData, ChartPoint } from "./chart-data.ts";

/** A partition that is so far ahead of the app's clock that an axis which held it would flatten all others. */
export interface Beyond {
  readonly name: string;
  /** How far ahead it is, or, where it is back on the chart, how far it was at most. */
  readonly aheadMs: number;
  readonly isNow: boolean;
}

/** What the axis of values has to hold, and who is beyond it. */
export interface ChartScale {
  readonly lowMs: number;
  readonly highMs: number;
  /** In the order of the lines. */
  readonly beyond: readonly Beyond[];
}

type Range = readonly [lowMs: number, highMs: number];

/** An axis shows a second at least: what happens within it is jitter. */
const rangeMsMin = 1000;

/**
 * The axis follows the global watermark and whoever is behind the app's clock, with now itself where it shows gaps. Who
 * is ahead of the clock is on it as well, unless that takes more room than all of these together.
 */
export function chartScale(data: ChartData, view: TimeView): ChartScale {
  const rest = restOf(data, view);
  let [lowMs, highMs] = rest;
  const reachMs = Math.max(highMs - lowMs, rangeMsMin);
  const isBeyond = (value: number): boolean =>
    view === "gap" ? value < rest[0] - reachMs : value > rest[1] + reachMs;
  const beyond = new Map<string, Beyond>();
  for (const [place, point] of data.points.entries()) {
    for (const [line, name] of data.lines.entries()) {
      const value = point.values[line + 1] ?? null;
      if (value === null) continue;
      if (!isBeyond(value)) {
        lowMs = Math.min(lowMs, value);
        highMs = Math.max(highMs, value);
        continue;
      }
      const aheadMs = -gapOf(value, point, view);
      const isNow = place === data.points.length - 1;
      const mostMs = Math.max(aheadMs, beyond.get(name)?.aheadMs ?? aheadMs);
      beyond.set(name, { name, aheadMs: isNow ? aheadMs : mostMs, isNow });
    }
  }
  return { lowMs, highMs, beyond: data.lines.flatMap((name) => beyond.get(name) ?? []) };
}

/** What everybody else is measured by; where there is no such thing, all that there is. */
function restOf(data: ChartData, view: TimeView): Range {
  const now: Range | undefined = view === "gap" ? [0, rangeMsMin] : undefined;
  return rangeOf(data, view, false, now) ?? rangeOf(data, view, true) ?? [0, rangeMsMin];
}

/** From the lowest to the highest value of the global line and of those behind the clock, or of all; and of `start`. */
function rangeOf(data: ChartData, view: TimeView, withAhead: boolean, start?: Range): Range | undefined {
  let range = start;
  for (const point of data.points) {
    for (const [line, value] of point.values.entries()) {
      if (value === null || !(withAhead || line === 0 || gapOf(value, point, view) >= 0)) continue;
      range = range === undefined ? [value, value] : [Math.min(range[0], value), Math.max(range[1], value)];
    }
  }
  return range;
}

function gapOf(value: number, { atMs }: ChartPoint, view: TimeView): number {
  return view === "gap" ? value : atMs - value;
}
