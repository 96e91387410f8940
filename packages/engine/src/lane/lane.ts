/**
 * A lane: an ordered mailbox of work and the operators of its stage. A key always goes to the same lane, so its rows
 * are worked in dispatch order (invariants 10 and 18).
 *
 * Owned by the lane pool. Rows are worked in the turn that calls `run`, with no promise for a row. The mailbox's
 * capacity is a threshold: what one record brings is always taken, and the pool then asks for no more.
 */
import { Fifo } from "../fifo.ts";
import type { Operator } from "../operators/operator.ts";
import type { Row } from "../operators/row.ts";
import type { LaneStage } from "../topology/stages.ts";
import { HotKeys } from "./hot-keys.ts";

interface Work {
  /** Place of the lane entry that the row came by; `undefined`: it was released on this lane. */
  readonly entry: number | undefined;
  readonly operator: Operator | undefined;
  readonly row: Row;
  readonly arrivedMs: number;
}

/** The row that is worked by promises: how many of them have not settled. */
interface Deferred {
  readonly work: Work;
  readonly sinceMs: number;
  left: number;
}

/** Whom a lane tells what comes of deferred work. */
export interface LaneListener {
  /** It can go on. */
  wake(): void;
  failed(thrown: unknown): void;
}

interface LaneBarrier {
  readonly watermarkMs: number | undefined;
  readonly passed: () => void;
  /** The operators have its watermark; what they released is to be worked before it has passed. */
  announced: boolean;
}

export class Lane {
  readonly index: number;
  readonly capacity: number;
  readonly hotKeys = new HotKeys();
  #stage: LaneStage = { entries: [], listeners: [] };
  readonly #monotonicMs: () => number;
  readonly #listener: LaneListener;
  #current: Work | undefined;
  readonly #mailbox = new Fifo<Work>();
  /** Rows that the watermark of the barrier has released; they are worked before it has passed. */
  readonly #released = new Fifo<Work>();
  #barrier: LaneBarrier | undefined;
  #parked = false;
  #watermarkMs: number | undefined;
  /** What the deferred row waits for; undefined when none is under way. */
  #deferred: Deferred | undefined;
  #processed = 0;
  #busyMs = 0;

  constructor(index: number, capacity: number, monotonicMs: () => number, listener: LaneListener) {
    this.index = index;
    this.#monotonicMs = monotonicMs;
    this.#listener = listener;
    this.capacity = capacity;
  }

  /** The watermark of the last barrier that passed it. */
  get watermarkMs(): number | undefined {
    return this.#watermarkMs;
  }

  get depth(): number {
    return this.#mailbox.size + this.#released.size;
  }

