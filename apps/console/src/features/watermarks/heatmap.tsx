"use client";

import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { formatGap } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import { formatIso } from "../../lib/format/time.ts";
import { agoOf, type Times } from "../../lib/format/times.ts";
import { useLiveView } from "../../live/live-app.tsx";
import type { PlotBox } from "./axes.tsx";
import { heatLevelOf, heatLevels } from "./heat-levels.ts";
import { type HeatGrid, HeatTrail, heatColumnMs, heatColumnsMax } from "./heat-trail.ts";
import { type KeyAction, keyAction } from "./key-action.ts";
import { colourOf, useThemeInForce } from "./token-colours.ts";

/** A row is as high as can be told from its neighbours. */
const rowPixelsMin = 2;
/** A stretch this wide has room for its words. */
const wordPixels = 160;
const spanMs = heatColumnMs * heatColumnsMax;

interface Cell {
  readonly row: number;
  readonly column: number;
}

/**
 * Ten minutes of thousands of partitions: a row some neighbours, a column five seconds, its shade how far behind the
 * worst of them was. A cell leads to that one at that moment.
 */
export function Heatmap({
  width,
  box,
  nowMs,
  times,
  describedBy,
  onOpen,
}: {
  readonly width: number;
  readonly box: PlotBox;
  readonly nowMs: number;
  readonly times: Times;
  readonly describedBy: string;
  readonly onOpen: (partition: string, atMs: number) => void;
}) {
  const grid = useHeatGrid(Math.max(1, Math.floor(box.height / rowPixelsMin)));
  const [cursor, setCursor] = useState<Cell>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useThemeInForce();
  const newestMs = grid.columns.at(-1)?.toMs ?? nowMs;
  const xOf = (fromMs: number): number => box.width - ((newestMs - fromMs) / spanMs) * box.width;
  const rowHeight = box.height / Math.max(1, grid.rows.length);
  const columnWidth = box.width / heatColumnsMax;

  useEffect(() => {
    if (canvas.current !== null && theme !== "") drawGrid(canvas.current, grid, box.width, box.height);
  }, [grid, box, theme]);

  const cellAt = (event: PointerEvent<HTMLDivElement>): Cell | undefined => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const atMs = newestMs - ((box.width - (event.clientX - left)) / box.width) * spanMs;
    const column = grid.columns.findIndex(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs);
    const row = Math.min(grid.rows.length - 1, Math.max(0, Math.floor((event.clientY - top) / rowHeight)));
    return column < 0 ? undefined : { row, column };
  };
  const open = ({ row, column }: Cell): void => {
    const found = grid.cells[row]?.[column];
    if (found !== undefined) onOpen(found.name, found.atMs);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const from = cursor ?? { row: worstRow(grid), column: grid.columns.length - 1 };
    const action = keyAction(event);
    const next = cellAfter(action, from, grid);
    if (next === undefined) return;
    event.preventDefault();
    setCursor(next);
    if (action?.kind === "open") open(next);
  };
  const at = cursor ?? { row: worstRow(grid), column: grid.columns.length - 1 };
  return (
    <div className="relative" style={{ height: box.top + box.height + 24 }} data-heatmap={grid.rows.length}>
      <div
        aria-hidden="true"
        className="absolute border-hairline border-b border-l"
        style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
      >
        <canvas ref={canvas} className="size-full" />
      </div>
      <svg className="absolute inset-0" width={width} height={box.top + box.height + 24} aria-hidden="true">
        {[0, 0.25, 0.5, 0.75].map((share) => {
          const row = grid.rows[Math.floor(share * grid.rows.length)];
          return row === undefined ? null : (
            <text
              key={share}
              x={box.left - 8}
              y={box.top + share * box.height + 11}
              textAnchor="end"
              className="fill-quiet text-[11px]"
            >
              {shortened(row.first)}
            </text>
          );
        })}
        {[0, 1, 2, 3, 4, 5].map((step) => {
          const atMs = newestMs - spanMs + (step * spanMs) / 5;
          return (
            <text
              key={step}
              x={Math.min(box.left + box.width, Math.max(box.left, box.left + xOf(atMs)))}
              y={box.top + box.height + 16}
              textAnchor={step === 0 ? "start" : step === 5 ? "end" : "middle"}
              className="fill-quiet text-[11px] tabular-nums"
            >
              {times.tick(atMs, heatColumnMs)}
            </text>
          );
        })}
        {grid.columns[0] !== undefined && xOf(grid.columns[0].fromMs) > wordPixels && (
          <text
            x={box.left + xOf(grid.columns[0].fromMs) / 2}
            y={box.top + 14}
            textAnchor="middle"
            className="fill-quiet text-[11px]"
          >
            before this page was open
          </text>
        )}
        {cursor !== undefined && (
          <rect
            x={box.left + xOf(grid.columns[cursor.column]?.fromMs ?? newestMs) - 1}
            y={box.top + cursor.row * rowHeight - 1}
            width={columnWidth + 2}
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
        aria-label="How far behind each partition is, over ten minutes. Arrow keys move from cell to cell, Enter opens the partition that is worst in it."
        aria-describedby={describedBy}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, grid.columns.length - 1)}
        aria-valuenow={Math.max(0, at.column)}
        aria-valuetext={wordsOf(grid, at, times)}
        data-surface=""
        className="absolute cursor-crosshair touch-pan-y"
        style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        onPointerMove={(event) => setCursor(cellAt(event))}
        onPointerLeave={() => setCursor(undefined)}
        onBlur={() => setCursor(undefined)}
        onClick={() => {
          if (cursor !== undefined) open(cursor);
        }}
        onKeyDown={onKeyDown}
      />
      {cursor !== undefined && (
        <CellReadout
          grid={grid}
          cell={cursor}
          nowMs={nowMs}
          isLeft={xOf(grid.columns[cursor.column]?.fromMs ?? 0) > box.width / 2}
          box={box}
          width={width}
        />
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
      <span>behind, the worst of each cell; idle partitions are not in it</span>
    </>
  );
}

function CellReadout({
  grid,
  cell,
  nowMs,
  isLeft,
  box,
  width,
}: {
  readonly grid: HeatGrid;
  readonly cell: Cell;
  readonly nowMs: number;
  readonly isLeft: boolean;
  readonly box: PlotBox;
  readonly width: number;
}) {
  const row = grid.rows[cell.row];
  const found = grid.cells[cell.row]?.[cell.column];
  if (row === undefined) return null;
  const place = isLeft ? { left: box.left + 8 } : { right: width - box.left - box.width + 8 };
  return (
    <div
      data-readout=""
      className="pointer-events-none absolute z-20 rounded-6 border border-border bg-bg px-3 py-2 text-12 shadow-(--float)"
      style={{ top: box.top + 8, ...place }}
    >
      {found === undefined ? (
        <p className="text-soft">Nothing is known, or all of these are idle.</p>
      ) : (
        <>
          <p className="font-mono font-semibold">
            {found.name} {formatGap(found.gapMs)}
            {found.gapMs < 0 ? "" : " behind"}
          </p>
          <p className="text-quiet">
            {formatIso(found.atMs)} · {found.atMs} ms · {agoOf(Math.max(0, nowMs - found.atMs))}
          </p>
          <p className="text-quiet">
            event time {formatIso(found.atMs - found.gapMs)} · {found.atMs - found.gapMs} ms
          </p>
        </>
      )}
      {row.count > 1 && (
        <p className="text-quiet">
          the worst of {formatQuantity(row.count, "partition")}, {row.first} to {row.last}
        </p>
      )}
    </div>
  );
}

/** Where a key leads from a cell; up and down from row to row. */
function cellAfter(action: KeyAction | undefined, { row, column }: Cell, grid: HeatGrid): Cell | undefined {
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

/** What the ticks of this page make of it: pushing one twice changes nothing, as a render that is done again does. */
function useHeatGrid(rowsMax: number): HeatGrid {
  const snapshot = useLiveView()?.snapshot;
  const trail = useRef<{ readonly bootId: string; readonly of: HeatTrail }>(undefined);
  return useMemo(() => {
    if (snapshot === null || snapshot === undefined) return new HeatTrail().grid(rowsMax);
    if (trail.current?.bootId !== snapshot.bootId)
      trail.current = { bootId: snapshot.bootId, of: new HeatTrail() };
    trail.current.of.push(snapshot.atMs, snapshot.watermarks.partitions);
    return trail.current.of.grid(rowsMax);
  }, [snapshot, rowsMax]);
}

function drawGrid(canvas: HTMLCanvasElement, grid: HeatGrid, width: number, height: number): void {
  const ratio = globalThis.devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  const place = canvas.parentElement;
  if (context === null || place === null) return;
  const colours = heatLevels.map(({ colour }) => colourOf(place, colour));
  const newestMs = grid.columns.at(-1)?.toMs ?? 0;
  const columnWidth = canvas.width / heatColumnsMax;
  const rowHeight = canvas.height / Math.max(1, grid.rows.length);
  for (const [row, cells] of grid.cells.entries()) {
    const [top, bottom] = [Math.round(row * rowHeight), Math.round((row + 1) * rowHeight)];
    for (const [column, cell] of cells.entries()) {
      if (cell === undefined) continue;
      const fromMs = grid.columns[column]?.fromMs ?? 0;
      const x = canvas.width - ((newestMs - fromMs) / spanMs) * canvas.width;
      context.fillStyle = colours[heatLevelOf(cell.gapMs)] ?? "transparent";
      context.fillRect(Math.round(x), top, Math.ceil(columnWidth), bottom - top);
    }
  }
}

function worstRow({ cells }: HeatGrid): number {
  let [worst, most] = [0, Number.NEGATIVE_INFINITY];
  for (const [row, ofRow] of cells.entries()) {
    const gapMs = ofRow.at(-1)?.gapMs ?? Number.NEGATIVE_INFINITY;
    if (gapMs > most) [worst, most] = [row, gapMs];
  }
  return worst;
}

function wordsOf(grid: HeatGrid, { row, column }: Cell, times: Times): string {
  const cell = grid.cells[row]?.[column];
  if (cell === undefined) return "nothing is known";
  return `${cell.name} ${formatGap(cell.gapMs)} behind at ${times.words(cell.atMs, cell.atMs)}`;
}

function shortened(name: string): string {
  return name.length <= 13 ? name : `…${name.slice(-12)}`;
}
