/**
 * A consumer of the embedded log.
 *
 * It owns its assignment and when the engine is told that a poll would bring something. Used by the engine through
 * the port. It keeps its side of invariants 1 and 8: each partition is read in offset order from where the engine
 * sought, and nothing that a poll brought is skipped or brought again without a seek.
 */
import { assert } from "../assert.ts";
import type { Cancel } from "../clock.ts";
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
import {
  comparePartitions,
  type PartitionId,
  partitionId,
  type TopicPartition,
} from "../record/topic-partition.ts";
import { AssignedPartition } from "./assigned-partition.ts";
import type { Broker } from "./broker.ts";
import { answerCommit } from "./commit-answer.ts";
import type { ConsumerGroup, GroupMember, TakeOver } from "./consumer-group.ts";
import type { LogProcess } from "./log-process.ts";

/** New partitions are found at the latest after this, whatever `metadataMaxAgeMs` says. */
const discoveryMsMax = 5_000;

const nothing: Poll = { batches: [], progress: [], seekBacks: [] };

/** A member that was cut off ends after this, as a client does whose session with the group is over. */
const sessionMs = 10_000;

/** Records are handed over from the log itself, so nothing is ever read ahead. */
const noReadAhead: ReadAhead = { bytes: 0, bytesLimit: 0 };

export class EmbeddedConsumer implements LogConsumer, GroupMember {
  readonly #broker: Broker;
  readonly #process: LogProcess;
  readonly #options: ConsumerOptions;
  readonly #group: ConsumerGroup;
  readonly #takeOver: TakeOver;
  readonly #assigned = new Map<PartitionId, AssignedPartition>();
  readonly #ends: (() => void)[] = [];
  #membership: "outside" | "joined" | "ended" = "outside";
  #assignmentIsNew = false;
  /** All partitions were taken away since the last poll; another member may have worked on them. */
  #lossUntold = false;
  #listener: (() => void) | undefined;
  #cancelSignal: Cancel | undefined;
  /** Another member has the partitions, and this one was not told. */
  #cutOff: "no" | "unknowing" | "told" = "no";
  /** Which partition is served first; moves on with every poll, so that none is always last. */
  #firstServed = 0;

  constructor(broker: Broker, process: LogProcess, options: ConsumerOptions, takeOver: TakeOver) {
    this.#broker = broker;
    this.#process = process;
    this.#options = options;
    this.#group = broker.group(options.groupId);
    this.#takeOver = takeOver;
  }

