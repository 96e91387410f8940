/**
 * A clock that moves only when it is told to, for tests, scenarios and the simulation.
 *
 * It owns the time, the timers and the queue of turns of one simulated world. Timers fire in the order of
 * (due time, insertion); turns run in the order in which they were asked for, or shuffled by a seeded generator.
 * Between any two of them all microtasks run, so a run is the same run each time.
 */
import { assert } from "../assert.ts";
import { type Cancel, type Clock, systemClock } from "../clock.ts";
import type { SeededRandom } from "./seeded-random.ts";

export interface ManualClockOptions {
  /** Wall time at the start, in milliseconds since 1970. @default 1790000000000 */
  readonly startMs?: number;
  /** Shuffles the turns that wait together. @default turns run in the order in which they were asked for */
  readonly random?: SeededRandom;
  /** How many callbacks one {@link ManualClock.settle} may run before it is called a loop. @default 1000000 */
  readonly settleCallbacksMax?: number;
}

interface Timer {
  readonly dueMs: number;
  readonly insertion: number;
  readonly callback: () => void;
}

interface Turn {
  readonly callback: () => void;
}

/**
 * Time that moves when told.
 *
 * @example
 * ```ts
 * const clock = new ManualClock();
 * clock.after(50, () => console.log(clock.nowMs()));
 * await clock.advance(100); // prints 1790000000050
 * ```
 */
export class ManualClock implements Clock {
  readonly startMs: number;
  readonly #random: SeededRandom | undefined;
  readonly #settleCallbacksMax: number;
  /** Ascending by due time, then by insertion. */
  readonly #timers: Timer[] = [];
  readonly #turns: Turn[] = [];
  #nowMs: number;
  #insertions = 0;
  #settling = false;

  constructor(options: ManualClockOptions = {}) {
    this.startMs = options.startMs ?? 1_790_000_000_000;
    this.#random = options.random;
    this.#settleCallbacksMax = options.settleCallbacksMax ?? 1_000_000;
    this.#nowMs = this.startMs;
  }

  /** The floor, since wall time is an integer while a timer may be due between two milliseconds. */
  nowMs(): number {
    return Math.floor(this.#nowMs);
  }

  monotonicMs(): number {
    return this.#nowMs - this.startMs;
  }

  after(delayMs: number, callback: () => void): Cancel {
    const timer: Timer = {
      dueMs: this.#nowMs + Math.max(0, delayMs),
      insertion: this.#insertions++,
      callback,
    };
    this.#timers.splice(this.#timerIndex(timer), 0, timer);
    return () => {
      const index = this.#timerIndex(timer);
      if (this.#timers[index] === timer) this.#timers.splice(index, 1);
    };
  }

  nextTurn(callback: () => void): Cancel {
    const turn: Turn = { callback };
    this.#turns.push(turn);
    return () => {
      const index = this.#turns.indexOf(turn);
      if (index >= 0) this.#turns.splice(index, 1);
    };
  }

  /** When the next timer is due, in milliseconds since 1970; `undefined` where none is set. */
  nextDueMs(): number | undefined {
    return this.#timers[0]?.dueMs;
  }

  /** Moves the time on by `ms`; see {@link advanceTo}. */
  async advance(ms: number): Promise<void> {
    await this.advanceTo(this.#nowMs + ms);
  }

  /**
   * Moves the time to each due timer up to `targetMs` in turn and then to `targetMs`, coming to rest each time.
   * Rejects with what a callback throws.
   */
  async advanceTo(targetMs: number): Promise<void> {
    assert(targetMs >= this.#nowMs, "a manual clock never goes back");
    await this.settle();
    for (let dueMs = this.nextDueMs(); dueMs !== undefined && dueMs <= targetMs; dueMs = this.nextDueMs()) {
      this.#nowMs = dueMs;
      await this.settle();
    }
    this.#nowMs = targetMs;
    await this.settle();
  }

  /** Runs microtasks, turns and the timers that are due, until nothing is left to do at this moment. */
  async settle(): Promise<void> {
    assert(!this.#settling, "the clock is already settling: await the former call");
    this.#settling = true;
    try {
      for (let callbacks = 0; ; callbacks++) {
        assert(callbacks < this.#settleCallbacksMax, "the clock does not come to rest: a callback loops");
        await microtasksDone();
        const next = this.#takeTurn() ?? this.#takeDueTimer();
        if (next === undefined) return;
        next.callback();
      }
    } finally {
      this.#settling = false;
    }
  }

  #takeTurn(): Turn | undefined {
    if (this.#random === undefined || this.#turns.length < 2) return this.#turns.shift();
    return this.#turns.splice(this.#random.int(this.#turns.length), 1)[0];
  }

  #takeDueTimer(): Timer | undefined {
    const first = this.#timers[0];
    return first !== undefined && first.dueMs <= this.#nowMs ? this.#timers.shift() : undefined;
  }

  /** Where the timer is, or where it is to be inserted. */
  #timerIndex(timer: Timer): number {
    let low = 0;
    let high = this.#timers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#timers[middle];
      if (other !== undefined && isBefore(other, timer)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.dueMs === b.dueMs ? a.insertion < b.insertion : a.dueMs < b.dueMs;
}

/** A real turn of the event loop comes only after every microtask, however long their chains. */
function microtasksDone(): Promise<void> {
  return new Promise((resolve) => {
    systemClock.nextTurn(resolve);
  });
}
