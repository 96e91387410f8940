/**
 * Looks once a refresh interval for heads that are held, and warns of heads that are stamped far ahead.
 *
 * Owned by the processing, which says when a gate goes up or down; reads the dispatcher, the lanes and the barrier.
 * What it finds moves the watermark and never the order of dispatch (invariant 7).
 */
import type { Cancel, Clock } from "../clock.ts";
import type { Barrier } from "../commit/barrier.ts";
import type { DispatchPartition, Head } from "../dispatch/dispatch-partition.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import { HeldHeads, holdBetweenLooks } from "../dispatch/held-heads.ts";
import type { LanePool } from "../lane/lane-pool.ts";
import { ServingClock } from "../watermark/serving-clock.ts";
import type { Hold, HoldEndedBy } from "../wire/index.ts";
import type { StampWatch } from "./stamp-watch.ts";

/** What it reads. */
export interface Watched {
  readonly dispatcher: Dispatcher;
  readonly lanes: LanePool;
  readonly barrier: Barrier;
  /** Records dispatched since the start. */
  readonly dispatched: number;
}

export interface HoldWatchOptions {
  readonly clock: Clock;
  /** Warns of heads that are stamped far ahead. */
  readonly stamps: StampWatch;
  /** The refresh interval. */
  readonly intervalMs: number;
  readonly watched: Watched;
  /** Asks for a turn, in which the look is taken. */
  readonly wake: () => void;
  /** A head is held no longer. */
  readonly ended: (hold: HoldEntry) => void;
}

/** A hold that has ended, before the ring has given it an id. */
export type HoldEntry = Omit<Hold, "id">;

/** A gate that was up for more than this share of an interval counts; the moments between two polls do not. */
const gatedShareMax = 0.1;

export class HoldWatch {
  readonly #options: HoldWatchOptions;
  readonly #heads = new HeldHeads();
  /** Counts the time without a gate. */
  readonly #ungated = new ServingClock();
  /** Since when the gate is up that is up now. */
  #gatedSinceMs: number | undefined;
  /** When the last gate went down that was up for a real part of an interval. */
  #ungatedSinceMs: number | undefined;
  #ungatedBeforeMs = 0;
  #lookedMs = 0;
  #dispatchedBefore = 0;
  /** Records dispatched in the interval before the last look. */
  #dispatchedWithin = 0;
  #timer: Cancel | undefined;
  #due = false;

  constructor(options: HoldWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#lookedMs = this.#options.clock.monotonicMs();
    this.#arm();
  }

  end(): void {
    this.#timer?.();
  }

  /**
   * Whether something keeps every partition from being served from now on: a pause, a wait for data, a binding
   * alignment hold.
   */
  gate(up: boolean): void {
    const { clock, intervalMs } = this.#options;
    const monotonicMs = clock.monotonicMs();
    this.#ungated.serving(!up, monotonicMs);
    if (up) {
      this.#gatedSinceMs ??= monotonicMs;
      return;
    }
    const gatedMs = monotonicMs - (this.#gatedSinceMs ?? monotonicMs);
    this.#gatedSinceMs = undefined;
    if (gatedMs > gatedShareMax * intervalMs) this.#ungatedSinceMs = clock.nowMs();
  }

  /** A head that stood at the last look goes: where it was held, that was a hold, and this is the moment of its end. */
  headLeft(partition: DispatchPartition, head: Head, endedBy: HoldEndedBy): void {
    const { clock, ended } = this.#options;
    const untilMs = clock.nowMs();
    const hold =
      partition.hold ?? (endedBy === "dispatched" ? this.#unseen(partition, head, untilMs) : undefined);
    if (hold === undefined) return;
    ended({
      ...partition.source.partition,
      headOffset: head.record.offset.toString(),
      headTimestampMs: head.timestampMs,
      previewWatermarkMs: hold.previewMs ?? null,
      fromMs: hold.sinceMs,
      untilMs,
      heldMs: Math.max(0, untilMs - hold.sinceMs),
      endedBy,
    });
  }

  /** Whether a record was dispatched in the interval before the last look, or since. */
  get dispatchedLately(): boolean {
    return this.#dispatchedWithin + this.#options.watched.dispatched - this.#dispatchedBefore > 0;
  }

  #unseen(partition: DispatchPartition, head: Head, nowMs: number) {
    const { intervalMs, watched } = this.#options;
    return holdBetweenLooks(partition, head, {
      dispatched: this.#dispatchedWithin + watched.dispatched - this.#dispatchedBefore,
      gated: this.#slowCommit(nowMs),
      ungatedSinceMs: this.#ungatedSinceMs,
      nowMs,
      intervalMs,
    });
  }

  #arm(): void {
    const { clock, intervalMs, wake } = this.#options;
    this.#timer = clock.after(intervalMs, () => {
      this.#arm();
      this.#due = true;
      wake();
    });
  }

  /** Looks, where an interval is over. Called within a turn, behind its poll: between two turns buffers are empty. */
  lookIfDue(): void {
    if (!this.#due) return;
    this.#due = false;
    this.#look();
  }

  #look(): void {
    const { clock, watched } = this.#options;
    const { dispatcher, lanes } = watched;
    const nowMs = clock.nowMs();
    const monotonicMs = clock.monotonicMs();
    const ungatedMs = this.#ungated.servedMs(monotonicMs);
    const elapsedMs = monotonicMs - this.#lookedMs;
    const gatedMs = elapsedMs - (ungatedMs - this.#ungatedBeforeMs);
    const { waitingPartition } = lanes;
    const dispatched = watched.dispatched - this.#dispatchedBefore;
    const slowCommit = this.#slowCommit(nowMs);
    // Nobody says when these gates go down: full lanes, where nothing was dispatched, and a slow commit.
    if (slowCommit || dispatched === 0) this.#ungatedSinceMs = nowMs;
    const given = this.#heads.look(dispatcher.partitions, {
      dispatched,
      gated: gatedMs > gatedShareMax * elapsedMs || slowCommit,
      ungatedSinceMs: this.#ungatedSinceMs,
      oldest: dispatcher.oldest,
      waitingForCapacity: waitingPartition === undefined ? undefined : dispatcher.partition(waitingPartition),
    });
    for (const partition of given) dispatcher.changed(partition);
    this.#ungatedBeforeMs = ungatedMs;
    this.#lookedMs = monotonicMs;
    this.#dispatchedWithin = dispatched;
    this.#dispatchedBefore = watched.dispatched;
    for (const partition of dispatcher.partitions) {
      if (partition.head !== undefined) this.#options.stamps.odd(partition, partition.head, nowMs);
    }
  }

  /** A commit that takes longer than the interval: the one under way, or the last. */
  #slowCommit(nowMs: number): boolean {
    const { watched, intervalMs } = this.#options;
    const { state, lastCommitMs } = watched.barrier;
    if (state.kind === "committing") return nowMs - state.passedAtMs > intervalMs;
    return (lastCommitMs ?? 0) > intervalMs;
  }
}
