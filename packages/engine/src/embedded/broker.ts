/**
 * The broker within the embedded log: topics, groups and the transaction coordinator, over one storage.
 *
 * It owns all that outlives a client. The clients of `client.ts` and the scripts of `embedded-log.ts` act on it in
 * plain synchronous steps, so every step is whole (invariant 5); only the clients' answers take time.
 */
import { assert } from "../assert.ts";
import type { Clock } from "../clock.ts";
import { StoatFlowError } from "../errors.ts";
import type { PartitionCommit, TopicSpec } from "../ports.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import { ConsumerGroup } from "./consumer-group.ts";
import { ArmedFaults } from "./fault.ts";
import type { Journal, JournalEntry } from "./journal.ts";
import { type Decision, type Remembered, replayJournal } from "./journal-replay.ts";
import type { LogStorage } from "./log-storage.ts";
import { PartitionLog } from "./partition-log.ts";
import { storedGroup, storedOffsets } from "./stored-offsets.ts";
import { checkTopicSpec, retentionOf, type Topic } from "./topic.ts";
import { TransactionCoordinator } from "./transaction-coordinator.ts";

export interface BrokerOptions {
  readonly clock: Clock;
  readonly storage: LogStorage;
  readonly retentionBytes: number;
  readonly segmentBytes: number;
  /** How long a transaction may stay open when its producer does not say. */
  readonly transactionTimeoutMs: number;
}

