/**
 * How far behind each of thousands of partitions was, by stretches of time: of neighbours that share a row the one that is
 * furthest behind. It owns one number and one name for each cell, and the blocks that it is given are let go of.
 */
import type { WatermarkHeatmap } from "../wire/history.ts";
import type { Column } from "./column.ts";
import { bucketOf } from "./fold.ts";
import type { GatheredStep } from "./gather.ts";
import { partitionStates } from "./metrics.ts";
import { slabPartitions } from "./series.ts";
import type { StoredBlock } from "./stored-blocks.ts";

/** Whoever is idle holds nobody back, however old its watermark is. */
const idle = partitionStates.indexOf("idle");

export class Heat {
  readonly #steps: readonly GatheredStep[];
  readonly #stepMs: number;
  readonly #places: ReadonlyMap<number, number>;
  readonly #rows: ReadonlyMap<string, number>;
  /** By row, then by step; NaN where there is none. Numbers of a typed array have no other way to be absent. */
  readonly #gapMs: Float64Array;
  readonly #worst: (string | undefined)[];

  /** @param rows by partition, from 0. */
  constructor(
    steps: readonly GatheredStep[],
    stepMs: number,
    rows: ReadonlyMap<string, number>,
    count: number,
  ) {
    this.#steps = steps;
    this.#stepMs = stepMs;
    this.#places = new Map(steps.map(({ fromMs }, i) => [fromMs / stepMs, i]));
    this.#rows = rows;
    this.#gapMs = new Float64Array(steps.length * count).fill(Number.NaN);
    this.#worst = new Array(steps.length * count).fill(undefined);
  }

  add({ slab, series, block }: StoredBlock): void {
    const last = block.column("watermarkMs", "last");
    const lowest = block.column("watermarkMs", "min");
    const states = block.column("state", "last");
    if (last === undefined || lowest === undefined || states === undefined) return;
    const from = (slab - 1) * slabPartitions;
    for (const [s, step] of block.steps.entries()) {
      const i = this.#places.get(bucketOf(step.firstMs, this.#stepMs));
      if (i === undefined) continue;
      for (let entity = 0; entity < block.entities("partition"); entity += 1) {
        const name = series.partitions[from + entity];
        const row = name === undefined ? undefined : this.#rows.get(name);
        const at = entity * block.steps.length + s;
        if (name === undefined || row === undefined || states[at] === idle) continue;
        // A watermark never goes down, so its lowest is that of the first tick: both are gaps that there were.
        this.#put(row * this.#steps.length + i, name, step.firstMs, lowest[at]);
        this.#put(row * this.#steps.length + i, name, step.lastMs, last[at]);
      }
    }
  }

  /** Rows of cells. */
  get cells(): Pick<WatermarkHeatmap["rows"][number], "gapMs" | "worst">[] {
    const length = this.#steps.length;
    const rows = length === 0 ? 0 : this.#gapMs.length / length;
    return Array.from({ length: rows }, (_, row) => ({
      gapMs: Array.from(this.#gapMs.subarray(row * length, (row + 1) * length), (gapMs) =>
        Number.isNaN(gapMs) ? null : gapMs,
      ),
      worst: this.#worst.slice(row * length, (row + 1) * length).map((name) => name ?? null),
    }));
  }

  #put(cell: number, name: string, atMs: number, watermarkMs: Column[number]): void {
    if (watermarkMs === undefined) return;
    const gapMs = atMs - Number(watermarkMs);
    if (gapMs <= (this.#gapMs[cell] ?? Number.NaN)) return;
    this.#gapMs[cell] = gapMs;
    this.#worst[cell] = name;
  }
}
