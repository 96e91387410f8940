/**
 * The status board: makes one snapshot a tick, keeps the rings of late drops, holds, violations, changes of leaders
 * and commits, and tells the listeners.
 *
 * Owned by the engine, read by the server. Keeps invariant 14: a snapshot is made in one go, from one moment, with
 * one sequence; readers between two ticks get the same one.
 */

import type { Clock } from "../clock.ts";
import type { PublishedEpoch } from "../commit/barrier.ts";
import type { BeyondLimitCount } from "../commit/output-stamps.ts";
import type { ViolationEntry } from "../dispatch/tripwire.ts";
import type { HoldEntry } from "../lifecycle/hold-watch.ts";
import type { LeaderChange } from "../ports.ts";
import {
  type Commit,
  type DropReason,
  dropReason,
  type Envelope,
  type FeedSnapshot,
  type Hold,
  type HoldsBody,
  type LateDropsBody,
  leaderChangesMax,
  type Violation,
  type ViolationsBody,
  type LeaderChange as WireLeaderChange,
  wireVersion,
} from "../wire/index.ts";
import { Durations } from "./durations.ts";
import { burstGroupsMax, LateDropRing } from "./late-drop-ring.ts";
import { Ring } from "./ring.ts";

export interface StatusBoardOptions {
  readonly clock: Clock;
  readonly app: string;
  readonly instanceId: string;
  readonly bootId: string;
  readonly lateDropsKept: number;
  readonly lateDropBytesKept: number;
  readonly holdsKept: number;
  /** The operators that may drop records as late, each counted from 0. */
  readonly lateDroppers: readonly string[];
  readonly violationsKept: number;
  /** Told by the capability `incidents`. */
  readonly simulatesIncidents: boolean;
  /** Told by the capability `read-record`. */
  readonly readsRecords: boolean;
}

/** The parts of a snapshot that the engine reads off itself. */
export type SnapshotParts = Pick<FeedSnapshot, "status" | "watermarks" | "lanes">;

/** What was counted at the commits so far. */
export interface CommittedCounts {
  readonly emitted: number;
  readonly committedEpochs: number;
  readonly rolledBackEpochs: number;
  readonly lateDropped: number;
  readonly lateDroppedBy: Record<string, number>;
  readonly dropped: Readonly<Record<DropReason, number>>;
  readonly outputsBeyondLimit: BeyondLimitCount[];
}

const commitsKept = 100;
/** What every app can do. */
const capabilities = ["pause", "late-drops", "holds", "violations", "expected-boot"];

export class StatusBoard {
  readonly #options: StatusBoardOptions;
  readonly #capabilities: string[];
  readonly #lateDrops: LateDropRing;
  readonly #holds: Ring<Hold>;
  readonly #violations: Ring<Violation>;
  readonly #leaderChanges = new Ring<WireLeaderChange>(leaderChangesMax);
  readonly #commits: Commit[] = [];
  readonly #listeners = new Set<(snapshot: FeedSnapshot) => void>();
  readonly #dropped = Object.fromEntries(dropReason.options.map((reason) => [reason, 0])) as Record<
    DropReason,
    number
  >;
  /** By topic; an app has one policy. */
  readonly #beyondLimit = new Map<string, BeyondLimitCount>();
  #emitted = 0;
  #committedEpochs = 0;
  #rolledBackEpochs = 0;
  /** By operator, of which there are as many as the topology has. */
  readonly #lateDroppedBy: Map<string, number>;
  readonly #epochDurations = new Durations();
  readonly #commitDurations = new Durations();
  readonly #holdDurations = new Durations();
  #sequence = 0n;
  #current: FeedSnapshot | undefined;

