"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { formatGap } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import { formatIso } from "../../lib/format/time.ts";
import { agoOf, type Times } from "../../lib/format/times.ts";
import { useAppId } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { Axes, type PlotBox } from "./axes.tsx";
import type { ChartWindow, Span } from "./chart-window.ts";
import { type HeatGrid, type HeatPlace, heatGrid, placeAt, worstPlace } from "./heat-grid.ts";
import { heatLevelOf, heatLevels } from "./heat-levels.ts";
import { type KeyAction, keyAction } from "./key-action.ts";
import { type PlotScale, plotScale, timeAt, xOf } from "./plot-scale.ts";
import { colourOf, useThemeInForce } from "./token-colours.ts";
import { askedSpan } from "./use-frame.ts";
import { usePatience } from "./use-patience.ts";

/** Their product is what one answer holds. */
const columnsMax = 120;
const rowsMax = 66;
const axisHeight = 24;
/** A live map is asked for anew so often: it reads all partitions of the span. */
const beatMs = 30_000;

/**
 * Thousands of partitions over a span: a row some neighbours, its shade how far behind the worst of them was. A cell
 * leads to that one at that moment.
 */
export function Heatmap({
  width,
  box,
  window,
  span,
  nowMs,
  times,
  describedBy,
  onOpen,
}: {
  readonly width: number;
  readonly box: PlotBox;
  readonly window: ChartWindow;
  readonly span: Span;
  readonly nowMs: number;
  readonly times: Times;
  readonly describedBy: string;
  readonly onOpen: (partition: string, atMs: number) => void;
}) {
  const { fromMs, toMs } = span;
  const [grid, failure] = useHeatGrid(window, span);
  const [cursor, setCursor] = useState<HeatPlace>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useThemeInForce();
  const scale = useMemo(
    () => plotScale({ lowMs: 0, highMs: 1 }, "gap", { fromMs, toMs }, box.width, box.height),
    [fromMs, toMs, box],
  );
  useEffect(() => {
    if (canvas.current !== null && theme !== "" && grid !== undefined) drawGrid(canvas.current, grid, scale);
  }, [grid, scale, theme]);
  if (grid === undefined)
    return (
      <p role="status" className="flex h-full items-center justify-center text-quiet">
        {failure === undefined ? "Waiting for the heatmap." : `The heatmap can't be had: ${failure}`}
      </p>
    );

  const placeOf = (event: PointerEvent<HTMLDivElement>): HeatPlace | undefined => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return placeAt(grid, timeAt(scale, event.clientX - left), (event.clientY - top) / box.height);
  };
  const cellAt = ({ row, column }: HeatPlace) => grid.rows[row]?.cells[column];
  const open = (place: HeatPlace): void => {
    const cell = cellAt(place);
    if (cell !== undefined) onOpen(cell.name, cell.atMs);
  };
  const at = cursor ?? worstPlace(grid);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const action = keyAction(event);
    const next = placeAfter(action, at, grid);
    if (next === undefined) return;
    event.preventDefault();
    setCursor(next);
    if (action?.kind === "open") open(next);
  };
  const rowHeight = box.height / Math.max(1, grid.rows.length);
  const column = cursor === undefined ? undefined : grid.columns[cursor.column];
  const cell = cellAt(at);
  return (
    <div
      className="relative"
      style={{ height: box.top + box.height + axisHeight }}
      data-heatmap={grid.rows.length}
    >
      <svg
        className="absolute inset-0"
        width={width}
        height={box.top + box.height + axisHeight}
        aria-hidden="true"
      >
        <Axes
          box={box}
          scale={{ ...scale, valueTicks: [] }}
          view="gap"
          silences={grid.silences.filter((each) => each.untilMs > fromMs && each.fromMs < toMs)}
          times={times}
        />
        {[0, 0.25, 0.5, 0.75].map((share) => {
          const row = grid.rows[Math.floor(share * grid.rows.length)];
          return (
            <text
              key={share}
              x={box.left - 8}
              y={box.top + share * box.height + 11}
              textAnchor="end"
              className="fill-quiet text-[11px]"
            >
              {row === undefined ? "" : shortened(row.first)}
            </text>
          );
        })}
      </svg>
      <div aria-hidden="true" className="line-layer absolute overflow-hidden" style={box}>
        <canvas ref={canvas} className="size-full" />
      </div>
      <svg
        className="absolute inset-0"
        width={width}
        height={box.top + box.height + axisHeight}
        aria-hidden="true"
      >
        {cursor !== undefined && column !== undefined && (
          <rect
            x={box.left + xOf(scale, column.fromMs) - 1}
            y={box.top + cursor.row * rowHeight - 1}
            width={Math.max(4, xOf(scale, column.toMs) - xOf(scale, column.fromMs) + 2)}
            height={Math.max(4, rowHeight + 2)}
            fill="none"
            stroke="var(--n-12)"
            strokeWidth={1.5}
          />
        )}
      </svg>
      <div
        role="slider"
        tabIndex={0}
        aria-label="How far behind each partition is. Arrow keys move from cell to cell, Enter opens the partition that is worst in it."
        aria-describedby={describedBy}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, grid.columns.length - 1)}
        aria-valuenow={Math.max(0, at.column)}
        aria-valuetext={
          cell === undefined
            ? "nothing is known"
            : `${cell.name} ${formatGap(cell.gapMs)} behind at ${times.words(cell.atMs, cell.atMs)}`
        }
        data-surface=""
        className="absolute cursor-crosshair touch-pan-y"
        style={box}
        onPointerMove={(event) => setCursor(placeOf(event))}
        onPointerLeave={() => setCursor(undefined)}
        onBlur={() => setCursor(undefined)}
        onClick={() => {
          if (cursor !== undefined) open(cursor);
        }}
        onKeyDown={onKeyDown}
      />
      {cursor !== undefined && column !== undefined && (
        <div
          data-readout=""
          className="pointer-events-none absolute z-20 rounded-6 border border-border bg-bg px-3 py-2 text-12 shadow-(--float)"
          style={
            xOf(scale, column.fromMs) > box.width / 2
              ? { top: box.top + 8, left: box.left + 8 }
              : { top: box.top + 8, right: width - box.left - box.width + 8 }
          }
        >
          <CellWords grid={grid} place={cursor} nowMs={nowMs} />
        </div>
      )}
    </div>
  );
}

