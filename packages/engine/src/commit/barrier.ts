/**
 * The commit barrier's effects: fixes the positions, takes the barrier through the lanes, commits the epoch, and
 * publishes what it counted or hands the epoch to the recovery.
 *
 * Owned by the engine, which calls `fix` when a barrier is due and nothing is dispatched until the state is `open`
 * again. Keeps invariants 4, 5, 11 and 12; the decisions are in `barrier-state.ts`.
 */
import type { Clock } from "../clock.ts";
import type { DispatchPartition } from "../dispatch/dispatch-partition.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { SetBack } from "../dispatch/tracked-offset.ts";
import { StoatFlowError } from "../errors.ts";
import type { LanePool } from "../lane/lane-pool.ts";
import type { LateDropEntry } from "../operators/operator.ts";
import type { PartitionCommit } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import type { StoreSet } from "../state/store-set.ts";
import type { DropReason } from "../wire/index.ts";
import { type BarrierEvent, type BarrierState, step } from "./barrier-state.ts";
import { encodeCommitMetadata } from "./commit-metadata.ts";
import type { Committer } from "./committer.ts";
import type { EpochEffects } from "./epoch-effects.ts";
import type { BeyondLimitCount, OutputStamps } from "./output-stamps.ts";

/** What a barrier fixed: each partition's position and event time, and the watermark it carries. */
export interface Cut {
  readonly positions: readonly CutPosition[];
  readonly globalWatermarkMs: number | undefined;
}

export interface CutPosition {
  readonly partition: DispatchPartition;
  readonly position: Offset;
  readonly highestMs: number | undefined;
  /** What its custom generator has emitted. */
  readonly emittedMs: number | undefined;
  /** What a commit of the position settles. */
  readonly setBack: SetBack | undefined;
}

/** An epoch that is committed, with what it counted. */
export interface PublishedEpoch {
  readonly epoch: number;
  readonly atMs: number;
  readonly drainMs: number;
  readonly commitMs: number;
  /** From the opening of the epoch. */
  readonly durationMs: number;
  readonly records: number;
  readonly outputs: number;
  /** Outputs that were beyond their topic's limits. */
  readonly beyondLimit: readonly BeyondLimitCount[];
  readonly changelogRows: number;
  readonly lateDrops: readonly LateDropEntry[];
  readonly dropped: ReadonlyMap<DropReason, number>;
}

export interface BarrierOptions {
  readonly clock: Clock;
  readonly committer: Committer;
  readonly dispatcher: Dispatcher;
  readonly lanes: LanePool;
  readonly stores: StoreSet;
  readonly effects: EpochEffects;
  /** Told of each cut, before it goes to the lanes. */
  readonly fixed: (cut: Cut, epoch: number) => void;
  readonly published: (epoch: PublishedEpoch) => void;
  /** The outcome is not known or the transaction failed: the engine reads back what is committed. */
  readonly recover: () => void;
  readonly fenced: () => void;
  /** What is done with outputs beyond their topic's limits. */
  readonly stamps: OutputStamps;
  /** The log will never take the epoch's outputs. */
  readonly refused: (error: StoatFlowError) => void;
  /** The state is `open` again. */
  readonly opened: () => void;
}

export class Barrier {
  readonly #options: BarrierOptions;
  #state: BarrierState;
  #cut: Cut = { positions: [], globalWatermarkMs: undefined };
  #beyondLimit: readonly BeyondLimitCount[] = [];
  #changelogRows = 0;
  /** The watermark that the lanes have. */
  #carriedMs: number | undefined;
  /** The watermark that the group's metadata has for sure: where a restart goes on. */
  #committedMs: number | undefined;
  #lastCommitMs: number | undefined;
  #repeats = false;
  /** When the open epoch was opened, by the monotonic clock. */
  #openedMs: number;

  constructor(options: BarrierOptions) {
    this.#options = options;
    this.#state = { kind: "open", epoch: 1, openedAtMs: options.clock.nowMs() };
    this.#openedMs = options.clock.monotonicMs();
  }

  get state(): BarrierState {
    return this.#state;
  }