  constructor(options: StatusBoardOptions) {
    this.#options = options;
    this.#capabilities = [
      ...capabilities,
      ...(options.readsRecords ? ["read-record"] : []),
      ...(options.simulatesIncidents ? ["incidents"] : []),
    ];
    this.#lateDrops = new LateDropRing({ count: options.lateDropsKept, bytes: options.lateDropBytesKept });
    this.#holds = new Ring(options.holdsKept);
    this.#lateDroppedBy = new Map(options.lateDroppers.map((operator) => [operator, 0]));
    this.#violations = new Ring(options.violationsKept);
  }

  get counts(): CommittedCounts {
    return {
      emitted: this.#emitted,
      committedEpochs: this.#committedEpochs,
      rolledBackEpochs: this.#rolledBackEpochs,
      lateDropped: Number(this.#lateDrops.total),
      lateDroppedBy: Object.fromEntries(this.#lateDroppedBy),
      dropped: { ...this.#dropped },
      outputsBeyondLimit: [...this.#beyondLimit.values()],
    };
  }

  /** How long things took, as far as they have ended. */
  get durations(): FeedSnapshot["status"]["durations"] {
    return {
      epoch: this.#epochDurations.histogram(),
      commit: this.#commitDurations.histogram(),
      headHeld: this.#holdDurations.histogram(),
    };
  }

  /** How full the rings are, by name. */
  get limits(): Record<string, { used: number; limit: number }> {
    return {
      "ring.late-drops": { used: this.#lateDrops.retained, limit: this.#lateDrops.bounds.count },
      "ring.late-drops.bytes": { used: this.#lateDrops.bytes, limit: this.#lateDrops.bounds.bytes },
      "ring.late-drops.burst-groups": { used: this.#lateDrops.burstGroups, limit: burstGroupsMax },
      "ring.holds": { used: this.#holds.retained, limit: this.#holds.limit },
      "ring.violations": { used: this.#violations.retained, limit: this.#violations.limit },
      "ring.leader-changes": { used: this.#leaderChanges.retained, limit: this.#leaderChanges.limit },
      "ring.commits": { used: this.#commits.length, limit: commitsKept },
    };
  }

  /** The newest snapshot; undefined before the first tick. */
  get current(): FeedSnapshot | undefined {
    return this.#current;
  }

  onTick(listener: (snapshot: FeedSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Makes the snapshot of this moment. */
  tick(parts: SnapshotParts): void {
    this.#sequence += 1n;
    const snapshot: FeedSnapshot = {
      ...this.#envelope(),
      ...parts,
      commits: { commits: [...this.#commits] },
      rings: {
        lateDropsNext: this.#lateDrops.total.toString(),
        holdsNext: this.#holds.total.toString(),
        violationsNext: this.#violations.total.toString(),
      },
    };
    this.#current = snapshot;
    for (const listener of this.#listeners) listener(snapshot);
  }

  /** An epoch is committed: what it counted and dropped is published (counts under replay). */
  committed(epoch: PublishedEpoch): void {
    this.#committedEpochs += 1;
    this.#emitted += epoch.outputs;
    for (const [reason, count] of epoch.dropped) this.#dropped[reason] += count;
    for (const { topic, policy, count } of epoch.beyondLimit) {
      const before = this.#beyondLimit.get(topic)?.count ?? 0;
      this.#beyondLimit.set(topic, { topic, policy, count: before + count });
    }
    for (const drop of epoch.lateDrops) {
      this.#lateDroppedBy.set(drop.operator, (this.#lateDroppedBy.get(drop.operator) ?? 0) + 1);
      this.#lateDrops.push(drop, epoch.epoch);
    }
    this.#epochDurations.add(epoch.durationMs);
    this.#commitDurations.add(epoch.commitMs);
    const { epoch: number, atMs, drainMs, commitMs, records, outputs, changelogRows } = epoch;
    this.#keep({
      epoch: number,
      atMs,
      outcome: "committed",
      drainMs,
      commitMs,
      records,
      outputs,
      changelogRows,
    });
  }

  rolledBack(epoch: number, records: number): void {
    this.#rolledBackEpochs += 1;
    const atMs = this.#options.clock.nowMs();
    this.#keep({
      epoch,
      atMs,
      outcome: "rolled-back",
      drainMs: null,
      commitMs: null,
      records,
      outputs: 0,
      changelogRows: 0,
    });
  }

  holdEnded(entry: HoldEntry): void {
    this.#holds.push((id) => ({ ...entry, id: id.toString() }));
    this.#holdDurations.add(entry.heldMs);
  }

  violation(entry: ViolationEntry): void {
    this.#violations.push((id) => ({ ...entry, id: id.toString() }));
  }

  leaderChanged({ partition: { topic, partition }, fromEpoch, toEpoch, atOffset }: LeaderChange): void {
    const readAtMs = this.#options.clock.nowMs();
    this.#leaderChanges.push((id) => ({
      id: id.toString(),
      topic,
      partition,
      fromEpoch,
      toEpoch,
      atOffset: atOffset.toString(),
      readAtMs,
    }));
  }

  /** The newest changes of leaders, newest first. */
  get leaderChanges(): WireLeaderChange[] {
    return this.#leaderChanges.after(0n, leaderChangesMax).items.reverse();
  }

  lateDrops(after: bigint, limit: number): LateDropsBody {
    const { items, next, missed } = this.#lateDrops.after(after, limit);
    return {
      ...this.#envelope(),
      items,
      next: next.toString(),
      missed,
      total: Number(this.#lateDrops.total),
      retained: this.#lateDrops.retained,
      limit: this.#lateDrops.bounds.count,
    };
  }

  holds(after: bigint, limit: number): HoldsBody {
    return { ...this.#envelope(), ...page(this.#holds, after, limit) };
  }

  violations(after: bigint, limit: number): ViolationsBody {
    return { ...this.#envelope(), ...page(this.#violations, after, limit) };
  }

  #envelope(): Envelope {
    const { clock, app, instanceId, bootId } = this.#options;
    const sequence = this.#sequence.toString();
    return {
      app,
      instanceId,
      bootId,
      wireVersion,
      sequence,
      atMs: clock.nowMs(),
      capabilities: this.#capabilities,
    };
  }

  #keep(commit: Commit): void {
    this.#commits.unshift(commit);
    if (this.#commits.length > commitsKept) this.#commits.pop();
  }
}

function page<T>(ring: Ring<T>, after: bigint, limit: number) {
  const { items, next, missed } = ring.after(after, limit);
  return {
    items,
    next: next.toString(),
    missed,
    total: Number(ring.total),
    retained: ring.retained,
    limit: ring.limit,
  };
}
