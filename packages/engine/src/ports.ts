/**
 * What the engine needs of a log: the port. `kafka/` and `embedded/` implement it; nothing else of the engine
 * knows a client library.
 *
 * Rules that every adapter keeps:
 * - A partition's records reach {@link LogConsumer.poll} in offset order, each once, save after a seek or a
 *   seek-back. A rejoin of the group delivers nothing twice: the adapter owns each partition's next offset.
 * - Only what a `read_committed` reader may see is delivered; `position` passes markers and aborted data.
 * - Nothing of a newly assigned partition is delivered before the engine has sought it.
 * - What is read ahead is bounded in bytes, and thrown away on a seek or when the partition is taken away.
 */
import type { Offset } from "./record/offset.ts";
import type { LogRecord, ProducerRecord } from "./record/record.ts";
import type { PartitionId, TopicPartition } from "./record/topic-partition.ts";

/** A log as one process reaches it: that of `kafkaLog`, or a client of the embedded log. */
export interface LogClient {
  /** `kafka` or `embedded`; shown in the status. */
  readonly kind: string;
  consumer(options: ConsumerOptions): LogConsumer;
  /** A new producer each time; one that was discarded is never used again. */
  producer(options: ProducerOptions): LogProducer;
  readonly admin: LogAdmin;
  /** Ends every connection that is still open. */
  close(): Promise<void>;
}

export interface ConsumerOptions {
  readonly groupId: string;
  readonly topics: readonly string[];
  /** The most records of one `poll`, over all partitions. */
  readonly maxPollRecords: number;
  /** How often new partitions of the topics are looked for, in milliseconds. */
  readonly metadataMaxAgeMs: number;
}

/** One member of a consumer group. */
export interface LogConsumer {
  /**
   * Joins the group. The assignment is told by {@link poll}.
   *
   * @throws {StoatFlowError} `log-unavailable`, `unknown-topic`.
   */
  start(): Promise<void>;
  /** Sets the one listener that is called when a `poll` would tell something new. Never called within `poll`. */
  onReady(listener: () => void): void;
  /** Takes what is at hand; never waits and never throws for want of data. */
  poll(): Poll;
  /** Stops fetching these partitions. Takes effect before the next `poll`. */
  pause(partitions: readonly TopicPartition[]): void;
  resume(partitions: readonly TopicPartition[]): void;
  /** The next record of the partition is the first at or above `offset`. What was read ahead is thrown away. */
  seek(partition: TopicPartition, offset: Offset): void;
  /** What the group has committed; a partition without a commit is absent. */
  committed(partitions: readonly TopicPartition[]): Promise<ReadonlyMap<PartitionId, CommittedOffset>>;
  bounds(partitions: readonly TopicPartition[]): Promise<ReadonlyMap<PartitionId, LogBounds>>;
  /** Commits outside any transaction (at-least-once). */
  commit(offsets: readonly PartitionCommit[]): Promise<CommitOutcome>;
  /** Leaves the group and ends. */
  stop(): Promise<void>;
  /** Bytes and records read ahead and not yet polled, with the bound. */
  readAhead(): ReadAhead;
}

/** What one poll tells; at most `maxPollRecords` records over all batches. */
export interface Poll {
  /** Present when the assignment changed, told after the fact: the whole new assignment. */
  readonly assignment?: readonly TopicPartition[];
  /** In the order in which they are to be appended. A partition occurs at most once. */
  readonly batches: readonly RecordBatch[];
  /** Every partition whose position or end changed since the last poll. */
  readonly progress: readonly PartitionProgress[];
  /** Moves of a position to a lower offset that the broker forced: log truncation, an offset reset. */
  readonly seekBacks: readonly SeekBack[];
  /**
   * What the records read so far tell of new leader epochs, each once; absent where that is nothing, and of a log that
   * has no leaders.
   */
  readonly leaderChanges?: readonly LeaderChange[];
  /** The client has ended by itself and cannot go on. */
  readonly failure?: Error;
}

export interface RecordBatch {
  readonly partition: TopicPartition;
  /** Ascending offsets, at least one. */
  readonly records: readonly LogRecord[];
}

export interface PartitionProgress {
  readonly partition: TopicPartition;
  /** Offset of the next record that a poll will bring; passes markers and aborted data. */
  readonly position: Offset;
  /** The last stable offset; unknown until the log was asked. */
  readonly endPosition: Offset | undefined;
  /** End of the log, open transactions included; unknown until the log was asked. */
  readonly highWatermark: Offset | undefined;
  /** Why the last fetch of the partition failed; absent where it went well, or none was answered yet. */
  readonly lastFetchError?: string;
}

export interface SeekBack {
  readonly partition: TopicPartition;
  readonly from: Offset;
  readonly to: Offset;
}

