/**
 * The clock of one simulated process: when the process ends, nothing that it had planned happens any more.
 *
 * It owns which timers and turns belong to the process; the time is that of the world's clock.
 */
import type { Cancel, Clock } from "../clock.ts";

/**
 * @example
 * ```ts
 * const process = new ProcessClock(world);
 * process.after(10, () => console.log("never printed"));
 * process.end();
 * await world.advance(100);
 * ```
 */
export class ProcessClock implements Clock {
  readonly #world: Clock;
  #ended = false;

  constructor(world: Clock) {
    this.#world = world;
  }

  nowMs(): number {
    return this.#world.nowMs();
  }

  monotonicMs(): number {
    return this.#world.monotonicMs();
  }

  after(delayMs: number, callback: () => void): Cancel {
    return this.#ended ? doNothing : this.#world.after(delayMs, () => this.#run(callback));
  }

  nextTurn(callback: () => void): Cancel {
    return this.#ended ? doNothing : this.#world.nextTurn(() => this.#run(callback));
  }

  /** Ends the process: timers and turns that are still planned, and later ones, are never called. */
  end(): void {
    this.#ended = true;
  }

  #run(callback: () => void): void {
    if (!this.#ended) callback();
  }
}

function doNothing(): void {}