/** What the shades mean, in words. */
export function HeatLegend() {
  return (
    <>
      {heatLevels.map(({ word, colour }) => (
        <span key={word} className="inline-flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className="h-3 w-4 border border-hairline"
            style={{ background: colour }}
          />
          {word}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="h-3 w-4 border border-border border-dashed" />
        nothing known
      </span>
      <span>behind, the worst of each cell; idle partitions are not in it</span>
    </>
  );
}

function CellWords({
  grid,
  place,
  nowMs,
}: {
  readonly grid: HeatGrid;
  readonly place: HeatPlace;
  readonly nowMs: number;
}) {
  const row = grid.rows[place.row];
  const cell = row?.cells[place.column];
  return (
    <>
      {cell === undefined ? (
        <p className="text-soft">Nothing is known, or all of these are idle.</p>
      ) : (
        <>
          <p className="font-mono font-semibold">
            {cell.name} {formatGap(cell.gapMs)}
            {cell.gapMs < 0 ? "" : " behind"}
          </p>
          <p className="text-quiet">
            {formatIso(cell.atMs)} · {cell.atMs} ms · {agoOf(Math.max(0, nowMs - cell.atMs))}
          </p>
        </>
      )}
      {row !== undefined && row.count > 1 && (
        <p className="text-quiet">
          the worst of {formatQuantity(row.count, "partition")}, {row.first} to {row.last}
        </p>
      )}
    </>
  );
}

/** Where a key leads from a cell; up and down from row to row. */
function placeAfter(
  action: KeyAction | undefined,
  { row, column }: HeatPlace,
  grid: HeatGrid,
): HeatPlace | undefined {
  const within = (place: number, count: number): number => Math.min(count - 1, Math.max(0, place));
  const [rows, columns] = [grid.rows.length, grid.columns.length];
  switch (action?.kind) {
    case "open":
      return { row, column };
    case "step":
      return { row, column: within(column + action.by, columns) };
    case "line":
      return { row: within(row + action.by, rows), column };
    case "end":
      return { row, column: action.which === "first" ? 0 : columns - 1 };
    default:
      return undefined;
  }
}

/** The map of a span, asked for anew at its beat where it is live. */
function useHeatGrid(
  window: ChartWindow,
  span: Span,
): readonly [grid: HeatGrid | undefined, failure: string | undefined] {
  const trpc = useTRPC();
  const appId = useAppId();
  const wanted = askedSpan(window, span, beatMs);
  const [asked, ask] = useState(wanted);
  const { data, error, isFetching } = useQuery(
    trpc.watermarks.heatmap.queryOptions(
      { appId, ...asked, maxPoints: columnsMax, maxRows: rowsMax },
      {
        placeholderData: keepPreviousData,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 60_000,
        refetchOnWindowFocus: false,
      },
    ),
  );
  usePatience(asked, wanted, isFetching, ask);
  const grid = useMemo(() => (data === undefined ? undefined : heatGrid(data)), [data]);
  return [grid, error?.message];
}

function drawGrid(canvas: HTMLCanvasElement, grid: HeatGrid, scale: PlotScale): void {
  const ratio = globalThis.devicePixelRatio;
  canvas.width = Math.round(scale.width * ratio);
  canvas.height = Math.round(scale.height * ratio);
  const context = canvas.getContext("2d");
  const place = canvas.parentElement;
  if (context === null || place === null) return;
  const colours = heatLevels.map(({ colour }) => colourOf(place, colour));
  const rowHeight = canvas.height / Math.max(1, grid.rows.length);
  for (const [row, { cells }] of grid.rows.entries()) {
    const [top, bottom] = [Math.round(row * rowHeight), Math.round((row + 1) * rowHeight)];
    for (const [column, { fromMs, toMs }] of grid.columns.entries()) {
      const cell = cells[column];
      if (cell === undefined) continue;
      const [left, right] = [Math.round(xOf(scale, fromMs) * ratio), Math.round(xOf(scale, toMs) * ratio)];
      context.fillStyle = colours[heatLevelOf(cell.gapMs)] ?? "transparent";
      context.fillRect(left, top, Math.max(1, right - left), bottom - top);
    }
  }
}

function shortened(name: string): string {
  return name.length <= 13 ? name : `…${name.slice(-12)}`;
}
