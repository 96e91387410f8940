/**
 * Counts the milliseconds in which records could have been dispatched.
 *
 * Idleness is measured on it, so that the idleness clock stands still through a pause, full backpressure, a wait
 * for data or a slow commit, for all partitions at once and at no cost for each. It is told the monotonic time: a wall
 * clock that is put forward makes no partition idle.
 */
export class ServingClock {
  #servedMs = 0;
  #sinceMs: number | undefined;

  /** Says from when on records can or can't be dispatched. Saying the same again changes nothing. */
  serving(can: boolean, monotonicMs: number): void {
    if (can && this.#sinceMs === undefined) this.#sinceMs = monotonicMs;
    if (!can && this.#sinceMs !== undefined) {
      this.#servedMs += monotonicMs - this.#sinceMs;
      this.#sinceMs = undefined;
    }
  }

  /** Time in which, as it turns out, records were served after all. */
  credit(servedMs: number): void {
    this.#servedMs += servedMs;
  }

  servedMs(monotonicMs: number): number {
    return this.#servedMs + (this.#sinceMs === undefined ? 0 : monotonicMs - this.#sinceMs);
  }
}
