/**
 * The newest entries of one list, oldest first; owned by its {@link EntryCollector}. Bounded in number and in size
 * (invariant 17): an entry may carry a key, a value and a hundred headers.
 */
export interface EntryRingBounds {
  readonly entriesMax: number;
  /** In characters of payload. */
  readonly sizeMax: number;
}

const defaultEntryRingBounds: EntryRingBounds = { entriesMax: 1000, sizeMax: 8 * 1024 * 1024 };

export class EntryRing<T> {
  readonly #bounds: EntryRingBounds;
  readonly #sizeOf: (entry: T) => number;
  readonly #entries: T[] = [];
  #size = 0;

  constructor(sizeOf: (entry: T) => number, bounds: EntryRingBounds = defaultEntryRingBounds) {
    this.#sizeOf = sizeOf;
    this.#bounds = bounds;
  }

  /** Oldest first. */
  get entries(): readonly T[] {
    return this.#entries;
  }

  get entriesMax(): number {
    return this.#bounds.entriesMax;
  }

  /** Returns whether older entries had to go. The newest one stays, whatever its size. */
  push(entry: T): boolean {
    this.#entries.push(entry);
    this.#size += this.#sizeOf(entry);
    let evicted = false;
    while (this.#isOver() && this.#entries.length > 1) {
      const gone = this.#entries.shift();
      if (gone !== undefined) this.#size -= this.#sizeOf(gone);
      evicted = true;
    }
    return evicted;
  }

  #isOver(): boolean {
    return this.#entries.length > this.#bounds.entriesMax || this.#size > this.#bounds.sizeMax;
  }
}
