import type { Cancel, Clock } from "../clock.ts";

export interface PacerOptions {
  readonly clock: Clock;
  /** The commit interval. */
  readonly intervalMs: number;
  readonly turn: () => void;
  /** Called at every interval, in front of a turn. */
  readonly interval: () => void;
}

/**
 * When the processing takes its turns: one at a time, each in a turn of the event loop of its own, as soon as somebody
 * wakes it, and at the latest at every interval.
 */
export class Pacer {
  readonly #options: PacerOptions;
  #turn: Cancel | undefined;
  #timer: Cancel | undefined;
  #ended = false;

  constructor(options: PacerOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, intervalMs, interval } = this.#options;
    this.#timer = clock.after(intervalMs, () => {
      if (this.#ended) return;
      this.start();
      interval();
      this.wake();
    });
  }

  wake(): void {
    if (this.#turn !== undefined || this.#ended) return;
    this.#turn = this.#options.clock.nextTurn(() => {
      this.#turn = undefined;
      this.#options.turn();
    });
  }

  /** No turn is taken any more. */
  end(): void {
    this.#ended = true;
    this.#turn?.();
    this.#timer?.();
  }
}
