import type { PartitionWatermark } from "@stoatflow/engine/wire";

/** The columns that rows can be put in order by. */
export const sortColumns = [
  "partition",
  "state",
  "gap",
  "position",
  "committed",
  "end",
  "lag",
  "buffer",
  "preview",
  "held",
  "head",
] as const;
export type SortColumn = (typeof sortColumns)[number];

export interface PartitionSort {
  readonly column: SortColumn;
  /** Largest first. */
  readonly desc: boolean;
}

/** The largest gap first: who is on top is who holds event time back, or would next. */
export const worstFirst: PartitionSort = { column: "gap", desc: true };

/** As an address has it: `lag`, or `-lag` for the largest first; `undefined` where it is no such column. */
export function parseSort(text: string): PartitionSort | undefined {
  const desc = text.startsWith("-");
  const column = sortColumns.find((each) => each === (desc ? text.slice(1) : text));
  return column === undefined ? undefined : { column, desc };
}

export function serializeSort({ column, desc }: PartitionSort): string {
  return `${desc ? "-" : ""}${column}`;
}

/** What comes next when the head of `column` is pressed: names begin at A, numbers at the largest. */
export function nextSort(now: PartitionSort, column: SortColumn): PartitionSort {
  if (now.column === column) return { column, desc: !now.desc };
  return { column, desc: column !== "partition" && column !== "state" };
}

/** Whether a partition takes part in the minimum that event time is. */
export function countsIn({ takesPart, idleSinceMs }: PartitionWatermark): boolean {
  return takesPart === undefined ? idleSinceMs === null : takesPart === "counts";
}

/**
 * What a row is put in order by; `undefined`: it has no such value, and comes last either way. The gap is of what a
 * partition counts with, its preview where it has one, and those that do not count have none: who can't hold event time
 * back is not in front of who does.
 */
export function sortValueOf(
  row: PartitionWatermark,
  column: Exclude<SortColumn, "partition" | "state">,
): number | bigint | undefined {
  switch (column) {
    case "gap":
      return countsIn(row) ? negative(row.previewWatermarkMs ?? row.watermarkMs) : undefined;
    case "position":
      return integer(row.position);
    case "committed":
      return integer(row.committed);
    case "end":
      return integer(row.endPosition);
    case "lag":
      return integer(row.lag);
    case "buffer":
      return row.bufferedRecords / row.bufferCapacity;
    case "preview":
      return row.previewWatermarkMs ?? undefined;
    case "held":
      return negative(row.headHeldSinceMs);
    case "head":
      return row.headTimestampMs ?? undefined;
  }
}

/** The earlier a time, the longer ago: the largest distance comes first where the order is the largest first. */
function negative(timeMs: number | null): number | undefined {
  return timeMs === null ? undefined : -timeMs;
}

function integer(text: string | null): bigint | undefined {
  return text === null ? undefined : BigInt(text);
}
