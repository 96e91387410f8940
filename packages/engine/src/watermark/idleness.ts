/**
 * Whether one partition is idle: nothing dispatched from it for the time-out, counted on the serving clock. Where
 * the partition itself could not be served (upstream has a transaction open) `standStill` takes that time out too.
 */
export class Idleness {
  readonly #timeoutMs: number | undefined;
  #quietSinceServedMs: number;
  #lastLookServedMs: number;
  #idleSinceMs: number | undefined;

  /** @param servedMs the serving clock when the partition was assigned. */
  constructor(timeoutMs: number | undefined, servedMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#quietSinceServedMs = servedMs;
    this.#lastLookServedMs = servedMs;
  }

  /** Wall time at which it was found idle, or `undefined`. */
  get idleSinceMs(): number | undefined {
    return this.#idleSinceMs;
  }

  get idle(): boolean {
    return this.#idleSinceMs !== undefined;
  }

  /** `undefined`: it is never idle. */
  get timeoutMs(): number | undefined {
    return this.#timeoutMs;
  }

  /** How much of the time-out is left on the serving clock, 0 at the least; `undefined` where it is never idle. */
  leftMs(servedMs: number): number | undefined {
    if (this.#timeoutMs === undefined) return undefined;
    return Math.max(0, this.#timeoutMs - (servedMs - this.#quietSinceServedMs));
  }

  /** A record of the partition was dispatched: it counts again at once. */
  dispatched(servedMs: number): void {
    this.#quietSinceServedMs = servedMs;
    this.#idleSinceMs = undefined;
  }

  /**
   * Looks at the time. Called at every commit interval.
   *
   * @param standStill the partition could not be served since the last look, so that time does not count.
   * @returns whether it was found idle by this look.
   */
  look(servedMs: number, nowMs: number, standStill: boolean): boolean {
    if (standStill)
      this.#quietSinceServedMs += Math.max(
        0,
        servedMs - Math.max(this.#lastLookServedMs, this.#quietSinceServedMs),
      );
    this.#lastLookServedMs = servedMs;
    if (this.#timeoutMs === undefined || this.idle) return false;
    if (servedMs - this.#quietSinceServedMs < this.#timeoutMs) return false;
    this.#idleSinceMs = nowMs;
    return true;
  }
}