  /** Rows that came and are not worked to their end: those that wait, and the one that is deferred. */
  get held(): number {
    return this.depth + (this.#deferred === undefined ? 0 : 1);
  }

  get full(): boolean {
    return this.depth >= this.capacity;
  }

  get parked(): boolean {
    return this.#parked;
  }

  get processed(): number {
    return this.#processed;
  }

  /** Milliseconds it has worked since the start. */
  get busyMs(): number {
    return this.#busyMs;
  }

  /** When the oldest waiting row came, or `undefined`. */
  get oldestArrivedMs(): number | undefined {
    return this.#oldest?.arrivedMs;
  }

  /** Since when it is at the row that is deferred, by the monotonic clock; `undefined` where none is. */
  get inWorkSinceMs(): number | undefined {
    return this.#deferred?.sinceMs;
  }

  /** Place of the lane entry that takes the oldest waiting row. */
  get oldestEntry(): number | undefined {
    return this.#oldest?.entry;
  }

  /** Whether `run` would do something. */
  get ready(): boolean {
    return !this.#parked && this.#deferred === undefined && (this.depth > 0 || this.#barrier !== undefined);
  }

  install(stage: LaneStage): void {
    this.#stage = stage;
  }

  add(entry: number, row: Row, arrivedMs: number): void {
    const { keyBytes } = row;
    if (keyBytes !== null && keyBytes !== undefined) this.hotKeys.add(keyBytes);
    this.#mailbox.push({ entry, operator: this.#stage.entries[entry], row, arrivedMs });
  }

  /** A row that the watermark of the barrier has let go; it is worked before the barrier has passed. */
  release(operator: Operator, row: Row, arrivedMs: number): void {
    this.#released.push({ entry: undefined, operator, row, arrivedMs });
  }

  /** A commit barrier behind all that waits. `passed` is called once it has gone through. */
  addBarrier(watermarkMs: number | undefined, passed: () => void): void {
    this.#barrier = { watermarkMs, passed, announced: false };
  }

  /** Stops taking work until it is released; for tests that need a lane to stand still. */
  park(parked: boolean): void {
    this.#parked = parked;
  }

  /**
   * Works up to `limit` rows, then the barrier if nothing waits in front of it.
   *
   * @throws whatever a user's function throws; the row is then not worked.
   */
  run(limit: number): void {
    if (!this.ready) return;
    const startedMs = this.#monotonicMs();
    const left = limit - this.#work(this.#mailbox, limit);
    if (this.#mailbox.size === 0 && this.#deferred === undefined) this.#passBarrier(left);
    this.#busyMs += this.#monotonicMs() - startedMs;
  }

  /** Works rows until none is left, one is deferred, or `limit` are done; returns how many. */
  #work(rows: Fifo<Work>, limit: number): number {
    let worked = 0;
    while (worked < limit && this.#deferred === undefined) {
      const work = rows.take();
      if (work === undefined) break;
      this.#current = work;
      work.operator?.process(work.row);
      this.#processed += 1;
      worked += 1;
    }
    return worked;
  }

  get #oldest(): Work | undefined {
    return this.#deferred?.work ?? this.#mailbox.head() ?? this.#released.head();
  }

  /** The row that is worked now goes on when `work` settles; until then the lane takes no other and no barrier. */
  defer(work: Promise<() => void>): void {
    const current = this.#current;
    if (current === undefined) return;
    this.#deferred ??= { work: current, sinceMs: this.#monotonicMs(), left: 0 };
    const deferred = this.#deferred;
    deferred.left += 1;
    work.then(
      (goOn) => this.#settled(deferred, goOn),
      (thrown: unknown) => {
        if (this.#deferred === deferred) this.#listener.failed(thrown);
      },
    );
  }

  /** What the deferred row waits for is no longer wanted. */
  abandon(): void {
    this.#deferred = undefined;
  }

  /** Forgets what waits, and goes back to the watermark that was committed (invariant 12). */
  reset(watermarkMs: number | undefined): void {
    this.#mailbox.clear();
    this.#released.clear();
    this.#deferred = undefined;
    this.#current = undefined;
    this.#barrier = undefined;
    this.#watermarkMs = watermarkMs;
  }

  #settled(deferred: Deferred, goOn: () => void): void {
    // Given up with its epoch: what an abandoned call brings is nobody's.
    if (this.#deferred !== deferred) return;
    try {
      goOn();
    } catch (thrown) {
      this.#listener.failed(thrown);
      return;
    }
    deferred.left -= 1;
    if (deferred.left > 0) return;
    this.#deferred = undefined;
    this.#busyMs += this.#monotonicMs() - deferred.sinceMs;
    this.#listener.wake();
  }

  #passBarrier(limit: number): void {
    const barrier = this.#barrier;
    if (barrier === undefined) return;
    if (!barrier.announced) this.#announce(barrier);
    this.#work(this.#released, Math.max(limit, 1));
    if (this.#released.size > 0 || this.#deferred !== undefined) return;
    this.#barrier = undefined;
    barrier.passed();
  }

  #announce(barrier: LaneBarrier): void {
    barrier.announced = true;
    const before = this.#watermarkMs;
    if (barrier.watermarkMs === undefined || barrier.watermarkMs === before) return;
    this.#watermarkMs = barrier.watermarkMs;
    for (const listener of this.#stage.listeners) listener.onWatermark(barrier.watermarkMs, before);
  }
}
