/**
 * Which partition and lane each place of a column is of, and who recorded it. Ticks of one app with the same partitions
 * and lanes share one, as long as they were recorded without a break.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { LaneHistory } from "../wire/history.ts";

export interface Series {
  /** Between two recordings nothing is known, however short the time: a console that starts anew begins another one. */
  readonly recording: string;
  /** By place, e.g. `orders-3`. */
  readonly partitions: readonly string[];
  /** By place, instance, stage and lane, e.g. `orders-1/1/0`. */
  readonly lanes: readonly string[];
}

export type LaneRef = Pick<LaneHistory["lanes"][number], "instanceId" | "stage" | "lane">;

/** No two lanes of an app have the same one: the numbers have no slash, whatever the instance has. */
export function laneName({ instanceId, stage, lane }: LaneRef): string {
  return `${instanceId}/${stage}/${lane}`;
}

/** The lane with that name; `undefined`: none has it. */
export function laneOfName(name: string): LaneRef | undefined {
  const [, instanceId, stage, lane] = /^(.+)\/(\d{1,16})\/(\d{1,16})$/s.exec(name) ?? [];
  return instanceId === undefined ? undefined : { instanceId, stage: Number(stage), lane: Number(lane) };
}

/** Partitions are kept this many together, so that reading a few of them reads no more than that. */
export const slabPartitions = 64;

/** The slab of the app itself and its lanes; those of partitions come after it. */
export const appSlab = 0;

/** The slab that holds the partition at that place, and its place therein. */
export function placeOf(index: number): { readonly slab: number; readonly place: number } {
  return { slab: 1 + Math.floor(index / slabPartitions), place: index % slabPartitions };
}

export function isSameSeries(one: Series, other: Series): boolean {
  if (one.recording !== other.recording) return false;
  return isSame(one.partitions, other.partitions) && isSame(one.lanes, other.lanes);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, i) => name === other[i]);
}

const stored = z.object({
  recording: z.string().default(""),
  partitions: z.array(z.string()),
  lanes: z.array(z.string()),
});

/** Named by its content, so that no number has to be given out. */
export function seriesId(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

export function seriesText(series: Series): string {
  const { recording, partitions, lanes } = series;
  return JSON.stringify({ recording, partitions, lanes });
}

/** @throws {z.ZodError | SyntaxError} the text is damaged. */
export function seriesOf(text: string): Series {
  return stored.parse(JSON.parse(text));
}
