/**
 * Which partition and lane each place of a column is of. Ticks of one app with the same partitions and lanes share one.
 */
import { createHash } from "node:crypto";
import { z } from "zod";

export interface Series {
  /** By place, e.g. `orders-3`. */
  readonly partitions: readonly string[];
  /** By place, stage and lane, e.g. `1/0`. */
  readonly lanes: readonly string[];
}

/** Partitions are kept this many together, so that reading a few of them reads no more than that. */
export const slabPartitions = 64;

/** The slab of the app itself and its lanes; those of partitions come after it. */
export const appSlab = 0;

/** The slab that holds the partition at that place, and its place therein. */
export function placeOf(index: number): { readonly slab: number; readonly place: number } {
  return { slab: 1 + Math.floor(index / slabPartitions), place: index % slabPartitions };
}

export function slabsOf({ partitions }: Series): number {
  return 1 + Math.ceil(partitions.length / slabPartitions);
}

export function isSameSeries(one: Series, other: Series): boolean {
  return isSame(one.partitions, other.partitions) && isSame(one.lanes, other.lanes);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, i) => name === other[i]);
}

const stored = z.object({ partitions: z.array(z.string()), lanes: z.array(z.string()) });

/** Named by its content, so that no number has to be given out. */
export function seriesId(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

export function seriesText(series: Series): string {
  return JSON.stringify({ partitions: series.partitions, lanes: series.lanes });
}

/** @throws {z.ZodError | SyntaxError} the text is damaged. */
export function seriesOf(text: string): Series {
  return stored.parse(JSON.parse(text));
}
