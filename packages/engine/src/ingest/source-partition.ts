import type { Offset } from "../record/offset.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import type { RecordBuffer } from "./partition-buffer.ts";

/**
 * An assigned partition as the poll loop sees it: its buffer, and where the consumer stands in the log.
 *
 * Owned by the poll loop, read by the dispatcher and the snapshot.
 */
export class SourcePartition {
  readonly partition: TopicPartition;
  readonly id: PartitionId;
  readonly buffer: RecordBuffer;
  /** Offset of the next record that a poll will bring. */
  consumerPosition: Offset;
  /** The last stable offset as last told; unknown until then. */
  endPosition: Offset | undefined;
  highWatermark: Offset | undefined;
  /** Why the last fetch of it failed; `undefined` where it went well. */
  lastFetchError: string | undefined;
  /** Whether the last poll left it waiting. Before the first one nothing was brought yet. */
  waitedAtPoll = true;
  /** What the client was told last; `undefined` where it must be told again, since it did not obey. */
  fetchPaused: boolean | undefined = false;

  constructor(partition: TopicPartition, buffer: RecordBuffer, consumerPosition: Offset) {
    this.partition = partition;
    this.id = partitionId(partition);
    this.buffer = buffer;
    this.consumerPosition = consumerPosition;
  }

  /** Empty here, while the broker has records for it, or may have as long as it has not told its end. */
  get waitingForData(): boolean {
    if (this.buffer.size > 0) return false;
    return this.endPosition === undefined || this.consumerPosition < this.endPosition;
  }

  /**
   * It waits, and not only for the next poll: a turn that works off all of a buffer finds it empty each time, while the
   * next poll brings more at once. What the status and the warnings go by.
   */
  get keptWaiting(): boolean {
    return this.waitedAtPoll && this.waitingForData;
  }

  /** Upstream has a transaction open: what it wrote so far can't be read yet. */
  get upstreamOpen(): boolean {
    const { endPosition, highWatermark } = this;
    return endPosition !== undefined && highWatermark !== undefined && endPosition < highWatermark;
  }

  /** All was polled that can be read, and what comes next is in a transaction that is open upstream. */
  get behindOpenTransaction(): boolean {
    return this.upstreamOpen && this.endPosition !== undefined && this.consumerPosition >= this.endPosition;
  }
}
