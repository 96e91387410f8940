/**
 * Counts the milliseconds in which records could have been dispatched.
 *
 * Idleness is measured on it, so that the idleness clock stands still through a pause, full backpressure, a wait
 * for data or a slow commit, for all partitions at once and at no cost for each.
 */
export class ServingClock {
  #servedMs = 0;
  #sinceMs: number | undefined;

  /** Says from when on records can or can't be dispatched. Saying the same again changes nothing. */
  serving(can: boolean, nowMs: number): void {
    if (can && this.#sinceMs === undefined) this.#sinceMs = nowMs;
    if (!can && this.#sinceMs !== undefined) {
      this.#servedMs += nowMs - this.#sinceMs;
      this.#sinceMs = undefined;
    }
  }

  servedMs(nowMs: number): number {
    return this.#servedMs + (this.#sinceMs === undefined ? 0 : nowMs - this.#sinceMs);
  }
}
