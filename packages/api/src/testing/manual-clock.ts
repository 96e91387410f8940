import type { Clock } from "../clock.ts";

/** A clock that moves when it is told to. */
export class ManualClock implements Clock {
  #nowMs: number;
  #timers: { readonly atMs: number; readonly callback: () => void }[] = [];

  constructor(nowMs = 1_790_000_000_000) {
    this.#nowMs = nowMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** How long the waiting timers still have, shortest first. */
  waiting(): number[] {
    return this.#timers.map(({ atMs }) => atMs - this.#nowMs).sort((a, b) => a - b);
  }

  advance(byMs: number): void {
    this.#nowMs += byMs;
    const due = this.#timers.filter(({ atMs }) => atMs <= this.#nowMs);
    this.#timers = this.#timers.filter(({ atMs }) => atMs > this.#nowMs);
    for (const { callback } of due.sort((a, b) => a.atMs - b.atMs)) callback();
  }
}
