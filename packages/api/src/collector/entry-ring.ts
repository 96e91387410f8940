/**
 * The newest entries of one list, oldest first, none twice; owned by the app's list, and filled by the
 * {@link EntryCollector} of each of its instances. Bounded in number and in size (invariant 17): an entry may carry a
 * key, a value and a hundred headers.
 */
export interface EntryRingBounds {
  readonly entriesMax: number;
  /** In characters of payload. */
  readonly sizeMax: number;
}

const defaultEntryRingBounds: EntryRingBounds = { entriesMax: 1000, sizeMax: 8 * 1024 * 1024 };

/** Ids grow within a run. */
interface RingEntry {
  readonly bootId: string;
  readonly id: string;
}

export class EntryRing<T extends RingEntry> {
  readonly #bounds: EntryRingBounds;
  readonly #sizeOf: (entry: T) => number;
  readonly #entries: T[] = [];
  /** Of each run that has entries here. */
  readonly #runs = new Map<string, { readonly newest: bigint; readonly held: number }>();
  #size = 0;
  #hasEvicted = false;

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

  /** Whether older entries had to go. */
  get hasEvicted(): boolean {
    return this.#hasEvicted;
  }

  /** Whether it came before: a process that is asked at two addresses, or at a new one, tells all it has once more. */
  isKnown({ bootId, id }: RingEntry): boolean {
    const run = this.#runs.get(bootId);
    return run !== undefined && BigInt(id) <= run.newest;
  }

  /** The newest one stays, whatever its size. One that is known is left out by the caller. */
  push(entry: T): void {
    this.#entries.push(entry);
    this.#size += this.#sizeOf(entry);
    const held = this.#runs.get(entry.bootId)?.held ?? 0;
    this.#runs.set(entry.bootId, { newest: BigInt(entry.id), held: held + 1 });
    while (this.#isOver() && this.#entries.length > 1) this.#evict();
  }

  #evict(): void {
    const gone = this.#entries.shift();
    if (gone === undefined) return;
    this.#hasEvicted = true;
    this.#size -= this.#sizeOf(gone);
    const run = this.#runs.get(gone.bootId);
    if (run === undefined || run.held === 1) this.#runs.delete(gone.bootId);
    else this.#runs.set(gone.bootId, { ...run, held: run.held - 1 });
  }

  #isOver(): boolean {
    return this.#entries.length > this.#bounds.entriesMax || this.#size > this.#bounds.sizeMax;
  }
}
