/** The most time that is made up for after a stall, so that a sleep of the machine ends in no flood. */
export const longestStepMs = 1000;

/**
 * How many records are due at a rate that changes. It owns when it was last asked and the fraction that is left over;
 * a source has one for each stream of records, and asks it at each step.
 */
export class Arrivals {
  readonly #perSecond: (nowMs: number) => number;
  #lastMs: number;
  #due = 0;

  /** @param perSecond the rate at a moment. */
  constructor(perSecond: (nowMs: number) => number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#lastMs = nowMs;
  }

  /** Whole records that became due since the last call; none while a clock that was set back catches up. */
  due(nowMs: number): number {
    const elapsedMs = Math.min(Math.max(nowMs - this.#lastMs, 0), longestStepMs);
    this.#lastMs = nowMs;
    this.#due += (this.#perSecond(nowMs) * elapsedMs) / 1000;
    const whole = Math.floor(this.#due);
    this.#due -= whole;
    return whole;
  }
}
