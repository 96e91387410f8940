/**
 * The newest entries of an endless list, each with an id that grows by one from 1. Bounded in count; what was pushed
 * is counted exactly however often the ring has wrapped (invariant 17).
 */
export class Ring<T> {
  readonly limit: number;
  readonly #entries: T[] = [];
  #pushed = 0n;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** All that were ever pushed: the id of the newest. */
  get total(): bigint {
    return this.#pushed;
  }

  get retained(): number {
    return this.#entries.length;
  }

  /** @param make gets the id that the entry has from now on. */
  push(make: (id: bigint) => T): void {
    this.#pushed += 1n;
    const at = Number((this.#pushed - 1n) % BigInt(this.limit));
    this.#entries[at] = make(this.#pushed);
  }

  /** Entries with an id above `after`, oldest first, at most `limit`; `missed` had left the ring before. */
  after(
    after: bigint,
    limit: number,
  ): { readonly items: T[]; readonly next: bigint; readonly missed: number } {
    const oldest = this.#pushed - BigInt(this.#entries.length);
    const from = after > this.#pushed ? this.#pushed : after < oldest ? oldest : after;
    const missed = after < oldest ? Number(oldest - after) : 0;
    const items: T[] = [];
    let next = from;
    while (items.length < limit && next < this.#pushed) {
      const item = this.#entries[Number(next % BigInt(this.limit))];
      if (item !== undefined) items.push(item);
      next += 1n;
    }
    return { items, next, missed };
  }
}
