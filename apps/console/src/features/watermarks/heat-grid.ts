import type { WatermarkHeatmap } from "@stoatflow/api";
import { keptSilences, type Silence } from "./chart-frame.ts";
import type { Span } from "./chart-window.ts";

/** The partition that was furthest behind among those of a cell, over the time of the cell. */
export interface HeatCell {
  readonly name: string;
  readonly gapMs: number;
  /** The end of the cell's time. */
  readonly atMs: number;
}

export interface HeatRow {
  readonly first: string;
  readonly last: string;
  readonly count: number;
  /** By column; `undefined`: nothing is known, or all of them were idle. */
  readonly cells: readonly (HeatCell | undefined)[];
}

export interface HeatGrid {
  readonly columns: readonly Span[];
  readonly rows: readonly HeatRow[];
  readonly silences: readonly Silence[];
  readonly partitions: number;
}

/** A heatmap by cells; a column ends where its step does, or with its last tick where that is later. */
export function heatGrid({ steps, stepMs, gaps, rows, partitions }: WatermarkHeatmap): HeatGrid {
  const columns = steps.map(({ fromMs, lastMs }) => ({ fromMs, toMs: Math.max(fromMs + stepMs, lastMs) }));
  return {
    columns,
    rows: rows.map(({ first, last, count, gapMs, worst }) => ({
      first,
      last,
      count,
      cells: steps.map(({ lastMs }, column) => {
        const [name, gap] = [worst[column] ?? null, gapMs[column] ?? null];
        return name === null || gap === null ? undefined : { name, gapMs: gap, atMs: lastMs };
      }),
    })),
    silences: keptSilences(gaps, steps[0]?.firstMs),
    partitions,
  };
}

/** A cell of a grid by its places. */
export interface HeatPlace {
  readonly row: number;
  readonly column: number;
}

/** Where a time and a share of the height are in a grid; `undefined` where there is no column. */
export function placeAt(grid: HeatGrid, atMs: number, share: number): HeatPlace | undefined {
  const column = grid.columns.findIndex(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs);
  const row = Math.min(grid.rows.length - 1, Math.max(0, Math.floor(share * grid.rows.length)));
  return column < 0 || row < 0 ? undefined : { row, column };
}

/** The row that is worst in the newest column: where whoever comes by keys begins. */
export function worstPlace({ columns, rows }: HeatGrid): HeatPlace {
  const column = columns.length - 1;
  const gapOf = (row: HeatRow | undefined): number => row?.cells[column]?.gapMs ?? Number.NEGATIVE_INFINITY;
  let worst = 0;
  for (const [place, row] of rows.entries()) if (gapOf(row) > gapOf(rows[worst])) worst = place;
  return { row: worst, column };
}
