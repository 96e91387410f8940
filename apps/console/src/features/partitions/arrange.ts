/** Which partitions a table shows, and in what order: pure, and of ten thousand in some milliseconds. */
import type { PartitionState, PartitionWatermark } from "@stoatflow/engine/wire";
import { partitionName } from "../../live/append-tick.ts";
import { type PartitionSort, sortValueOf } from "./sort.ts";

/** A partition as it was when the rows were last put in order, and its place in the list of the tick. */
export interface Arranged {
  readonly name: string;
  readonly partition: PartitionWatermark;
  readonly place: number;
}

export interface PartitionFilter {
  /** Part of the name, upper and lower case alike; empty: any. */
  readonly text: string;
  /** Empty: any. */
  readonly states: readonly PartitionState[];
  /** `null`: any. */
  readonly topic: string | null;
}

/** The rows that are looked for, in order; the one that is pinned is the first of them, if it is among them. */
export function arrange(
  partitions: readonly PartitionWatermark[],
  filter: PartitionFilter,
  sort: PartitionSort,
  pinned: string | undefined,
): readonly Arranged[] {
  const rows = inOrder(found(partitions, filter), sort);
  const at = rows.findIndex(({ name }) => name === pinned);
  const [first] = at === -1 ? [] : rows.splice(at, 1);
  return first === undefined ? rows : [first, ...rows];
}

function found(partitions: readonly PartitionWatermark[], { text, states, topic }: PartitionFilter) {
  const part = text.toLowerCase();
  const rows: Arranged[] = [];
  for (const [place, partition] of partitions.entries()) {
    if (topic !== null && partition.topic !== topic) continue;
    if (states.length > 0 && !states.includes(partition.state)) continue;
    const name = partitionName(partition);
    if (part === "" || name.toLowerCase().includes(part)) rows.push({ name, partition, place });
  }
  return rows;
}

/** Those without a value come last either way; a tie keeps the app's own order, in which 10 comes after 9. */
function inOrder(rows: readonly Arranged[], { column, desc }: PartitionSort): Arranged[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row, column) }));
  const sign = desc ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined)
      return Number(a.key === undefined) - Number(b.key === undefined);
    return a.key === b.key ? a.row.place - b.row.place : a.key < b.key ? -sign : sign;
  });
  return keyed.map(({ row }) => row);
}

function keyOf({ place, partition }: Arranged, column: PartitionSort["column"]) {
  if (column === "partition") return place;
  return column === "state" ? partition.state : sortValueOf(partition, column);
}

/** A partition of the rows as it is in the newest list: as a rule at the same place. */
export function partitionNow(
  newest: readonly PartitionWatermark[],
  { partition: { topic, partition }, place }: Arranged,
): PartitionWatermark | undefined {
  const isIt = (each: PartitionWatermark | undefined): boolean =>
    each !== undefined && each.partition === partition && each.topic === topic;
  const there = newest[place];
  return isIt(there) ? there : newest.find(isIt);
}
