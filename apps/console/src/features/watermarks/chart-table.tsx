"use client";

import { useState } from "react";
import { formatIso } from "../../lib/format/time.ts";
import type { Times } from "../../lib/format/times.ts";
import { Glyph } from "../../ui/glyph.tsx";
import { ScrollMore } from "../../ui/scroll-more.tsx";
import { type Annotation, annotationMarks } from "./annotations.ts";
import type { ChartFrame } from "./chart-frame.ts";
import type { ChartView } from "./chart-view.ts";
import type { Span } from "./chart-window.ts";
import { type CellRange, sortedRows, type TableSort, tableRows } from "./table-rows.ts";
import { distanceWord } from "./value-words.ts";

/** More columns than this nobody reads: the first lines have one. */
const columnsMax = 32;

/** The data of a chart as a table, and what happened in its span as another: the newest first, or sorted by any column. */
export function ChartTable({
  frame,
  view,
  span,
  annotations,
  times,
  height,
}: {
  readonly frame: ChartFrame;
  readonly view: ChartView;
  readonly span: Span;
  readonly annotations: readonly Annotation[];
  readonly times: Times;
  /** That of the chart, so that nothing moves when one takes the other's place. */
  readonly height: number;
}) {
  const [sort, setSort] = useState<TableSort>({ by: "time", isDescending: true });
  const rows = sortedRows(tableRows(frame, view, span), sort);
  const lines = frame.lines.slice(0, columnsMax);
  const inSpan = annotations
    .filter(({ fromMs, untilMs }) => fromMs <= span.toMs && (untilMs ?? span.toMs) >= span.fromMs)
    .toReversed();
  const head = (by: TableSort["by"], word: string) => {
    const isBy = sort.by === by;
    return (
      <th
        key={word}
        scope="col"
        aria-sort={isBy ? (sort.isDescending ? "descending" : "ascending") : "none"}
        className={by === "time" ? "sticky left-0 bg-bg" : "number"}
      >
        <button
          type="button"
          className="min-h-6 hover:text-ink"
          onClick={() => setSort({ by, isDescending: isBy ? !sort.isDescending : true })}
        >
          {word}
          <span aria-hidden="true" className={isBy ? "" : "invisible"}>
            {sort.isDescending ? " ↓" : " ↑"}
          </span>
        </button>
      </th>
    );
  };
  return (
    <div style={{ height }}>
      <ScrollMore className="h-full">
        <table className="table" data-chart-table={view}>
          <caption className="sr-only">
            Values of each stretch of time: its last, and lowest to highest
          </caption>
          <thead>
            <tr>
              {head("time", "From")}
              {head("global", "Global watermark")}
              {lines.map(({ name }, line) => head(line, name))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.fromMs}>
                <th
                  scope="row"
                  title={`${row.fromMs} ms · ${formatIso(row.fromMs)}`}
                  className="sticky left-0 bg-bg"
                >
                  {times.near(row.fromMs, span.toMs)}
                </th>
                <Cell range={row.global} view={view} nearMs={row.untilMs} times={times} />
                {lines.map(({ name }, line) => (
                  <Cell key={name} range={row.lines[line]} view={view} nearMs={row.untilMs} times={times} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {inSpan.length > 0 && (
          <table className="table mt-4" data-happenings-table="">
            <caption className="label pb-1 text-left">What happened</caption>
            <tbody>
              {inSpan.map(({ kind, fromMs, label }) => (
                <tr key={`${kind} ${fromMs} ${label}`}>
                  <td title={`${fromMs} ms · ${formatIso(fromMs)}`}>{times.near(fromMs, span.toMs)}</td>
                  <td>
                    <span className="inline-flex items-center gap-1.5">
                      <Glyph name={annotationMarks[kind].glyph} className={annotationMarks[kind].hue} />
                      {label}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </ScrollMore>
    </div>
  );
}

function Cell({
  range,
  view,
  nearMs,
  times,
}: {
  readonly range: CellRange | undefined;
  readonly view: ChartView;
  readonly nearMs: number;
  readonly times: Times;
}) {
  if (range === undefined) return <td className="number text-quiet">none</td>;
  const word = (value: number): string =>
    view === "plane" ? times.near(value, nearMs) : distanceWord(view, value);
  const { low, high, last } = range;
  const all = view === "plane" ? `${last} ms · ${formatIso(last)}` : `${last} ms`;
  return (
    <td className="number" title={`${all}; lowest ${word(low)}, highest ${word(high)}`}>
      {word(last)}
      {low !== high && (
        <span className="text-quiet">
          {" "}
          ({word(low)} to {word(high)})
        </span>
      )}
    </td>
  );
}
