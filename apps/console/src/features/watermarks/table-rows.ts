/** The rows of the table that stands for a chart: the same data, a row a stretch of time. */
import { coveringTimeTicks } from "../../lib/format/time-ticks.ts";
import type { ChartFrame, Column } from "./chart-frame.ts";
import { type ChartView, drawnFrame } from "./chart-view.ts";
import type { Span } from "./chart-window.ts";

/** What a line did in a stretch; `undefined`: it had no value there. */
export interface CellRange {
  readonly low: number;
  readonly high: number;
  readonly last: number;
}

export interface TableRow {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly global: CellRange | undefined;
  /** In the order of the names. */
  readonly lines: readonly (CellRange | undefined)[];
}

/** As many as somebody reads, and no more than a page carries. */
export const tableRowsMax = 60;

/** Stretches without any data have no row: nothing is known of them. */
export function tableRows(frame: ChartFrame, view: ChartView, span: Span): readonly TableRow[] {
  const { global, lines } = drawnFrame(frame, view);
  // At full steps of the clock, so that a row stays what it is while a live span moves on.
  const [startMs = span.fromMs, nextMs = span.toMs] = coveringTimeTicks(span.fromMs, span.toMs, tableRowsMax);
  const lengthMs = Math.max(1, nextMs - startMs);
  const stretches = new Map<number, number[]>();
  for (const [moment, atMs] of frame.atMs.entries()) {
    if (atMs < span.fromMs || atMs > span.toMs) continue;
    const place = Math.floor((atMs - startMs) / lengthMs);
    const moments = stretches.get(place);
    if (moments === undefined) stretches.set(place, [moment]);
    else moments.push(moment);
  }
  const rows: TableRow[] = [];
  for (const [place, moments] of stretches) {
    const row = {
      fromMs: startMs + place * lengthMs,
      untilMs: startMs + (place + 1) * lengthMs,
      global: rangeOf(global, moments),
      lines: lines.map((line) => rangeOf(line, moments)),
    };
    if (row.global !== undefined || row.lines.some((each) => each !== undefined)) rows.push(row);
  }
  return rows;
}

function rangeOf(column: Column, moments: readonly number[]): CellRange | undefined {
  let range: CellRange | undefined;
  for (const moment of moments) {
    const value = column[moment] ?? null;
    if (value === null) continue;
    range =
      range === undefined
        ? { low: value, high: value, last: value }
        : { low: Math.min(range.low, value), high: Math.max(range.high, value), last: value };
  }
  return range;
}

/** By what a table is sorted: the time, the global watermark, or the line of that place. */
export type TableSort = { readonly by: "time" | "global" | number; readonly isDescending: boolean };

/** Rows without the value that is sorted by come last, either way round. */
export function sortedRows(rows: readonly TableRow[], { by, isDescending }: TableSort): readonly TableRow[] {
  const sign = isDescending ? -1 : 1;
  const keyOf = (row: TableRow): number | undefined =>
    by === "time" ? row.fromMs : (by === "global" ? row.global : row.lines[by])?.last;
  return rows.toSorted((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return sign * (left - right);
  });
}
