/**
 * The dispatcher: takes the record of the partition with the oldest head, one after another.
 *
 * Owns the order of heads. Called by the engine's turn. Keeps invariants 1 and 2: a partition's records leave in
 * the order in which they were appended, since only heads are compared and only heads are taken. While a partition
 * is empty here and not at the broker, nothing is dispatched (KIP-695), so that its older records are not overtaken.
 * A partition that its alignment group holds is left out of the choice.
 */
import type { StoatFlowError } from "../errors.ts";
import type { LogRecord, ProducerRecord } from "../record/record.ts";
import type { PartitionId } from "../record/topic-partition.ts";
import { comparePartitions } from "../record/topic-partition.ts";
import { AlignmentGroup } from "../watermark/alignment.ts";
import type { DropReason, HoldEndedBy } from "../wire/index.ts";
import type { DispatchPartition, Head } from "./dispatch-partition.ts";
import { before, HeadOrder } from "./head-order.ts";
import { isOdd } from "./head-stamp.ts";
import { TaskIdle } from "./task-idle.ts";
import type { Regression } from "./tracked-offset.ts";

/** What becomes of the first record of a buffer. */
export type HeadOutcome =
  | { readonly kind: "head"; readonly head: Head }
  /** It moves the position and nothing else; `letter` is what is written of it in its epoch's transaction. */
  | { readonly kind: "drop"; readonly reason: DropReason; readonly letter?: ProducerRecord }
  /** Its letter is more than the open epoch may hold: it is judged when the next epoch opens. */
  | { readonly kind: "wait" }
  | { readonly kind: "fail"; readonly error: StoatFlowError };

/** Where dispatched records go: the first stage of the topology and the lanes behind it. */
export interface DispatchTarget {
  /** Decodes and judges a record when it becomes head. */
  headOf(record: LogRecord): HeadOutcome;
  /** Takes a record with all of its rows, whatever the mailboxes hold. */
  accept(head: Head): void;
  /** The rows of the last record wait for capacity of their lane: nothing may follow them yet. */
  readonly waitingForCapacity: boolean;
}

export interface DispatchObserver {
  dispatched(partition: DispatchPartition, record: LogRecord): void;
  dropped(reason: DropReason, letter: ProducerRecord | undefined): void;
  regression(partition: DispatchPartition, regression: Regression): void;
  /** A head was found whose event time is worth a look: far ahead of the wall clock, or very small. */
  oddStamp?(partition: DispatchPartition, head: Head): void;
  /** A head that stood at the last look leaves its place; its hold, where it has one, is still there to be read. */
  headLeft?(partition: DispatchPartition, head: Head, endedBy: HoldEndedBy): void;
}

/** Why a run of the dispatcher ended. */
export type DispatchStop =
  | "budget"
  | "empty"
  | "waiting-for-data"
  | "task-idle"
  | "lane-full"
  | "epoch-full"
  | "failed";

export class Dispatcher {
  readonly #target: DispatchTarget;
  readonly #observer: DispatchObserver;
  readonly #partitions = new Map<PartitionId, DispatchPartition>();
  readonly #order = new HeadOrder<DispatchPartition>();
  readonly #waiting = new Set<DispatchPartition>();
  /** Partitions whose first record waits for the next epoch: older ones may follow it, so nothing goes out. */
  readonly #unjudged = new Set<DispatchPartition>();
  readonly #groups = new Map<string, AlignmentGroup<DispatchPartition>>();
  readonly #taskIdle: TaskIdle;
  #failure: StoatFlowError | undefined;
  #changes = 0;
  #waitsForEmpty = false;

  /** @param taskIdle how long an empty, caught-up partition is waited for. @default not at all */
  constructor(
    target: DispatchTarget,
    observer: DispatchObserver,
    taskIdle: TaskIdle = new TaskIdle(0, () => 0),
  ) {
    this.#target = target;
    this.#observer = observer;
    this.#taskIdle = taskIdle;
  }

  get partitions(): IterableIterator<DispatchPartition> {
    return this.#partitions.values();
  }

  partition(id: PartitionId): DispatchPartition | undefined {
    return this.#partitions.get(id);
  }

  /** The partition whose data is waited for, the first in order; nothing is dispatched meanwhile. */
  get waitingFor(): DispatchPartition | undefined {
    return this.#firstWaiting(() => true);
  }

