/**
 * How the partitions of one tick differ from those of another, as columns of text: what a page of 10,000 partitions is
 * sent each second is then some hundred kilobytes that cost next to nothing to write, instead of megabytes of objects.
 */
import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { z } from "zod";

type Figures = Omit<PartitionWatermark, "topic" | "partition">;
type Column = keyof Figures;
type Cell = string | number | null | undefined;

/** What a cell's text stands for; the empty one is `null`, or with `told` a text that an older engine does not tell. */
const columnKinds = {
  state: "text",
  takesPart: "told",
  strategy: "text",
  boundMs: "number",
  watermarkMs: "number",
  previewWatermarkMs: "number",
  headTimestampMs: "number",
  headOffset: "text",
  headHeldSinceMs: "number",
  idleSinceMs: "number",
  bufferedRecords: "number",
  bufferCapacity: "number",
  position: "text",
  committed: "text",
  endPosition: "text",
  highWatermark: "text",
  lag: "text",
} as const satisfies Record<Column, "text" | "number" | "told">;

const columns = Object.keys(columnKinds) as Column[];

const cells = z.string().regex(/^[^\n]*$/);

export const partitionChanges = z.object({
  /** Which of the partitions changed, by their places in the list, as `0,4,7`; `null`: all of them did. */
  rows: z.string().nullable(),
  /** By figure, one cell for each of the rows, separated by commas. A figure that is missing changed nowhere. */
  columns: z.partialRecord(z.enum(columns as [Column, ...Column[]]), cells),
});
export type PartitionChanges = z.infer<typeof partitionChanges>;

/** `undefined` where the partitions are not the same ones: then only a whole snapshot will do. */
export function changesBetween(
  before: readonly PartitionWatermark[],
  after: readonly PartitionWatermark[],
): PartitionChanges | undefined {
  if (before.length !== after.length) return undefined;
  const rows: number[] = [];
  const changed = new Set<Column>();
  for (const [at, next] of after.entries()) {
    const last = before[at];
    if (last === undefined || last.partition !== next.partition || last.topic !== next.topic)
      return undefined;
    if (last === next) continue;
    let isChanged = false;
    for (const column of columns) {
      if (last[column] === next[column]) continue;
      isChanged = true;
      changed.add(column);
    }
    if (isChanged) rows.push(at);
  }
  const texts: PartitionChanges["columns"] = {};
  for (const column of changed) texts[column] = rows.map((at) => cellOf(after[at]?.[column])).join(",");
  return { rows: rows.length === after.length ? null : rows.join(","), columns: texts };
}

/** Those of `before` with the changes; partitions that did not change stay the same objects. */
export function withChanges(
  before: readonly PartitionWatermark[],
  { rows, columns: texts }: PartitionChanges,
): PartitionWatermark[] {
  const places = rows === null ? before.map((_, at) => at) : rows === "" ? [] : rows.split(",").map(Number);
  const after = [...before];
  const changes: Partial<Record<Column, Cell>>[] = places.map(() => ({}));
  for (const column of columns) {
    for (const [i, text] of (texts[column]?.split(",") ?? []).entries()) {
      const change = changes[i];
      if (change !== undefined) change[column] = cellValue(columnKinds[column], text);
    }
  }
  for (const [i, at] of places.entries()) {
    const last = before[at];
    if (last !== undefined) after[at] = { ...last, ...changes[i] } as PartitionWatermark;
  }
  return after;
}

function cellOf(value: Cell): string {
  return value === null || value === undefined ? "" : String(value);
}

function cellValue(kind: "text" | "number" | "told", text: string): Cell {
  if (text === "") return kind === "told" ? undefined : null;
  return kind === "number" ? Number(text) : text;
}
