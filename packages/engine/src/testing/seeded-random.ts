/**
 * A small generator of random numbers that a seed determines wholly (splitmix32). Not for secrets.
 *
 * @example
 * ```ts
 * const random = new SeededRandom(7);
 * random.int(6); // the same number on every run
 * ```
 */
export class SeededRandom {
  readonly seed: number;
  #state: number;

  /** @param seed any integer; its low 32 bits count. */
  constructor(seed: number) {
    this.seed = seed;
    this.#state = seed | 0;
  }

  /** A number in [0, 1) with 32 random bits. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = this.#state ^ (this.#state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 0x1_0000_0000;
  }

  /** An integer in [0, below). */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }
}
