/**
 * The watermark of one partition: highest event time dispatched − bound, never going down. `undefined` before the
 * first record (invariant 15).
 */
export class PartitionWatermark {
  readonly boundMs: number;
  #highestMs: number | undefined;

  constructor(boundMs: number, highestMs?: number) {
    this.boundMs = boundMs;
    this.#highestMs = highestMs;
  }

  /** The highest event time dispatched; what the commit metadata keeps. */
  get highestMs(): number | undefined {
    return this.#highestMs;
  }

  get valueMs(): number | undefined {
    return this.#highestMs === undefined ? undefined : this.#highestMs - this.boundMs;
  }

  dispatched(timestampMs: number): void {
    if (this.#highestMs === undefined || timestampMs > this.#highestMs) this.#highestMs = timestampMs;
  }
}
