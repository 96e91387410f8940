import { describeGap, formatAxisDuration, formatGap } from "../../lib/format/duration.ts";
import type { ChartView } from "./chart-view.ts";

/** A view whose values are distances. */
export type DistanceView = Exclude<ChartView, "plane">;

/**
 * A distance, in a cell. In the gaps being behind is the rule and goes without a word. In the skew, whose values are above
 * zero where a partition is ahead of the global watermark, each but zero has its word.
 *
 * @example distanceWord("skew", -36_000) // "36 s behind"
 */
export function distanceWord(view: DistanceView, valueMs: number): string {
  if (view === "gap") return formatGap(valueMs);
  return valueMs === 0 ? "0" : describeGap(-valueMs);
}

/** The same, short, beside an axis. */
export function axisWord(view: DistanceView, valueMs: number): string {
  if (view === "gap" || valueMs === 0) return formatAxisDuration(valueMs);
  return valueMs > 0 ? formatAxisDuration(-valueMs) : `${formatAxisDuration(-valueMs)}\u00a0behind`;
}