/** A partition has a new leader epoch, as its records show: another broker leads it, or the same one was elected anew. */
export interface LeaderChange {
  readonly partition: TopicPartition;
  /** The epoch before. Where several came and went unread, `toEpoch` is more than one above it. */
  readonly fromEpoch: number;
  readonly toEpoch: number;
  /** The first record read that was appended in the new epoch; a transaction's marker may be it. */
  readonly atOffset: Offset;
}

export interface CommittedOffset {
  readonly offset: Offset;
  /** Empty where none was given. */
  readonly metadata: string;
}

export interface LogBounds {
  /** The first offset that exists. */
  readonly start: Offset;
  /** The last stable offset. */
  readonly end: Offset;
}

export interface PartitionCommit {
  readonly partition: TopicPartition;
  readonly offset: Offset;
  readonly metadata: string;
}

export interface ReadAhead {
  readonly bytes: number;
  readonly bytesLimit: number;
}

export interface ProducerOptions {
  /** Absent: no transactions; `send` waits for the acknowledgement of all in-sync replicas. */
  readonly transactionalId?: string;
  readonly transactionTimeoutMs?: number;
}

/**
 * `unknown`: the client saw an error and the broker may have done either; the caller must ask (invariant 12).
 * `aborted`: surely not committed. `fenced`: another producer holds the `transactional.id`; final.
 */
export type CommitOutcome = "committed" | "aborted" | "unknown" | "fenced";

/**
 * A producer. The order of a transaction is `begin`, `send`…, `sendOffsets`, `commit`.
 *
 * `begin`, `send` and `sendOffsets` throw a {@link StoatFlowError}: `fenced`, `transaction-failed` (do the epoch
 * again), `output-refused` (doing it again will not help) or `log-unavailable`.
 */
export interface LogProducer {
  /** Connects; with a `transactionalId` it fences the former holder and ends its open transaction. */
  init(): Promise<void>;
  begin(): Promise<void>;
  /** Sends in the given order for each partition; resolves when all are acknowledged. Bounded in bytes by parts. */
  send(records: readonly ProducerRecord[]): Promise<void>;
  sendOffsets(groupId: string, offsets: readonly PartitionCommit[]): Promise<void>;
  commit(): Promise<CommitOutcome>;
  abort(): Promise<void>;
  /** Drops the connection without ending a transaction that is open: the next `init` does that. Never throws. */
  discard(): Promise<void>;
}

export interface LogAdmin {
  /** The partition counts of the topics that exist. */
  partitionCounts(topics: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * The settings of the topics that exist, by Kafka's names, defaults included. A topic whose settings this user may
   * not see is absent.
   *
   * @throws {StoatFlowError} `log-unavailable`.
   */
  topicConfigs(topics: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>>;
  /** Creates those that do not exist yet. */
  createTopics(topics: readonly TopicSpec[]): Promise<void>;
  /**
   * Reads every partition of the topic from its start to the end found at the call, through the abort filter, outside
   * any group. `each` gets batches of one partition in offset order.
   *
   * @throws {StoatFlowError} `unknown-topic`, `log-unavailable`.
   */
  readToEnd(topic: string, each: (records: readonly LogRecord[]) => void, end?: ReadEnd): Promise<void>;
  /**
   * Reads the record at exactly that offset as a `read_committed` reader would, outside any group, over a connection of
   * its own. A log that can't do that has no such method.
   *
   * @param limitMs how long it is asked for at most.
   * @throws {StoatFlowError} `log-unavailable`.
   */
  readRecord?(partition: TopicPartition, offset: Offset, limitMs: number): Promise<RecordRead>;
}

/** The record at an offset, or why there is none. */
export type RecordRead =
  | { readonly kind: "found"; readonly record: LogRecord }
  | { readonly kind: "no-partition" }
  /** Below the first offset that exists. */
  | { readonly kind: "deleted"; readonly start: Offset }
  /** At or above the last stable offset: not written yet, or of a transaction that is open. */
  | { readonly kind: "beyond-end"; readonly end: Offset }
  | { readonly kind: "aborted" }
  /** The offset is that of the marker which ends a transaction. */
  | { readonly kind: "marker" }
  /** Within the log, and compaction has taken it. */
  | { readonly kind: "compacted" };

/**
 * Where a reading ends: at the last `stable` offset (the default), or behind all that is `written`, which waits for
 * transactions that are decided and not yet marked as such. State that is restored needs the second, or it may lack
 * what is committed.
 */
export type ReadEnd = "stable" | "written";

export interface TopicSpec {
  readonly topic: string;
  readonly partitions: number;
  /** Topic settings by Kafka's names, e.g. `cleanup.policy`. */
  readonly config?: Readonly<Record<string, string>>;
}
