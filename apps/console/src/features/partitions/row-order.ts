import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { partitionName } from "../../live/append-tick.ts";
import type { PartitionFilter } from "./arrange.ts";
import { type PartitionSort, serializeSort } from "./sort.ts";

/** The same for the same filter and order, whatever objects they are. */
export function questionOf({ text, states, topic }: PartitionFilter, sort: PartitionSort): string {
  return JSON.stringify([serializeSort(sort), text, topic, states]);
}

/** The order of the rows is never older than this, unless somebody is about to click one. */
export const orderStandsMs = 5000;

/** What the order of the rows was made of. */
export interface OrderBase {
  /** What was asked for: an order of something else is no longer one. */
  readonly question: string;
  readonly filter: PartitionFilter;
  readonly sort: PartitionSort;
  /** The app's clock at the tick. */
  readonly atMs: number;
  readonly partitions: readonly PartitionWatermark[];
  /** Who held event time back: it is on top. */
  readonly holder: string | undefined;
}

/**
 * What the order of the rows is made of at a tick: of the tick before where that will do, since a row that jumps away from
 * who reads it is worse than one that is a few seconds out of place. It is made anew for another question, for other
 * partitions, and each 5 s unless the table is in use. Another holder alone is marked at once and moved with the others:
 * of many that are close to each other it is another one each second.
 */
export function orderBase(before: OrderBase | undefined, now: OrderBase, inUse: boolean): OrderBase {
  if (before === undefined || before.question !== now.question) return now;
  if (!areSame(before.partitions, now.partitions)) return now;
  const forMs = now.atMs - before.atMs;
  return !inUse && (forMs >= orderStandsMs || forMs < 0) ? now : before;
}

/** Whether both name the same partitions: as a rule at the same places. */
function areSame(before: readonly PartitionWatermark[], now: readonly PartitionWatermark[]): boolean {
  if (before.length !== now.length) return false;
  const isInPlace = now.every(({ topic, partition }, place) => {
    const there = before[place];
    return there !== undefined && there.partition === partition && there.topic === topic;
  });
  if (isInPlace) return true;
  const names = new Set(before.map(partitionName));
  return now.every((each) => names.has(partitionName(each)));
}
