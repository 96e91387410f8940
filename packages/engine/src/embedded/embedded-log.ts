/**
 * The embedded log: Kafka's semantics in one process, for the demo, the scenarios, the simulation and tests.
 *
 * It owns the broker; processes reach it through {@link EmbeddedLog.client}, and whoever runs the world writes to
 * it, breaks it and looks into it through the other methods, which all act at once.
 */
import type { Clock } from "../clock.ts";
import type { CommittedOffset, LogBounds } from "../ports.ts";
import { noHeaders } from "../record/headers.ts";
import type { Offset } from "../record/offset.ts";
import type { LogRecord, ProducerRecord } from "../record/record.ts";
import type { PartitionId } from "../record/topic-partition.ts";
import { Broker } from "./broker.ts";
import { DirectoryStorage } from "./durable/directory-storage.ts";
import { EmbeddedClient, type EmbeddedClientOptions } from "./embedded-client.ts";
import type { RecordContent } from "./entry-codec.ts";
import type { Fault } from "./fault.ts";
import { memoryStorage } from "./log-storage.ts";
import type { TransactionOutcome } from "./partition-log.ts";
import type { OpenTransaction } from "./transaction-coordinator.ts";

/** Where the embedded log is kept, and how much of it. */
export interface EmbeddedLogOptions {
  readonly clock: Clock;
  /**
   * Where the log is kept. What was acknowledged outlives the process, however it ends; a loss of power may take
   * the newest. One process at a time may have it open. @default in memory alone
   */
  readonly directory?: string;
  /**
   * Bytes that a partition keeps: beyond them its oldest segments go, unless its topic has
   * `cleanup.policy=compact`, where the newest record of each key stays. @default 256 MiB
   */
  readonly retentionBytes?: number;
  /** Bytes at which a segment is closed. @default an eighth of `retentionBytes`, at most 1 MiB */
  readonly segmentBytes?: number;
  /** How long a transaction may stay open when its producer does not say. @default 60000 */
  readonly transactionTimeoutMs?: number;
}

/** A record to append, without the place that it goes to. */
export interface AppendedRecord extends Omit<RecordContent, "headers"> {
  /** @default none */
  readonly headers?: ProducerRecord["headers"];
}

/** Where a partition begins and ends. */
export interface PartitionBounds extends LogBounds {
  /** End of the log, open transactions included. */
  readonly highWatermark: Offset;
}

const mebibyte = 1_048_576;

/**
 * Makes or opens a log in this process.
 *
 * @throws {StoatFlowError} `log-unavailable` where the directory is in use, damaged or not to be written.
 * @example
 * ```ts
 * const log = createEmbeddedLog({ clock: systemClock });
 * log.createTopic("orders", 3);
 * log.append("orders", 0, [{ key: null, value: Buffer.from("1"), timestampMs: 0 }]);
 * const engine = createEngine({ applicationId: "orders", topology, log: log.client() });
 * ```
 */
export function createEmbeddedLog(options: EmbeddedLogOptions): EmbeddedLog {
  const retentionBytes = options.retentionBytes ?? 256 * mebibyte;
  return new EmbeddedLog(
    new Broker({
      clock: options.clock,
      storage: options.directory === undefined ? memoryStorage : new DirectoryStorage(options.directory),
      retentionBytes,
      segmentBytes: options.segmentBytes ?? Math.min(mebibyte, Math.ceil(retentionBytes / 8)),
      transactionTimeoutMs: options.transactionTimeoutMs ?? 60_000,
    }),
  );
}

/** The log itself; apps reach it through {@link EmbeddedLog.client}. */
export class EmbeddedLog {
  readonly #broker: Broker;

  /** Use {@link createEmbeddedLog}. */
  constructor(broker: Broker) {
    this.#broker = broker;
  }