  /** How long the last commit took, from the begin to its outcome. */
  get lastCommitMs(): number | undefined {
    return this.#lastCommitMs;
  }

  /** The watermark that a restart would go on from, or a later one. */
  get committedWatermarkMs(): number | undefined {
    return this.#committedMs;
  }

  /** The last epoch's offsets could not be committed; the next barrier, a commit interval later, tries again. */
  get repeats(): boolean {
    return this.#repeats;
  }

  /** Goes on behind `epoch`, with lanes at `watermarkMs`: the start, a rollback, an assignment that changed. */
  restart(epoch: number, watermarkMs: number | undefined): void {
    this.#carriedMs = watermarkMs;
    this.#committedMs = watermarkMs;
    this.#apply({ kind: "restarted", nowMs: this.#options.clock.nowMs(), epoch });
  }

  /** The epoch is given up, with its partitions: an answer that still comes for it means nothing. */
  giveUp(): void {
    this.restart(this.#state.epoch - 1, undefined);
  }

  /** Whether a barrier would carry or commit anything. */
  due(globalWatermarkMs: number | undefined): boolean {
    if (this.#state.kind !== "open") return false;
    if (globalWatermarkMs !== this.#carriedMs || this.#anythingDone) return true;
    for (const partition of this.#options.dispatcher.partitions) if (moved(partition)) return true;
    return false;
  }

  /** Fixes the positions and sends the barrier into the lanes, behind all that waits there. */
  fix(globalWatermarkMs: number | undefined): void {
    const positions = [...this.#options.dispatcher.partitions].map((partition) => ({
      partition,
      position: partition.position,
      highestMs: partition.watermark.highestMs,
      emittedMs: partition.watermark.emittedMs,
      setBack: partition.tracked.coveredSetBack,
    }));
    this.#cut = { positions, globalWatermarkMs };
    this.#apply({ kind: "fix", nowMs: this.#options.clock.nowMs() });
  }

  /** The recovery found that the broker has this epoch after all: it is published as if the answer had come. */
  tookPlace(): void {
    const { clock } = this.#options;
    const state = this.#state;
    const fixedAtMs = state.kind === "recovering" ? state.sinceMs : clock.nowMs();
    this.#publish({ epoch: state.epoch, fixedAtMs, passedAtMs: fixedAtMs, offsetsCommitted: true });
    this.restart(state.epoch, this.#cut.globalWatermarkMs);
  }

  /** A position alone does not tell: after a cut of the log it may have come back to where it was. */
  get #anythingDone(): boolean {
    const { outputs, records, droppedByReason } = this.#options.effects;
    return outputs > 0 || records > 0 || droppedByReason.size > 0;
  }

  #apply(event: BarrierEvent, offsetsCommitted = true): void {
    const before = this.#state;
    const next = step(before, event);
    if (next === undefined) return;
    this.#state = next.state;
    for (const effect of next.effects) {
      switch (effect) {
        case "send-barrier":
          this.#options.fixed(this.#cut, before.epoch);
          this.#options.lanes.barrier(this.#cut.globalWatermarkMs, () => this.#passed());
          break;
        case "commit":
          void this.#commit(next.state.epoch);
          break;
        case "publish":
          if (before.kind === "committing") this.#publish({ ...before, offsetsCommitted });
          break;
        case "recover":
          this.#options.recover();
          break;
      }
    }
    if (next.state.kind !== "open") return;
    this.#openedMs = this.#options.clock.monotonicMs();
    this.#options.effects.open();
    this.#options.opened();
  }

  #passed(): void {
    const { clock, stores } = this.#options;
    this.#carriedMs = this.#cut.globalWatermarkMs;
    const anythingToCommit =
      this.#anythingDone || this.#cut.positions.some(({ partition }) => moved(partition)) || stores.dirty;
    this.#apply({ kind: "passed", nowMs: clock.nowMs(), anythingToCommit });
  }

