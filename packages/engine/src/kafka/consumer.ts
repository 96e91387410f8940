/**
 * The port's consumer on Kafka. It owns each partition's next offset: a cursor for every assigned partition, fed by a
 * reader of its own, while the membership in the group only says which partitions those are.
 *
 * Called by the engine's poll loop. It keeps invariants 1 and 8 on the way in (a rejoin touches no cursor that stays),
 * 9 (a position goes down only by a seek-back that it reports) and 17 (what is read ahead is bounded).
 */
import type { Cluster } from "kafkajs";
import { StoatFlowError } from "../errors.ts";
import type {
  CommitOutcome,
  CommittedOffset,
  ConsumerOptions,
  LogBounds,
  LogConsumer,
  PartitionCommit,
  PartitionProgress,
  Poll,
  ReadAhead,
  RecordBatch,
  SeekBack,
} from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import { asking } from "./asking.ts";
import { AssignmentChanges } from "./assignment-changes.ts";
import { clusterOf } from "./connection.ts";
import { ending } from "./ending.ts";
import { fairShares } from "./fair-shares.ts";
import { GroupMembership } from "./group-membership.ts";
import { committedOffsets } from "./group-offsets.ts";
import { LeaderEpochs } from "./leader-epochs.ts";
import { logBounds } from "./log-bounds.ts";
import { LogReader } from "./log-reader.ts";
import type { KafkaSettings } from "./options.ts";
import { PartitionCursor } from "./partition-cursor.ts";
import { ProgressTold } from "./progress-told.ts";
import { existingPartitionCounts } from "./topic-metadata.ts";

export class KafkaConsumer implements LogConsumer {
  readonly #settings: KafkaSettings;
  readonly #options: ConsumerOptions;
  readonly #cluster: Cluster;
  readonly #reader: LogReader;
  readonly #membership: GroupMembership;
  readonly #assignments = new AssignmentChanges();
  readonly #progress = new ProgressTold();
  readonly #leaders = new LeaderEpochs();
  #cursors = new Map<PartitionId, PartitionCursor>();
  /** The cursors, turned by one at each poll so that none is always first. */
  #order: PartitionCursor[] = [];
  #seekBacks: SeekBack[] = [];
  #failure: Error | undefined;
  #listener: () => void = () => undefined;
  #isAnnounced = false;
  #isStopped = false;

