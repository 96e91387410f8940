import type { ChartFrame } from "./chart-frame.ts";
import type { DrawnFrame } from "./chart-view.ts";

/** A partition that an axis does not follow, as it would flatten all others. */
export interface Beyond {
  readonly name: string;
  /**
   * How far ahead of the app's clock it is, in the skew of the global watermark, or, where it is back on the chart, how
   * far it was at most. Below 0: behind.
   */
  readonly aheadMs: number;
  /** Over the chart, or below it. */
  readonly isAbove: boolean;
  readonly isNow: boolean;
  readonly isIdle: boolean;
}

/** What an axis of values holds. */
export interface AxisScale {
  readonly lowMs: number;
  readonly highMs: number;
}

type Range = readonly [lowMs: number, highMs: number];

/** An axis shows a second at least: what happens within it is jitter. */
const rangeMsMin = 1000;

/**
 * The axis follows the global watermark and whoever is behind the app's clock, with now itself where it is on the chart.
 * Who is ahead of the clock is on it as well, unless that takes more room than all of these together. Who is idle counts
 * for nobody, and not for the axis either.
 *
 * @param nowMs the app's clock at the end of the chart.
 */
export function axisScale(
  frame: ChartFrame,
  drawn: DrawnFrame,
  idle: ReadonlySet<string>,
  nowMs: number,
): AxisScale {
  const rest = restOf(frame, drawn, idle, nowMs);
  let [lowMs, highMs] = rest;
  const reachMs = Math.max(highMs - lowMs, rangeMsMin);
  const [mostLow, mostHigh] = [rest[0] - reachMs, rest[1] + reachMs];
  for (const [line, { name }] of frame.lines.entries()) {
    const isIdle = idle.has(name);
    for (const value of drawn.lines[line] ?? []) {
      if (value === null) continue;
      const isOff = isIdle
        ? value < rest[0] || value > rest[1]
        : drawn.view === "gap"
          ? value < mostLow
          : value > mostHigh;
      if (isOff) continue;
      lowMs = Math.min(lowMs, value);
      highMs = Math.max(highMs, value);
    }
  }
  return { lowMs, highMs };
}

/**
 * Who is beyond the chart at some moment of it.
 *
 * @param axis as it is drawn, which is up to full steps and so holds more than it has to.
 * @returns in the order of the lines.
 */
export function whoIsBeyond(
  frame: ChartFrame,
  drawn: DrawnFrame,
  idle: ReadonlySet<string>,
  { lowMs, highMs }: AxisScale,
): readonly Beyond[] {
  return frame.lines.flatMap(({ name, watermarksMs }, line): readonly Beyond[] => {
    let far: Beyond | undefined;
    for (const [moment, value] of (drawn.lines[line] ?? []).entries()) {
      if (value === null || (value >= lowMs && value <= highMs)) continue;
      const aheadMs = drawn.view === "skew" ? value : (watermarksMs[moment] ?? 0) - (frame.atMs[moment] ?? 0);
      const isNow = moment === frame.atMs.length - 1;
      if (far !== undefined && !isNow && Math.abs(aheadMs) <= Math.abs(far.aheadMs)) continue;
      far = { name, aheadMs, isAbove: value > highMs, isNow, isIdle: idle.has(name) };
    }
    return far === undefined ? [] : [far];
  });
}

/** What everybody else is measured by; where there is no such thing, all that there is. */
function restOf(frame: ChartFrame, drawn: DrawnFrame, idle: ReadonlySet<string>, nowMs: number): Range {
  const start: Readonly<Record<DrawnFrame["view"], Range | undefined>> = {
    gap: [0, rangeMsMin],
    plane: undefined,
    skew: [0, rangeMsMin],
  };
  const behind = rangeOf(frame, drawn, idle, false, start[drawn.view]);
  if (behind === undefined) return rangeOf(frame, drawn, idle, true) ?? [0, rangeMsMin];
  // Whoever looks for now in the plane finds it at the end of the diagonal.
  return drawn.view === "plane" ? [behind[0], Math.max(behind[1], nowMs)] : behind;
}

/** From the lowest to the highest value of the global line and of those behind the clock, or of all; and of `start`. */
function rangeOf(
  frame: ChartFrame,
  drawn: DrawnFrame,
  idle: ReadonlySet<string>,
  withAhead: boolean,
  start?: Range,
): Range | undefined {
  let range = start;
  const take = (value: number | null): void => {
    if (value === null) return;
    range = range === undefined ? [value, value] : [Math.min(range[0], value), Math.max(range[1], value)];
  };
  for (const value of drawn.global) take(value);
  for (const [line, { name, watermarksMs }] of frame.lines.entries()) {
    if (idle.has(name)) continue;
    for (const [moment, value] of (drawn.lines[line] ?? []).entries()) {
      const gapMs = (frame.atMs[moment] ?? 0) - (watermarksMs[moment] ?? 0);
      if (withAhead || gapMs >= 0) take(value);
    }
  }
  return range;
}
