/**
 * The poll loop: the one way by which records come in.
 *
 * Owns the assigned source partitions and their buffers. Called by the engine's turn. Keeps invariants 2, 3 and 8:
 * the pause of every full partition goes out before the poll, in the same place each time; a batch that reaches a
 * full buffer all the same is fetched again from its first offset and counted, never set aside and never dropped.
 */
import type { LeaderChange, LogConsumer, SeekBack } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import type { SourcePartition } from "./source-partition.ts";

export interface PollLoopOptions {
  readonly consumer: LogConsumer;
  /** The pause threshold of a buffer, in records. */
  readonly bufferCapacity: number;
}

export interface OverBound {
  readonly partition: TopicPartition;
  /** Where the poll would have taken the buffer. */
  readonly offsetAfter: Offset;
  /** Where it is fetched again from. */
  readonly refetchFrom: Offset;
  readonly records: number;
  /** The consumer was told to pause the partition in front of the poll, and delivered all the same. */
  readonly pauseFailed: boolean;
}

/** What one poll changed. */
export interface PollResult {
  readonly assignment: readonly TopicPartition[] | undefined;
  readonly records: number;
  /** The partitions that were told of, appended to or moved. */
  readonly touched: readonly SourcePartition[];
  readonly overBound: readonly OverBound[];
  readonly seekBacks: readonly SeekBack[];
  readonly leaderChanges: readonly LeaderChange[];
  readonly failure: Error | undefined;
}

export class PollLoop {
  readonly #consumer: LogConsumer;
  readonly #capacity: number;
  readonly #partitions = new Map<PartitionId, SourcePartition>();

  constructor(options: PollLoopOptions) {
    this.#consumer = options.consumer;
    this.#capacity = options.bufferCapacity;
  }

  /** Takes a partition on with an empty buffer. The client may still hold it paused from before a recovery. */
  add(partition: SourcePartition): void {
    this.#partitions.set(partition.id, partition);
    this.#consumer.resume([partition.partition]);
  }

  remove(id: PartitionId): void {
    this.#partitions.delete(id);
  }

  poll(): PollResult {
    this.#applyPauses();
    const poll = this.#consumer.poll();
    const touched = new Set<SourcePartition>();
    let records = 0;
    for (const told of poll.progress) {
      const partition = this.#partitions.get(partitionId(told.partition));
      if (partition === undefined) continue;
      partition.consumerPosition = told.position;
      if (told.endPosition !== undefined) partition.endPosition = told.endPosition;
      if (told.highWatermark !== undefined) partition.highWatermark = told.highWatermark;
      partition.lastFetchError = told.lastFetchError;
      touched.add(partition);
    }
    const overBound: OverBound[] = [];
    for (const batch of poll.batches) {
      const partition = this.#partitions.get(partitionId(batch.partition));
      const first = batch.records[0];
      if (partition === undefined || first === undefined) continue;
      touched.add(partition);
      if (partition.buffer.size >= this.#capacity) {
        overBound.push({
          partition: partition.partition,
          offsetAfter: partition.consumerPosition,
          refetchFrom: first.offset,
          records: batch.records.length,
          pauseFailed: partition.fetchPaused === true,
        });
        this.#consumer.seek(partition.partition, first.offset);
        partition.consumerPosition = first.offset;
        // The client did not obey the pause, or not yet: before the next poll it is told again what holds then.
        partition.fetchPaused = undefined;
        continue;
      }
      partition.buffer.append(batch.records);
      records += batch.records.length;
    }
    for (const partition of this.#partitions.values()) partition.waitedAtPoll = partition.waitingForData;
    return {
      assignment: poll.assignment,
      records,
      touched: [...touched],
      overBound,
      seekBacks: poll.seekBacks,
      leaderChanges: poll.leaderChanges ?? [],
      failure: poll.failure,
    };
  }

  #applyPauses(): void {
    const pause: TopicPartition[] = [];
    const resume: TopicPartition[] = [];
    for (const partition of this.#partitions.values()) {
      const full = partition.buffer.size >= this.#capacity;
      if (full === partition.fetchPaused) continue;
      partition.fetchPaused = full;
      (full ? pause : resume).push(partition.partition);
    }
    if (pause.length > 0) this.#consumer.pause(pause);
    if (resume.length > 0) this.#consumer.resume(resume);
  }
}
