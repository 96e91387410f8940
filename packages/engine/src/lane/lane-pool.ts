/**
 * The lanes of a stage: routes rows to them by murmur2 of the key's bytes, runs them, and takes a barrier through
 * all of them.
 *
 * Owned by the engine. Keeps invariant 10, and that a barrier lies behind every row dispatched before it on every
 * lane (invariants 4 and 5).
 */
import type { Row } from "../operators/row.ts";
import { partitionForKey } from "../record/murmur2.ts";
import { type PartitionId, partitionId } from "../record/topic-partition.ts";
import { Lane, type LaneListener } from "./lane.ts";

export interface LanePoolOptions {
  readonly lanes: number;
  /** Rows that may wait in one lane. */
  readonly capacity: number;
  readonly monotonicMs: () => number;
  readonly nowMs: () => number;
  readonly listener: LaneListener;
}

/** Rows that one lane works before the next has its turn. */
const rowsPerRun = 256;

export class LanePool {
  readonly lanes: readonly Lane[];
  readonly #options: LanePoolOptions;
  /** The lanes that were full when a row came to them; nothing more is taken until each has room. */
  readonly #blockedOn = new Set<Lane>();
  #waitingPartition: PartitionId | undefined;
  /** Rows that came to the lanes since the start. */
  #routed = 0;

  constructor(options: LanePoolOptions) {
    this.#options = options;
    this.lanes = Array.from(
      { length: options.lanes },
      (_, index) => new Lane(index, options.capacity, options.monotonicMs, options.listener),
    );
  }

  /** Whether the rows that came last wait for capacity of their lane. */
  get waitingForCapacity(): boolean {
    if (this.#blockedOn.size === 0) return false;
    for (const lane of this.#blockedOn) if (!lane.full) this.#blockedOn.delete(lane);
    return this.#blockedOn.size > 0;
  }

  /** Whether running the lanes would do something. */
  get ready(): boolean {
    return this.lanes.some((lane) => lane.ready);
  }

  /** Rows that came to a lane and are not worked to their end. */
  get held(): number {
    return this.lanes.reduce((sum, lane) => sum + lane.held, 0);
  }

  /** A partition whose own row is the last that came to a full lane, in front of which nothing is dispatched. */
  get waitingPartition(): PartitionId | undefined {
    return this.waitingForCapacity ? this.#waitingPartition : undefined;
  }

  laneOf(keyBytes: Buffer | null, origin: { readonly partition: number } | undefined): Lane {
    const count = this.lanes.length;
    const index = keyBytes === null ? (origin?.partition ?? 0) % count : partitionForKey(keyBytes, count);
    return this.lanes[index] as Lane;
  }

  /**
   * The place of the row that is routed next: by the record that it came of, then by the branch that it came by, so
   * that what several branches make of one record has one order whatever lanes it goes to.
   */
  nextPlace(): number {
    this.#routed += 1;
    return this.#routed;
  }

  /** Puts a row into the lane of its key. It is always taken; a full lane then holds back what follows. */
  route(entry: number, row: Row, keyBytes: Buffer | null): void {
    const lane = this.laneOf(keyBytes, row.origin);
    if (lane.full) {
      this.#blockedOn.add(lane);
      this.#waitingPartition = row.origin === undefined ? undefined : partitionId(row.origin);
    }
    lane.add(entry, row, this.#options.nowMs());
  }

  /** Gives each lane one run. */
  run(): void {
    for (const lane of this.lanes) lane.run(rowsPerRun);
  }

  /** Takes a barrier through every lane; `passed` is called when it has gone through the last. */
  barrier(watermarkMs: number | undefined, passed: () => void): void {
    let left = this.lanes.length;
    for (const lane of this.lanes) {
      lane.addBarrier(watermarkMs, () => {
        left -= 1;
        if (left === 0) passed();
      });
    }
  }

  /** The app ends: what deferred work still brings is nobody's. */
  abandon(): void {
    for (const lane of this.lanes) lane.abandon();
  }

  reset(watermarkMs: number | undefined): void {
    this.#blockedOn.clear();
    for (const lane of this.lanes) lane.reset(watermarkMs);
  }
}
