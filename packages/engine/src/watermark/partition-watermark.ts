/**
 * The event time of one partition, as its strategy makes it: never going down, `undefined` before there is one
 * (invariant 15). Owned by a dispatch partition, told of each record that is dispatched.
 */
export interface PartitionEventTime {
  /** How far the watermark stays behind; `undefined` with a custom generator. */
  readonly boundMs: number | undefined;
  /** The highest event time dispatched; the commit metadata keeps it. */
  readonly highestMs: number | undefined;
  /** What a custom generator has emitted; the commit metadata keeps it. `undefined` with a built-in strategy. */
  readonly emittedMs: number | undefined;
  /** The partition watermark. */
  readonly valueMs: number | undefined;
  /** @returns whether the watermark went up. */
  dispatched(timestampMs: number, event: DispatchedEvent): boolean;
  /** Looks at the time, once a commit interval. @returns whether the watermark went up. */
  look(): boolean;
  /** The watermark once a head of this event time is dispatched; `undefined` where that can't be known in advance. */
  previewMs(headTimestampMs: number): number | undefined;
}

export interface DispatchedEvent {
  readonly key: unknown;
  readonly value: unknown;
}

/** The watermark of the built-in strategies: highest event time dispatched − bound. */
export class PartitionWatermark implements PartitionEventTime {
  readonly boundMs: number;
  readonly emittedMs = undefined;
  #highestMs: number | undefined;

  constructor(boundMs: number, highestMs?: number) {
    this.boundMs = boundMs;
    this.#highestMs = highestMs;
  }

  get highestMs(): number | undefined {
    return this.#highestMs;
  }

  get valueMs(): number | undefined {
    return this.#highestMs === undefined ? undefined : this.#highestMs - this.boundMs;
  }

  dispatched(timestampMs: number): boolean {
    if (this.#highestMs !== undefined && timestampMs <= this.#highestMs) return false;
    this.#highestMs = timestampMs;
    return true;
  }

  look(): boolean {
    return false;
  }

  previewMs(headTimestampMs: number): number {
    return Math.max(this.#highestMs ?? headTimestampMs, headTimestampMs) - this.boundMs;
  }
}