  start(): Promise<void> {
    return this.#process.answer(() => {
      assert(this.#membership === "outside", "a consumer starts once");
      for (const topic of this.#options.topics) this.#broker.requireTopic(topic);
      this.#membership = "joined";
      const watcher = (topic: string) => this.#topicChanged(topic);
      this.#broker.topicWatchers.add(watcher);
      this.#ends.push(
        () => this.#broker.topicWatchers.delete(watcher),
        this.#process.onCrash(() => this.#end()),
      );
      this.#group.join(this, this.#takeOver);
    });
  }

  onReady(listener: () => void): void {
    this.#listener = listener;
    this.#signal();
  }

  poll(): Poll {
    if (this.#membership !== "joined") return nothing;
    if (this.#cutOff === "told") return { ...nothing, failure: fenced() };
    this.#cancelSignal?.();
    this.#cancelSignal = undefined;
    const batches = this.#takeBatches();
    const progress: PartitionProgress[] = [];
    const seekBacks: SeekBack[] = [];
    let more = false;
    for (const assigned of this.#assigned.values()) {
      seekBacks.push(...assigned.takeSeekBacks());
      const moved = assigned.takeProgress();
      if (moved !== undefined) progress.push(moved);
      more ||= assigned.isReadable();
    }
    if (more) this.#signal();
    if (!this.#assignmentIsNew) return { batches, progress, seekBacks };
    if (this.#lossUntold) {
      // Told on its own, though they came back meanwhile: nothing of before the loss is to be gone on with.
      this.#lossUntold = false;
      this.#assignmentIsNew = this.#assigned.size > 0;
      if (this.#assignmentIsNew) this.#signal();
      return { assignment: [], batches, progress, seekBacks };
    }
    this.#assignmentIsNew = false;
    const assignment = [...this.#assigned.values()].map(({ partition }) => partition);
    return { assignment, batches, progress, seekBacks };
  }

  pause(partitions: readonly TopicPartition[]): void {
    for (const partition of partitions) this.#assigned.get(partitionId(partition))?.pause();
  }

  resume(partitions: readonly TopicPartition[]): void {
    for (const partition of partitions) this.#assigned.get(partitionId(partition))?.resume();
  }

  seek(partition: TopicPartition, offset: Offset): void {
    this.#assigned.get(partitionId(partition))?.seek(Number(offset));
  }

  committed(partitions: readonly TopicPartition[]): Promise<ReadonlyMap<PartitionId, CommittedOffset>> {
    return this.#process.answer(() => {
      const found = new Map<PartitionId, CommittedOffset>();
      for (const id of partitions.map(partitionId)) {
        const committed = this.#group.committed.get(id);
        if (committed !== undefined) found.set(id, committed);
      }
      return found;
    });
  }

  bounds(partitions: readonly TopicPartition[]): Promise<ReadonlyMap<PartitionId, LogBounds>> {
    return this.#process.answer(() => {
      const bounds = new Map<PartitionId, LogBounds>();
      for (const partition of partitions) {
        const { startOffset, lastStableOffset } = this.#broker.requirePartition(partition);
        bounds.set(partitionId(partition), { start: BigInt(startOffset), end: BigInt(lastStableOffset) });
      }
      return bounds;
    });
  }

  commit(offsets: readonly PartitionCommit[]): Promise<CommitOutcome> {
    return answerCommit(this.#broker.faults, this.#process, offsets.length > 0, () =>
      this.#commitNow(offsets),
    );
  }

  stop(): Promise<void> {
    return this.#process.answer(() => this.#end());
  }

  readAhead(): ReadAhead {
    return noReadAhead;
  }

  /** Called by the group. */
  assign(holdsAll: boolean): void {
    for (const assigned of this.#assigned.values()) assigned.release();
    this.#assigned.clear();
    if (holdsAll) this.#assignAll();
    else this.#lossUntold = true;
    this.#assignmentIsNew = true;
    this.#signal();
  }

  /** Called by the group. */
  cutOff(): void {
    this.#cutOff = "unknowing";
    const cancel = this.#broker.clock.after(sessionMs, () => {
      this.#cutOff = "told";
      this.#signal();
    });
    this.#ends.push(cancel);
  }

  /** Every partition gets a fair part of the poll, in an order that turns with each poll. */
  #takeBatches(): RecordBatch[] {
    const readable: AssignedPartition[] = [];
    for (const assigned of this.#assigned.values()) {
      assigned.follow();
      if (assigned.isReadable() && !assigned.isDelayed()) readable.push(assigned);
    }
    const batches: RecordBatch[] = [];
    let left = this.#options.maxPollRecords;
    for (let served = 0; served < readable.length && left > 0; served++) {
      const assigned = readable[(this.#firstServed + served) % readable.length];
      if (assigned === undefined) break;
      const records = assigned.take(Math.ceil(left / (readable.length - served)));
      left -= records.length;
      batches.push({ partition: assigned.partition, records });
    }
    this.#firstServed = readable.length === 0 ? 0 : (this.#firstServed + 1) % readable.length;
    return batches;
  }

  #commitNow(offsets: readonly PartitionCommit[]): CommitOutcome {
    if (this.#cutOff !== "no") return "fenced";
    if (!this.#group.isOwner(this)) return "aborted";
    const unknown = this.#broker.faults.take("commit-unknown");
    if (unknown?.outcome !== "aborted") this.#broker.commit(this.#options.groupId, offsets);
    return unknown === undefined ? "committed" : "unknown";
  }

  /** Takes up the partitions that are not assigned yet, and gives back those that are no more. */
  #assignAll(): boolean {
    const wanted = this.#options.topics
      .flatMap((topic) => this.#broker.topic(topic)?.partitions ?? [])
      .sort(comparePartitions);
    let changed = false;
    const former = new Map(this.#assigned);
    this.#assigned.clear();
    for (const log of wanted) {
      const id = partitionId(log);
      const known = former.get(id);
      this.#assigned.set(id, known ?? new AssignedPartition(log, this.#broker, () => this.#signal()));
      if (known === undefined) changed = true;
      former.delete(id);
    }
    for (const gone of former.values()) gone.release();
    return changed || former.size > 0;
  }

  #topicChanged(topic: string): void {
    if (!this.#options.topics.includes(topic)) return;
    const { clock } = this.#broker;
    clock.after(Math.min(this.#options.metadataMaxAgeMs, discoveryMsMax), () => {
      if (this.#membership !== "joined" || !this.#group.isOwner(this)) return;
      if (!this.#assignAll()) return;
      this.#assignmentIsNew = true;
      this.#signal();
    });
  }

  /** Tells the engine in a later turn, once however much has changed by then. */
  #signal(): void {
    if (this.#membership !== "joined" || this.#listener === undefined) return;
    if (this.#cancelSignal !== undefined) return;
    this.#cancelSignal = this.#broker.clock.nextTurn(() => {
      this.#cancelSignal = undefined;
      this.#listener?.();
    });
  }

  #end(): void {
    if (this.#membership === "ended") return;
    this.#membership = "ended";
    this.#cancelSignal?.();
    for (const end of this.#ends) end();
    for (const assigned of this.#assigned.values()) assigned.release();
    this.#assigned.clear();
    this.#group.leave(this);
  }
}

function fenced(): StoatFlowError {
  return new StoatFlowError("fenced", "another member of the group has the partitions", {
    remedy: "leave this instance down; the other one goes on from what is committed",
  });
}