  async #commit(epoch: number): Promise<void> {
    const { clock, committer, effects, stores, stamps, fenced, refused } = this.#options;
    const committing = this.#state;
    const stamped = stamps.apply(effects.outputsInOrder);
    if (stamped instanceof StoatFlowError) {
      refused(stamped);
      return;
    }
    this.#beyondLimit = stamped.beyondLimit;
    const changelog = stores.changelogRows(clock.nowMs());
    this.#changelogRows = changelog.length;
    const startedMs = clock.monotonicMs();
    const outcome = await committer.commit({
      records: [...stamped.records, ...effects.letters, ...changelog],
      offsets: offsetsOf(this.#cut, epoch),
    });
    // Limits that were changed since they were read may have made the outputs refused: the epoch is done again by them.
    const again = typeof outcome === "object" && (await stamps.haveChanged());
    // The epoch was given up meanwhile, with its partitions: its outcome is for the one who reads it back.
    if (this.#state !== committing) return;
    this.#lastCommitMs = clock.monotonicMs() - startedMs;
    if (again) this.#apply({ kind: "not-committed", nowMs: clock.nowMs() });
    else if (typeof outcome === "object") refused(outcome.refused);
    else if (outcome === "fenced") fenced();
    else if (outcome === "committed" || outcome === "repeat") {
      this.#apply({ kind: "committed", nowMs: clock.nowMs() }, outcome === "committed");
    } else this.#apply({ kind: "not-committed", nowMs: clock.nowMs() });
  }

  #publish(of: { epoch: number; fixedAtMs: number; passedAtMs: number; offsetsCommitted: boolean }): void {
    const { clock, effects, stores, published } = this.#options;
    stores.commit();
    this.#repeats = !of.offsetsCommitted;
    if (of.offsetsCommitted) {
      this.#committedMs = this.#cut.globalWatermarkMs;
      for (const { partition, position, highestMs, emittedMs, setBack } of this.#cut.positions) {
        partition.tracked.settle(setBack);
        partition.committed = position;
        partition.committedHighestMs = highestMs;
        partition.committedEmittedMs = emittedMs;
      }
    }
    const beyondLimit = this.#beyondLimit;
    published({
      epoch: of.epoch,
      atMs: clock.nowMs(),
      drainMs: of.passedAtMs - of.fixedAtMs,
      commitMs: this.#lastCommitMs ?? 0,
      durationMs: clock.monotonicMs() - this.#openedMs,
      records: effects.records,
      outputs: effects.outputs - deadLetters(beyondLimit),
      beyondLimit,
      changelogRows: this.#changelogRows,
      lateDrops: effects.lateDropsInOrder,
      dropped: effects.droppedByReason,
    });
    effects.committed();
  }
}

/** Outputs that went to the dead-letter topic instead of their own. */
function deadLetters(beyondLimit: readonly BeyondLimitCount[]): number {
  let letters = 0;
  for (const { policy, count } of beyondLimit) if (policy === "dead-letter") letters += count;
  return letters;
}

/** Whether the partition stands elsewhere than the group's commit says. */
function moved(partition: DispatchPartition): boolean {
  const { position } = partition;
  if (partition.committed === undefined) return position > partition.startedAt;
  return position !== partition.committed || partition.watermark.highestMs !== partition.committedHighestMs;
}

/**
 * The offsets of the partitions that moved, or whose generator did, each with the epoch's metadata; where none did,
 * that of the first, since the epoch's number is what tells a lost answer's outcome.
 */
function offsetsOf(cut: Cut, epoch: number): PartitionCommit[] {
  const commitOf = ({ partition, position, highestMs, emittedMs }: CutPosition): PartitionCommit => ({
    partition: partition.source.partition,
    offset: position,
    metadata: encodeCommitMetadata({
      epoch,
      highestMs,
      emittedMs,
      globalWatermarkMs: cut.globalWatermarkMs,
    }),
  });
  const changed = cut.positions.filter(
    ({ partition, position, highestMs, emittedMs }) =>
      position !== partition.committed ||
      highestMs !== partition.committedHighestMs ||
      emittedMs !== partition.committedEmittedMs,
  );
  const committed = changed.length > 0 ? changed : cut.positions.slice(0, 1);
  return committed.map(commitOf);
}
