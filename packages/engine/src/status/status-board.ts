/**
 * The status board: makes one snapshot a tick, keeps the rings of late drops, violations and commits, and tells the
 * listeners.
 *
 * Owned by the engine, read by the server. Keeps invariant 14: a snapshot is made in one go, from one moment, with
 * one sequence; readers between two ticks get the same one.
 */

import type { Clock } from "../clock.ts";
import type { PublishedEpoch } from "../commit/barrier.ts";
import type { ViolationEntry } from "../dispatch/tripwire.ts";
import {
  type Commit,
  type DropReason,
  dropReason,
  type Envelope,
  type FeedSnapshot,
  type LateDrop,
  type LateDropsBody,
  type Violation,
  type ViolationsBody,
  wireVersion,
} from "../wire/index.ts";
import { Ring } from "./ring.ts";

export interface StatusBoardOptions {
  readonly clock: Clock;
  readonly app: string;
  readonly instanceId: string;
  readonly bootId: string;
  readonly lateDropsKept: number;
  readonly violationsKept: number;
}

/** The parts of a snapshot that the engine reads off itself. */
export type SnapshotParts = Pick<FeedSnapshot, "status" | "watermarks" | "lanes">;

/** What was counted at the commits so far. */
export interface CommittedCounts {
  readonly emitted: number;
  readonly committedEpochs: number;
  readonly rolledBackEpochs: number;
  readonly lateDropped: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
}

const commitsKept = 100;
const capabilities = ["pause", "late-drops", "violations"];

export class StatusBoard {
  readonly #options: StatusBoardOptions;
  readonly #lateDrops: Ring<LateDrop>;
  readonly #violations: Ring<Violation>;
  readonly #commits: Commit[] = [];
  readonly #listeners = new Set<(snapshot: FeedSnapshot) => void>();
  readonly #dropped = Object.fromEntries(dropReason.options.map((reason) => [reason, 0])) as Record<
    DropReason,
    number
  >;
  #emitted = 0;
  #committedEpochs = 0;
  #rolledBackEpochs = 0;
  #lateDropped = 0;
  #sequence = 0n;
  #current: FeedSnapshot | undefined;

  constructor(options: StatusBoardOptions) {
    this.#options = options;
    this.#lateDrops = new Ring(options.lateDropsKept);
    this.#violations = new Ring(options.violationsKept);
  }

  get counts(): CommittedCounts {
    return {
      emitted: this.#emitted,
      committedEpochs: this.#committedEpochs,
      rolledBackEpochs: this.#rolledBackEpochs,
      lateDropped: this.#lateDropped,
      dropped: { ...this.#dropped },
    };
  }

  /** How full the rings are, by name. */
  get limits(): Record<string, { used: number; limit: number }> {
    return {
      "ring.late-drops": { used: this.#lateDrops.retained, limit: this.#lateDrops.limit },
      "ring.violations": { used: this.#violations.retained, limit: this.#violations.limit },
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
        holdsNext: "0",
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
    this.#lateDropped += epoch.lateDrops.length;
    for (const drop of epoch.lateDrops) {
      this.#lateDrops.push((id) => ({ ...drop, id: id.toString(), epoch: epoch.epoch }));
    }
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

  violation(entry: ViolationEntry): void {
    this.#violations.push((id) => ({ ...entry, id: id.toString() }));
  }

  lateDrops(after: bigint, limit: number): LateDropsBody {
    return { ...this.#envelope(), ...page(this.#lateDrops, after, limit) };
  }

  violations(after: bigint, limit: number): ViolationsBody {
    return { ...this.#envelope(), ...page(this.#violations, after, limit) };
  }

  #envelope(): Envelope {
    const { clock, app, instanceId, bootId } = this.#options;
    const sequence = this.#sequence.toString();
    return { app, instanceId, bootId, wireVersion, sequence, atMs: clock.nowMs(), capabilities };
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
