import { z } from "zod";
import { comparePartitions, partitionId } from "../record/topic-partition.ts";
import { commits } from "./commits.ts";
import { count, envelope, offsetText, partitionRef } from "./envelope.ts";
import { lanes } from "./lanes.ts";
import { status } from "./status.ts";
import { watermarks } from "./watermarks.ts";

/** How far the rings have come, so that a reader knows when a page is worth asking for. */
const rings = z.object({ lateDropsNext: offsetText, holdsNext: offsetText, violationsNext: offsetText });

/**
 * A whole snapshot: every number of one tick. SSE event `snapshot` of `GET /events`, id `bootId-sequence`.
 */
export const feedSnapshot = envelope.extend({
  status,
  watermarks,
  lanes,
  commits,
  rings,
});
export type FeedSnapshot = z.infer<typeof feedSnapshot>;

/**
 * SSE event `delta`: the next tick after `base`, with the partitions that changed. Everything else is whole. A
 * reader that does not hold `base` waits for the next `snapshot`.
 */
export const feedDelta = envelope.extend({
  base: offsetText,
  status,
  watermarks: watermarks.extend({ removed: z.array(partitionRef).max(20_000), total: count }),
  lanes,
  commits,
  rings,
});
export type FeedDelta = z.infer<typeof feedDelta>;

/**
 * The snapshot that `delta` makes of `held`, or `undefined` where it does not follow on.
 *
 * @example
 * ```ts
 * const next = applyDelta(held, feedDelta.parse(JSON.parse(event.data)));
 * if (next !== undefined) console.log(next.watermarks.globalWatermarkMs);
 * ```
 */
export function applyDelta(held: FeedSnapshot, delta: FeedDelta): FeedSnapshot | undefined {
  if (held.bootId !== delta.bootId || held.sequence !== delta.base) return undefined;
  const partitions = new Map(held.watermarks.partitions.map((p) => [partitionId(p), p]));
  for (const gone of delta.watermarks.removed) partitions.delete(partitionId(gone));
  for (const changed of delta.watermarks.partitions) partitions.set(partitionId(changed), changed);
  const { base: _, watermarks: changes, ...rest } = delta;
  return {
    ...rest,
    watermarks: {
      globalWatermarkMs: changes.globalWatermarkMs,
      heldBackBy: changes.heldBackBy,
      partitions: [...partitions.values()].sort(comparePartitions),
    },
  };
}