  constructor(settings: KafkaSettings, options: ConsumerOptions) {
    this.#settings = settings;
    this.#options = options;
    this.#cluster = clusterOf(settings, options.metadataMaxAgeMs);
    this.#reader = new LogReader(this.#cluster, settings, {
      onFetched: (partition, messages) => this.#leaders.read(partition, messages),
      onProgress: () => this.#announce(),
      onSeekBack: ({ partition }, from, to) => {
        this.#seekBacks.push({ partition, from, to });
        this.#announce();
      },
      onFailure: (error) => this.#fail(error),
    });
    this.#membership = new GroupMembership(settings, {
      groupId: options.groupId,
      topics: options.topics,
      metadataMaxAgeMs: options.metadataMaxAgeMs,
      onAssigned: (partitions) => {
        this.#assignments.add(partitions);
        this.#announce();
      },
      onFailure: (error) => this.#fail(error),
    });
  }

  async start(): Promise<void> {
    const { topics } = this.#options;
    await asking(this.#settings, "connecting to Kafka", () => this.#cluster.connect());
    const counts = await existingPartitionCounts(this.#settings, this.#cluster, topics);
    const missing = topics.filter((topic) => !counts.has(topic));
    if (missing.length > 0) {
      throw new StoatFlowError("unknown-topic", `${quoted(missing)} not there`, {
        remedy: "create what is missing, or mend the name in the topology",
      });
    }
    await asking(this.#settings, "looking up topics", () =>
      this.#cluster.addMultipleTargetTopics([...topics]),
    );
    // Stopped meanwhile: a member that joined now would hold the partitions and nobody would end it.
    if (this.#isStopped) return;
    await asking(this.#settings, `joining group "${this.#options.groupId}"`, () => this.#membership.start());
  }

  onReady(listener: () => void): void {
    this.#listener = listener;
  }

  poll(): Poll {
    this.#isAnnounced = false;
    const assignment = this.#assignments.take();
    if (assignment !== undefined) this.#adopt(assignment);
    const batches = this.#takeBatches();
    const seekBacks = this.#seekBacks;
    this.#seekBacks = [];
    const poll: { -readonly [K in keyof Poll]: Poll[K] } = {
      batches,
      progress: this.#newProgress(),
      seekBacks,
    };
    if (assignment !== undefined) poll.assignment = assignment;
    const leaderChanges = this.#leaders.take();
    if (leaderChanges.length > 0) poll.leaderChanges = leaderChanges;
    if (this.#failure !== undefined) poll.failure = this.#failure;
    if (batches.length > 0) this.#reader.pump();
    if (this.#assignments.isPending || this.#order.some((cursor) => cursor.takeable > 0))
      this.#announceLater();
    return poll;
  }

  pause(partitions: readonly TopicPartition[]): void {
    for (const partition of partitions) this.#cursors.get(partitionId(partition))?.pause();
  }

  resume(partitions: readonly TopicPartition[]): void {
    for (const partition of partitions) this.#cursors.get(partitionId(partition))?.resume();
    this.#reader.pump();
    this.#announceLater();
  }

  seek(partition: TopicPartition, offset: Offset): void {
    const cursor = this.#cursors.get(partitionId(partition));
    // A partition that has been taken away meanwhile is no longer read; the next poll tells.
    if (cursor === undefined) return;
    cursor.seek(offset);
    this.#reader.pump();
    this.#announceLater();
  }

  committed(partitions: readonly TopicPartition[]): Promise<ReadonlyMap<PartitionId, CommittedOffset>> {
    return committedOffsets(this.#settings, this.#cluster, this.#options.groupId, partitions);
  }

  bounds(partitions: readonly TopicPartition[]): Promise<ReadonlyMap<PartitionId, LogBounds>> {
    return logBounds(this.#settings, this.#cluster, partitions);
  }

  commit(offsets: readonly PartitionCommit[]): Promise<CommitOutcome> {
    return this.#membership.commit(offsets);
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#reader.stop();
    await Promise.all([
      ending(this.#settings, () => this.#membership.stop()),
      ending(this.#settings, () => this.#cluster.disconnect()),
    ]);
  }

  readAhead(): ReadAhead {
    let bytes = 0;
    for (const cursor of this.#order) bytes += cursor.bytes;
    return { bytes, bytesLimit: this.#settings.readAheadBytesLimit };
  }

  /** Partitions that stay keep their cursors, and with them their positions and what was read ahead. */
  #adopt(assignment: readonly TopicPartition[]): void {
    const cursors = new Map<PartitionId, PartitionCursor>();
    for (const partition of assignment) {
      const id = partitionId(partition);
      cursors.set(id, this.#cursors.get(id) ?? new PartitionCursor(partition));
    }
    this.#cursors = cursors;
    this.#order = [...cursors.values()];
    this.#progress.keep(cursors);
    this.#seekBacks = this.#seekBacks.filter(({ partition }) => cursors.has(partitionId(partition)));
    this.#reader.assign(cursors);
  }

  #takeBatches(): RecordBatch[] {
    const shares = fairShares(
      this.#order.map((cursor) => cursor.takeable),
      this.#options.maxPollRecords,
    );
    const batches: RecordBatch[] = [];
    for (const [i, cursor] of this.#order.entries()) {
      const records = cursor.take(shares[i] ?? 0);
      if (records.length > 0) batches.push({ partition: cursor.partition, records });
    }
    const first = this.#order.shift();
    if (first !== undefined) this.#order.push(first);
    return batches;
  }

  #newProgress(): PartitionProgress[] {
    const progress: PartitionProgress[] = [];
    for (const cursor of this.#order) {
      const told = this.#progress.next(cursor);
      if (told !== undefined) progress.push(told);
    }
    return progress;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#announce();
  }

  #announce(): void {
    if (this.#isAnnounced || this.#isStopped) return;
    this.#isAnnounced = true;
    this.#listener();
  }

  /** In a later turn: the listener is never called within a call of the engine. */
  #announceLater(): void {
    this.#settings.clock.nextTurn(() => this.#announce());
  }
}

function quoted(topics: readonly string[]): string {
  const names = topics.map((topic) => `"${topic}"`).join(", ");
  return topics.length === 1 ? `topic ${names} is` : `topics ${names} are`;
}
