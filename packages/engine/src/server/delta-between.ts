/** The difference of two ticks, as a reader that holds the earlier one needs it. */
import { assert } from "../assert.ts";
import { type PartitionId, partitionId } from "../record/topic-partition.ts";
import {
  type FeedDelta,
  type FeedSnapshot,
  type PartitionWatermark,
  partitionWatermark,
} from "../wire/index.ts";

const fields = partitionWatermark.keyof().options;

/**
 * What makes `after` of `before`: the partitions that are new or changed, those that are gone, and everything else
 * whole. `applyDelta(before, deltaBetween(before, after))` is `after`, its partitions in (topic, number) order.
 *
 * @example
 * ```ts
 * deltaBetween(before, after).watermarks.partitions; // only those in which something changed
 * ```
 */
export function deltaBetween(before: FeedSnapshot, after: FeedSnapshot): FeedDelta {
  assert(before.bootId === after.bootId, "two boots of an app have no delta between them");
  const gone = new Map<PartitionId, PartitionWatermark>();
  for (const partition of before.watermarks.partitions) gone.set(partitionId(partition), partition);

  const changed: PartitionWatermark[] = [];
  for (const partition of after.watermarks.partitions) {
    const id = partitionId(partition);
    const was = gone.get(id);
    if (was === undefined || !isSame(was, partition)) changed.push(partition);
    gone.delete(id);
  }
  return {
    ...after,
    base: before.sequence,
    watermarks: {
      globalWatermarkMs: after.watermarks.globalWatermarkMs,
      heldBackBy: after.watermarks.heldBackBy,
      partitions: changed,
      removed: Array.from(gone.values(), ({ topic, partition }) => ({ topic, partition })),
      total: after.watermarks.partitions.length,
    },
  };
}

/** An unchanged partition may be the same object in both ticks; then nothing is compared. */
function isSame(a: PartitionWatermark, b: PartitionWatermark): boolean {
  return a === b || fields.every((field) => a[field] === b[field]);
}
