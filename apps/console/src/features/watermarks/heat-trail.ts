/**
 * How far behind each of thousands of partitions was, by stretches of time: kept from the ticks of the page, as no answer
 * of the API holds so many lines. Owned by the heatmap, which pushes each tick. Bounded: {@link heatColumnsMax} columns
 * of as many numbers as the app has partitions.
 */
import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { partitionName } from "../../live/append-tick.ts";
import type { Span } from "./chart-window.ts";

export const heatColumnMs = 5000;
/** Ten minutes. */
export const heatColumnsMax = 120;

/** The partition that was furthest behind among those of a cell, over the time of the cell. */
export interface HeatCell {
  readonly name: string;
  readonly gapMs: number;
  readonly atMs: number;
}

export interface HeatRow {
  readonly first: string;
  readonly last: string;
  readonly count: number;
}

export interface HeatGrid {
  readonly columns: readonly Span[];
  readonly rows: readonly HeatRow[];
  /** By row, then by column; `undefined`: nothing is known, or all that is there is idle. */
  readonly cells: readonly (readonly (HeatCell | undefined)[])[];
}

interface HeatColumn {
  readonly fromMs: number;
  /** By partition, the largest gap; NaN where there was none. Numbers of a typed array have no other way to be absent. */
  readonly gapsMs: Float64Array;
  readonly atMs: Float64Array;
}

export class HeatTrail {
  #names: readonly string[] = [];
  #partitions: readonly PartitionWatermark[] = [];
  #columns: HeatColumn[] = [];

  get partitions(): number {
    return this.#names.length;
  }

  /** One tick. An app that has other partitions than before begins anew; an idle one counts for nobody. */
  push(atMs: number, partitions: readonly PartitionWatermark[]): void {
    if (!this.#hasThese(partitions)) {
      this.#names = partitions.map(partitionName);
      this.#columns = [];
    }
    this.#partitions = partitions;
    const fromMs = Math.floor(atMs / heatColumnMs) * heatColumnMs;
    const column = this.#columnAt(fromMs);
    if (column === undefined) return;
    for (const [place, { watermarkMs, idleSinceMs }] of partitions.entries()) {
      if (watermarkMs === null || idleSinceMs !== null) continue;
      const gapMs = atMs - watermarkMs;
      const before = column.gapsMs[place] ?? Number.NaN;
      if (gapMs <= before) continue;
      column.gapsMs[place] = gapMs;
      column.atMs[place] = atMs;
    }
  }

  /** Neighbours in the order of the app share a row, so that there are no more rows than can be told apart. */
  grid(rowsMax: number): HeatGrid {
    const perRow = Math.max(1, Math.ceil(this.#names.length / rowsMax));
    const rows: HeatRow[] = [];
    const cells: (HeatCell | undefined)[][] = [];
    for (let start = 0; start < this.#names.length; start += perRow) {
      const end = Math.min(this.#names.length, start + perRow);
      rows.push({ first: this.#nameOf(start), last: this.#nameOf(end - 1), count: end - start });
      cells.push(this.#columns.map((column) => this.#worstOf(column, start, end)));
    }
    const columns = this.#columns.map(({ fromMs }) => ({ fromMs, toMs: fromMs + heatColumnMs }));
    return { columns, rows, cells };
  }

  /** The same list, or one of the same names: the names are made only where the list is of another length or order. */
  #hasThese(partitions: readonly PartitionWatermark[]): boolean {
    if (partitions.length !== this.#partitions.length) return false;
    return partitions.every((each, place) => {
      const before = this.#partitions[place];
      return each === before || (each.partition === before?.partition && each.topic === before.topic);
    });
  }

  /** A clock that went back by more than the newest column writes over nothing. */
  #columnAt(fromMs: number): HeatColumn | undefined {
    const newest = this.#columns.at(-1);
    if (newest !== undefined && fromMs <= newest.fromMs) return fromMs === newest.fromMs ? newest : undefined;
    const size = this.#names.length;
    const column = {
      fromMs,
      gapsMs: new Float64Array(size).fill(Number.NaN),
      atMs: new Float64Array(size),
    };
    this.#columns = [...this.#columns.slice(1 - heatColumnsMax), column];
    return column;
  }

  #worstOf({ gapsMs, atMs }: HeatColumn, start: number, end: number): HeatCell | undefined {
    let worst: number | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (let place = start; place < end; place += 1) {
      const gapMs = gapsMs[place] ?? Number.NaN;
      if (gapMs > most) [worst, most] = [place, gapMs];
    }
    return worst === undefined
      ? undefined
      : { name: this.#nameOf(worst), gapMs: most, atMs: atMs[worst] ?? 0 };
  }

  #nameOf(place: number): string {
    return this.#names[place] ?? "";
  }
}