  /** A new process's connection; see {@link EmbeddedClient.crash}. */
  client(options: EmbeddedClientOptions = {}): EmbeddedClient {
    return new EmbeddedClient(this.#broker, options);
  }

  /** Does nothing where the topic exists. Settings go by Kafka's names; `cleanup.policy` and the limits of stamps are obeyed. */
  createTopic(topic: string, partitions: number, config: Readonly<Record<string, string>> = {}): void {
    this.#broker.createTopic({ topic, partitions, config });
  }

  /**
   * Changes settings of a topic, as an operator would. `message.timestamp.after.max.ms` and `.before.max.ms` are
   * obeyed for what producers send from then on; where compaction is wanted, it is said when the topic is created.
   */
  configureTopic(topic: string, config: Readonly<Record<string, string>>): void {
    this.#broker.configureTopic(topic, config);
  }

  /** The topic now has that many partitions; consumers find them within 5 s. */
  addPartitions(topic: string, partitions: number): void {
    this.#broker.addPartitions(topic, partitions);
  }

  /** Deletes the topic and creates it anew: offsets start at 0 and committed offsets are gone. */
  recreateTopic(topic: string, partitions: number): void {
    this.#broker.recreateTopic(topic, partitions);
  }

  /** Appends as a producer without transactions does. */
  append(topic: string, partition: number, records: readonly AppendedRecord[]): void {
    this.#broker.requirePartition({ topic, partition }).append(records.map(withHeaders));
  }

  /** Appends as a producer does that is seen only this once: the records, and a marker that takes an offset. */
  appendTransaction(
    topic: string,
    partition: number,
    records: readonly AppendedRecord[],
    outcome: TransactionOutcome,
  ): void {
    const log = this.#broker.requirePartition({ topic, partition });
    this.#broker.coordinator.writeWhole(log, records.map(withHeaders), outcome);
  }

  /** These offsets are no longer there, as after compaction. */
  compact(topic: string, partition: number, removeOffsets: Iterable<number>): void {
    this.#broker.requirePartition({ topic, partition }).removeOffsets(new Set(removeOffsets));
  }

  /** Retention moves the log start up to `beforeOffset`. */
  deleteRecords(topic: string, partition: number, beforeOffset: number): void {
    this.#broker.deleteRecords({ topic, partition }, beforeOffset);
  }

  /** The log now ends at `toOffset`; a consumer beyond it is set back. */
  truncate(topic: string, partition: number, toOffset: number): void {
    this.#broker.truncate({ topic, partition }, toOffset);
  }

  /** Arms a fault for its next occurrences. */
  inject(fault: Fault): void {
    this.#broker.faults.arm(fault);
  }

  /** Disarms every fault. */
  heal(): void {
    this.#broker.faults.disarmAll();
  }

  /** All that a `read_committed` reader may see, by partition, then by offset. */
  readCommitted(topic: string): LogRecord[] {
    const records: LogRecord[] = [];
    for (const partition of this.#broker.requireTopic(topic).partitions) {
      const read = partition.read(partition.startOffset, Number.POSITIVE_INFINITY);
      for (const record of read.records) records.push(record);
    }
    return records;
  }

  /** What the group has committed. */
  committed(groupId: string): ReadonlyMap<PartitionId, CommittedOffset> {
    return new Map(this.#broker.group(groupId).committed);
  }

  /** Transactions that have written something and have no outcome yet. */
  openTransactions(): readonly OpenTransaction[] {
    return this.#broker.coordinator.openTransactions();
  }

  bounds(topic: string, partition: number): PartitionBounds {
    const log = this.#broker.requirePartition({ topic, partition });
    return {
      start: BigInt(log.startOffset),
      end: BigInt(log.lastStableOffset),
      highWatermark: BigInt(log.endOffset),
    };
  }

  /** How many partitions the topic has; `undefined` where there is none. */
  partitionCount(topic: string): number | undefined {
    return this.#broker.topic(topic)?.partitions.length;
  }

  /** Bytes that the partition holds. */
  byteLength(topic: string, partition: number): number {
    return this.#broker.requirePartition({ topic, partition }).byteLength;
  }

  /** Closes the files. Not needed for what was written to be there at the next open. */
  close(): void {
    this.#broker.close();
  }
}

function withHeaders(record: AppendedRecord): RecordContent {
  return record.headers === undefined
    ? { ...record, headers: noHeaders }
    : { ...record, headers: record.headers };
}
