/** Where on a plot a time and a value are, in pixels from its upper left corner, and back. */
import { coveringTimeTicks, niceTimeTicks } from "../../lib/format/time-ticks.ts";
import type { AxisScale } from "./axis-scale.ts";
import type { ChartView } from "./chart-view.ts";
import type { Span } from "./chart-window.ts";

export interface PlotScale {
  readonly span: Span;
  readonly lowMs: number;
  readonly highMs: number;
  readonly width: number;
  readonly height: number;
  readonly timeTicks: readonly number[];
  readonly valueTicks: readonly number[];
}

/** Lines at rest do not run along the ceiling: that looks like an alarm. */
const headroom = 1.15;
const pixelsPerTimeTick = 110;
const pixelsPerValueTick = 48;

export function plotScale(
  { lowMs, highMs }: AxisScale,
  view: ChartView,
  span: Span,
  width: number,
  height: number,
): PlotScale {
  const top = view === "plane" ? highMs : highMs * headroom;
  const valueTicks = coveringTimeTicks(lowMs, top, Math.max(2, Math.floor(height / pixelsPerValueTick)));
  const timeTicks = niceTimeTicks(span.fromMs, span.toMs, Math.max(2, Math.floor(width / pixelsPerTimeTick)));
  return {
    span,
    lowMs: valueTicks[0] ?? lowMs,
    highMs: valueTicks.at(-1) ?? highMs,
    width,
    height,
    timeTicks,
    valueTicks,
  };
}

export function xOf({ span, width }: PlotScale, atMs: number): number {
  const spanMs = span.toMs - span.fromMs;
  return spanMs === 0 ? 0 : ((atMs - span.fromMs) / spanMs) * width;
}

export function timeAt({ span, width }: PlotScale, x: number): number {
  return span.fromMs + (width === 0 ? 0 : x / width) * (span.toMs - span.fromMs);
}

export function yOf({ lowMs, highMs, height }: PlotScale, value: number): number {
  return highMs === lowMs ? height : height - ((value - lowMs) / (highMs - lowMs)) * height;
}

export function valueAt({ lowMs, highMs, height }: PlotScale, y: number): number {
  return height === 0 ? lowMs : lowMs + ((height - y) / height) * (highMs - lowMs);
}
