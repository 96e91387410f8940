import type { PartitionProgress } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import type { PartitionId } from "../record/topic-partition.ts";
import type { PartitionCursor } from "./partition-cursor.ts";

interface Told {
  readonly position: Offset;
  readonly endPosition: Offset | undefined;
  readonly highWatermark: Offset | undefined;
  readonly lastFetchError: string | undefined;
}

/** Remembers what the engine was told of each partition, so that a poll tells only what has changed. */
export class ProgressTold {
  readonly #told = new Map<PartitionId, Told>();

  /** Forgets partitions that are no longer read. */
  keep(cursors: ReadonlyMap<PartitionId, unknown>): void {
    for (const id of this.#told.keys()) if (!cursors.has(id)) this.#told.delete(id);
  }

  /** What is new of this partition; `undefined` where nothing is, or where it has not been sought yet. */
  next(cursor: PartitionCursor): PartitionProgress | undefined {
    const { position, endPosition, highWatermark, lastFetchError } = cursor;
    if (position === undefined) return undefined;
    const last = this.#told.get(cursor.id);
    if (
      last !== undefined &&
      last.position === position &&
      last.endPosition === endPosition &&
      last.highWatermark === highWatermark &&
      last.lastFetchError === lastFetchError
    ) {
      return undefined;
    }
    this.#told.set(cursor.id, { position, endPosition, highWatermark, lastFetchError });
    const progress = { partition: cursor.partition, position, endPosition, highWatermark };
    return lastFetchError === undefined ? progress : { ...progress, lastFetchError };
  }
}