export class Broker {
  readonly clock: Clock;
  readonly faults = new ArmedFaults();
  readonly coordinator: TransactionCoordinator;
  readonly transactionTimeoutMs: number;
  /** Told the topic that has other partitions than before. */
  readonly topicWatchers = new Set<(topic: string) => void>();
  readonly #options: BrokerOptions;
  readonly #journal: Journal;
  readonly #topics = new Map<string, Topic>();
  readonly #groups = new Map<string, ConsumerGroup>();

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.clock = options.clock;
    this.transactionTimeoutMs = options.transactionTimeoutMs;
    const remembered = options.storage.replay();
    this.#journal = options.storage.openJournal(() => this.#snapshot());
    this.coordinator = new TransactionCoordinator({
      clock: options.clock,
      journal: this.#journal,
      group: (groupId) => this.group(groupId),
    });
    this.#recover(replayJournal(remembered));
  }

  topic(name: string): Topic | undefined {
    return this.#topics.get(name);
  }

  /** @throws {StoatFlowError} `unknown-topic`. */
  requireTopic(name: string): Topic {
    const topic = this.#topics.get(name);
    if (topic === undefined) {
      throw new StoatFlowError("unknown-topic", `topic "${name}" does not exist`, {
        remedy: "create it before the app starts",
      });
    }
    return topic;
  }

  partition(of: TopicPartition): PartitionLog | undefined {
    return this.#topics.get(of.topic)?.partitions[of.partition];
  }

  /** @throws {StoatFlowError} `unknown-topic`. */
  requirePartition(of: TopicPartition): PartitionLog {
    const partition = this.requireTopic(of.topic).partitions[of.partition];
    if (partition === undefined) {
      throw new StoatFlowError("unknown-topic", `partition ${partitionId(of)} does not exist`, {
        remedy: `add partitions to topic "${of.topic}"`,
      });
    }
    return partition;
  }

  group(groupId: string): ConsumerGroup {
    let group = this.#groups.get(groupId);
    if (group === undefined) {
      group = new ConsumerGroup();
      this.#groups.set(groupId, group);
    }
    return group;
  }

  /** Does nothing where the topic exists already. */
  createTopic(spec: TopicSpec): void {
    if (this.#topics.has(spec.topic)) return;
    checkTopicSpec(spec);
    const topic: Topic = { name: spec.topic, config: spec.config ?? {}, partitions: [] };
    this.#topics.set(spec.topic, topic);
    this.#resize(topic, spec.partitions);
  }

  /** Changes settings of a topic; those that are not named stay. */
  configureTopic(name: string, config: Readonly<Record<string, string>>): void {
    const topic = this.requireTopic(name);
    const changed = { ...topic.config, ...config };
    const partitions = topic.partitions.length;
    this.#journal.append({ kind: "topic", topic: name, partitions, config: changed });
    topic.config = changed;
  }

  addPartitions(name: string, partitions: number): void {
    const topic = this.requireTopic(name);
    assert(partitions >= topic.partitions.length, "a topic's partitions never become fewer");
    this.#resize(topic, partitions);
  }

  /** Deletes the topic and creates it anew, as an operator would: data and committed offsets are gone. */
  recreateTopic(name: string, partitions: number): void {
    const topic = this.requireTopic(name);
    checkTopicSpec({ topic: name, partitions });
    this.#journal.append({ kind: "topic-reset", topic: name });
    for (const group of this.#groups.values()) group.forget(topic.partitions.map(partitionId));
    for (const partition of topic.partitions) partition.reset();
    topic.partitions.length = Math.min(topic.partitions.length, partitions);
    this.#resize(topic, partitions);
  }

  deleteRecords(of: TopicPartition, beforeOffset: number): void {
    const log = this.requirePartition(of);
    const { topic, partition } = of;
    this.#journal.append({ kind: "log-start", topic, partition, offset: beforeOffset });
    log.deleteBefore(beforeOffset);
  }

  truncate(of: TopicPartition, toOffset: number): void {
    const log = this.requirePartition(of);
    const { topic, partition } = of;
    this.#journal.append({ kind: "truncated", topic, partition, offset: toOffset });
    log.truncateTo(toOffset);
  }

  /** Commits outside any transaction. */
  commit(groupId: string, offsets: readonly PartitionCommit[]): void {
    this.#journal.append({ kind: "offsets", offsets: storedOffsets(new Map([[groupId, offsets]])) });
    this.group(groupId).commit(offsets);
  }

  close(): void {
    this.coordinator.close();
    this.#options.storage.close();
  }

  #resize(topic: Topic, partitions: number): void {
    const { name, config } = topic;
    this.#journal.append({ kind: "topic", topic: name, partitions, config });
    this.#open(topic, partitions);
    for (const watcher of this.topicWatchers) watcher(name);
  }

  #open(topic: Topic, partitions: number): void {
    const { storage, retentionBytes, segmentBytes } = this.#options;
    for (let partition = topic.partitions.length; partition < partitions; partition++) {
      const of: TopicPartition = { topic: topic.name, partition };
      topic.partitions.push(
        new PartitionLog({
          ...of,
          storage: storage.openPartition(of),
          retention: retentionOf(topic.config, retentionBytes),
          segmentBytes,
          tombstoneHorizon: () => this.#lowestCommitted(partitionId(of)),
        }),
      );
    }
  }

  /** The lowest position that any group has committed; unbounded where no group reads the partition. */
  #lowestCommitted(id: PartitionId): number {
    let lowest = Number.POSITIVE_INFINITY;
    for (const group of this.#groups.values()) {
      const committed = group.committed.get(id);
      if (committed !== undefined) lowest = Math.min(lowest, Number(committed.offset));
    }
    return lowest;
  }

  #snapshot(): JournalEntry[] {
    const entries: JournalEntry[] = [];
    for (const { name, config, partitions } of this.#topics.values()) {
      entries.push({ kind: "topic", topic: name, partitions: partitions.length, config });
      for (const { partition, startOffset } of partitions) {
        if (startOffset > 0) entries.push({ kind: "log-start", topic: name, partition, offset: startOffset });
      }
    }
    for (const [transactionalId, { producerId }] of this.coordinator.holders) {
      entries.push({ kind: "producer", transactionalId, producerId });
    }
    for (const [groupId, group] of this.#groups) {
      entries.push({ kind: "offsets", offsets: { [groupId]: storedGroup(group.committed) } });
    }
    return entries;
  }

  /** Makes the broker what it was, then ends the transactions that nobody can end. */
  #recover({ topics, logStarts, producers, committed, lastDecision }: Remembered): void {
    for (const [producerId, transactionalId] of producers) {
      this.coordinator.restore(transactionalId, producerId);
    }
    for (const [groupId, offsets] of committed) {
      for (const [id, offset] of offsets) this.group(groupId).restore(id, offset);
    }
    for (const [name, { config, partitions }] of topics) {
      const topic: Topic = { name, config, partitions: [] };
      this.#topics.set(name, topic);
      this.#open(topic, partitions);
    }
    for (const { of, offset } of logStarts.values()) this.partition(of)?.deleteBefore(offset);
    if (lastDecision !== undefined) this.#completeMarkers(lastDecision);
    this.#restoreOpenTransactions(producers);
  }

  /** Writes the markers that a decision announced and that a death kept from being written. */
  #completeMarkers({ producerId, outcome, markers }: Decision): void {
    this.coordinator.reserveProducerId(producerId);
    for (const marker of markers) {
      const log = this.partition(marker);
      if (log?.endOffset !== marker.offset || !log.openProducerIds.includes(producerId)) continue;
      log.appendMarker(producerId, outcome);
    }
  }

  #restoreOpenTransactions(producers: ReadonlyMap<number, string>): void {
    const open = new Map<number, PartitionLog[]>();
    for (const { partitions } of this.#topics.values()) {
      for (const partition of partitions) {
        for (const producerId of partition.openProducerIds) {
          open.set(producerId, [...(open.get(producerId) ?? []), partition]);
        }
      }
    }
    for (const [producerId, partitions] of open) {
      this.coordinator.reserveProducerId(producerId);
      const transactionalId = producers.get(producerId);
      if (transactionalId === undefined) {
        for (const partition of partitions) partition.appendMarker(producerId, "aborted");
      } else {
        this.coordinator.restoreOpen(transactionalId, partitions, this.transactionTimeoutMs);
      }
    }
  }
}
