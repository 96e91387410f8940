/**
 * The newest deltas, for readers that come back.
 *
 * It owns their bytes; the feed alone calls it. The deltas form one chain: each begins where the one before ended.
 * It is bounded in number and in bytes (invariant 17), and gives up the oldest first.
 */
interface KeptDelta {
  readonly base: string;
  readonly frame: Buffer;
}

export class DeltaRing {
  readonly #deltasMax: number;
  readonly #bytesMax: number;
  #deltas: KeptDelta[] = [];
  #bytes = 0;

  constructor(limits: { readonly deltasMax: number; readonly bytesMax: number }) {
    this.#deltasMax = limits.deltasMax;
    this.#bytesMax = limits.bytesMax;
  }

  get count(): number {
    return this.#deltas.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  push(delta: KeptDelta): void {
    this.#deltas.push(delta);
    this.#bytes += delta.frame.length;
    while (this.#deltas.length > this.#deltasMax || this.#bytes > this.#bytesMax) {
      this.#bytes -= this.#deltas.shift()?.frame.length ?? 0;
    }
  }

  clear(): void {
    this.#deltas = [];
    this.#bytes = 0;
  }

  /** What a reader that holds `sequence` has missed, oldest first; `undefined` where the ring does not reach back. */
  after(sequence: string): Buffer[] | undefined {
    const first = this.#deltas.findIndex((delta) => delta.base === sequence);
    return first < 0 ? undefined : this.#deltas.slice(first).map((delta) => delta.frame);
  }
}