  /** As {@link waitingFor}, of those for which the last poll brought nothing. */
  get keptWaitingFor(): DispatchPartition | undefined {
    return this.#firstWaiting(({ source }) => source.keptWaiting);
  }

  #firstWaiting(counts: (partition: DispatchPartition) => boolean): DispatchPartition | undefined {
    if (this.#waiting.size === 0) return undefined;
    for (const partition of this.#partitions.values()) {
      if (this.#waiting.has(partition) && counts(partition)) return partition;
    }
    return undefined;
  }

  /** The partitions whose data is waited for. */
  get waiting(): ReadonlySet<DispatchPartition> {
    return this.#waiting;
  }

  /** An empty, caught-up partition is given its time to bring an older record; nothing is dispatched meanwhile. */
  get waitsForEmpty(): boolean {
    return this.#waitsForEmpty;
  }

  /** The partition with the oldest head, be it held by alignment or not. */
  get oldest(): DispatchPartition | undefined {
    let oldest = this.#order.first();
    for (const { withheld } of this.#groups.values()) {
      for (const partition of withheld) {
        if (partition.head !== undefined && (oldest === undefined || before(partition, oldest))) {
          oldest = partition;
        }
      }
    }
    return oldest;
  }

  /** Whether an alignment hold binds: it keeps the oldest head from being dispatched. */
  get alignmentBinds(): boolean {
    return this.#groups.size > 0 && (this.oldest?.aligned ?? false);
  }

  /** Whether a record could be dispatched now, lanes permitting. */
  get ready(): boolean {
    const held = this.#waiting.size > 0 || this.#unjudged.size > 0;
    return this.#order.size > 0 && !held && this.#failure === undefined;
  }

  /** A record that its policy does not let pass; the prefix in front of it is still to be committed. */
  get failure(): StoatFlowError | undefined {
    return this.#failure;
  }

  /** What the partition says of event time has changed, later than all others. */
  changed(partition: DispatchPartition): void {
    this.#changes += 1;
    partition.changedAt = this.#changes;
  }

  add(partitions: Iterable<DispatchPartition>): void {
    const all = [...this.#partitions.values(), ...partitions];
    all.sort((a, b) => comparePartitions(a.source.partition, b.source.partition));
    this.#partitions.clear();
    this.#order.clear();
    this.#groups.clear();
    for (const [rank, partition] of all.entries()) {
      partition.rank = rank;
      this.#partitions.set(partition.source.id, partition);
      this.#align(partition);
    }
    for (const partition of all) {
      if (partition.head !== undefined) this.#order.add(partition);
      this.#look(partition);
    }
  }

  /** Event time may have moved, or partitions may count again or no longer, without a dispatch. */
  lookAtAlignment(): void {
    for (const group of this.#groups.values()) {
      group.lookAgain();
      for (const partition of [...this.#waiting]) if (partition.group === group) this.#look(partition);
    }
  }

  #align(partition: DispatchPartition): void {
    const { alignment } = partition;
    if (alignment === undefined) return;
    const group = this.#groups.get(alignment.group) ?? new AlignmentGroup<DispatchPartition>();
    this.#groups.set(alignment.group, group);
    partition.group = group;
    group.add(partition);
  }

  clear(): void {
    this.endHolds("revoked");
    this.#groups.clear();
    this.#taskIdle.clear();
    this.#waitsForEmpty = false;
    this.#partitions.clear();
    this.#order.clear();
    this.#waiting.clear();
    this.#unjudged.clear();
    this.#failure = undefined;
  }

  /** Heads that are still held are held no longer: the app ends, or goes back to its last commit. */
  endHolds(endedBy: HoldEndedBy): void {
    for (const partition of this.#partitions.values()) {
      if (partition.head !== undefined && partition.standing)
        this.#headLeft(partition, partition.head, endedBy);
    }
  }

  /** After a poll: the partitions that it touched may have a head now, or be waited for no longer. */
  refresh(ids: Iterable<PartitionId>): void {
    for (const id of ids) {
      const partition = this.#partitions.get(id);
      if (partition === undefined) continue;
      // Having a backlog again, it counts in its group again.
      if (partition.table) partition.group?.lookAgain();
      if (partition.head === undefined && this.#resolveHead(partition)) {
        partition.group?.forget(partition);
        this.#order.add(partition);
      }
      this.#look(partition);
    }
  }

  /** An epoch opens: what did not fit into the one before is judged now. */
  epochOpened(): void {
    const ids = [...this.#unjudged].map(({ source }) => source.id);
    this.#unjudged.clear();
    this.refresh(ids);
  }

  /**
   * Dispatches up to `budget` records.
   *
   * @param servedMs the serving clock, for idleness.
   */
  dispatch(budget: number, servedMs: number): { readonly records: number; readonly stop: DispatchStop } {
    let records = 0;
    this.#waitsForEmpty = false;
    while (records < budget) {
      if (this.#groups.size > 0) this.#releaseAligned();
      if (this.#failure !== undefined) return { records, stop: "failed" };
      if (this.#waiting.size > 0) return { records, stop: "waiting-for-data" };
      if (this.#unjudged.size > 0) return { records, stop: "epoch-full" };
      if (this.#target.waitingForCapacity) return { records, stop: "lane-full" };
      const partition = this.#order.first();
      const head = partition?.head;
      if (partition === undefined || head === undefined) return { records, stop: "empty" };
      if (partition.aligned) {
        this.#order.removeFirst();
        partition.group?.withhold(partition);
        continue;
      }
      if (this.#taskIdle.waits()) {
        this.#waitsForEmpty = true;
        return { records, stop: "task-idle" };
      }
      this.#take(partition, head, servedMs);
      records += 1;
    }
    return { records, stop: "budget" };
  }

  #releaseAligned(): void {
    for (const group of this.#groups.values()) {
      for (const partition of group.release()) {
        if (partition.head === undefined) this.#look(partition);
        else this.#order.add(partition);
      }
    }
  }

  #take(partition: DispatchPartition, head: Head, servedMs: number): void {
    // It counts in its group from now on, perhaps lower than all others.
    if (partition.group !== undefined && (partition.idle || partition.valueMs === undefined)) {
      partition.group.lookAgain();
    }
    partition.source.buffer.take();
    partition.head = undefined;
    if (partition.standing) this.#headLeft(partition, head, "dispatched");
    this.#moved(partition, head.record);
    if (partition.watermark.dispatched(head.timestampMs, head)) this.changed(partition);
    partition.idleness.dispatched(servedMs);
    this.#observer.dispatched(partition, head.record);
    this.#target.accept(head);
    if (this.#resolveHead(partition)) {
      this.#order.firstChanged();
    } else {
      this.#order.removeFirst();
      this.#look(partition);
    }
  }

  #headLeft(partition: DispatchPartition, head: Head, endedBy: HoldEndedBy): void {
    this.#observer.headLeft?.(partition, head, endedBy);
    partition.hold = undefined;
    partition.standing = false;
  }

  #moved(partition: DispatchPartition, record: LogRecord): void {
    const regression = partition.tracked.dispatched(record.offset);
    if (regression !== undefined) this.#observer.regression(partition, regression);
  }

  /** Makes the first record of the buffer the head; those that a policy drops move the position and nothing else. */
  #resolveHead(partition: DispatchPartition): boolean {
    for (;;) {
      const record = partition.source.buffer.head();
      if (record === undefined || this.#failure !== undefined) return false;
      const outcome = this.#target.headOf(record);
      switch (outcome.kind) {
        case "head":
          partition.head = outcome.head;
          if (isOdd(outcome.head.timestampMs, outcome.head.sinceMs)) {
            this.#observer.oddStamp?.(partition, outcome.head);
          }
          return true;
        case "drop":
          partition.source.buffer.take();
          this.#moved(partition, record);
          this.#observer.dropped(outcome.reason, outcome.letter);
          break;
        case "wait":
          this.#unjudged.add(partition);
          return false;
        case "fail":
          this.#failure = outcome.error;
          return false;
      }
    }
  }

  #look(partition: DispatchPartition): void {
    this.#waiting.delete(partition);
    if (partition.source.buffer.size > 0) {
      this.#taskIdle.filled(partition);
      return;
    }
    if (!partition.source.waitingForData) this.#taskIdle.emptied(partition);
    else if (partition.aligned) partition.group?.withhold(partition);
    else this.#waiting.add(partition);
  }
}
