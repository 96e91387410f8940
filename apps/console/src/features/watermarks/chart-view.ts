import type { ChartFrame, Column } from "./chart-frame.ts";

/**
 * What a chart has up its side: how far each watermark is behind the app's clock; the event time that each has reached,
 * over the time at which it had; or how far each partition is ahead of the global watermark, above zero, or behind it,
 * below.
 */
export const chartViews = ["gap", "plane", "skew"] as const;
export type ChartView = (typeof chartViews)[number];

/** What stands in the place of the chart: itself, or the same as a table. */
export const chartForms = ["chart", "table"] as const;

/** What a chart of too many partitions for lines is: as it is best for their number, or as it was asked for. */
export const chartDrawings = ["auto", "lines", "heat"] as const;

export const chartViewWords: Readonly<
  Record<ChartView, { readonly name: string; readonly about: string; readonly title: string }>
> = {
  gap: {
    name: "Gap",
    about: "how far each is behind the app's clock",
    title: "Gap of each watermark to the app's clock",
  },
  plane: {
    name: "Plane",
    about: "event time up, wall time across",
    title: "Event time that each watermark has reached, over wall time",
  },
  skew: {
    name: "Skew",
    about: "how far each partition is ahead of the global watermark, or behind it",
    title: "How far each partition is ahead of the global watermark, or behind it",
  },
};

/** The values of a frame as one view draws them, by line. `null` breaks a line. */
export interface DrawnFrame {
  readonly view: ChartView;
  readonly atMs: readonly number[];
  readonly global: Column;
  /** In the order of the frame's lines. */
  readonly lines: readonly Column[];
}

export function drawnFrame(frame: ChartFrame, view: ChartView): DrawnFrame {
  const { atMs } = frame;
  const lines = frame.lines.map(({ watermarksMs }) => valuesOf(watermarksMs, frame, view));
  if (view === "gap") return { view, atMs, global: frame.globalGapMs, lines };
  if (view === "plane") return { view, atMs, global: frame.globalMs, lines };
  return { view, atMs, global: frame.globalMs.map((value) => (value === null ? null : 0)), lines };
}

function valuesOf(watermarksMs: Column, { atMs, globalMs }: ChartFrame, view: ChartView): Column {
  if (view === "plane") return watermarksMs;
  return watermarksMs.map((watermarkMs, place) => {
    const fromMs = view === "gap" ? atMs[place] : globalMs[place];
    if (watermarkMs === null || fromMs === null || fromMs === undefined) return null;
    return view === "gap" ? fromMs - watermarkMs : watermarkMs - fromMs;
  });
}
