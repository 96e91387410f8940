/**
 * A store of windowed aggregates of one lane, in memory.
 *
 * The writes of the open epoch lie in an overlay over what is committed: a commit merges it, a rollback drops it
 * (invariants 5 and 12). Readers outside the lane see what is committed. One lane owns it, so no key is in two.
 *
 * Keys are the key's bytes as latin-1 text, one character a byte: exact, and cheap to hash.
 */
export class WindowStore<V> {
  readonly name: string;
  readonly #committed = new Map<number, Map<string, V>>();
  readonly #overlay = new Map<number, Map<string, V | undefined>>();
  #entries = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** Committed entries: a key in a window. */
  get size(): number {
    return this.#entries;
  }

  /** Whether the open epoch changed anything. */
  get dirty(): boolean {
    return !this.changes().next().done;
  }

  get(windowStartMs: number, key: string): V | undefined {
    const written = this.#overlay.get(windowStartMs);
    if (written?.has(key)) return written.get(key);
    return this.#committed.get(windowStartMs)?.get(key);
  }

  /** The windows that have entries, the open epoch's writes among them, ascending. */
  windowStarts(): number[] {
    return [...new Set([...this.#committed.keys(), ...this.#overlay.keys()])].sort((a, b) => a - b);
  }

  /** The entries of a window, the open epoch's writes among them, by key. */
  entriesOf(windowStartMs: number): (readonly [key: string, value: V])[] {
    const entries: Map<string, V | undefined> = new Map(this.#committed.get(windowStartMs));
    for (const [key, value] of this.#overlay.get(windowStartMs) ?? []) entries.set(key, value);
    const found: (readonly [string, V])[] = [];
    for (const [key, value] of entries) if (value !== undefined) found.push([key, value]);
    return found.sort(([a], [b]) => (a < b ? -1 : 1));
  }

  put(windowStartMs: number, key: string, value: V): void {
    inner(this.#overlay, windowStartMs).set(key, value);
  }

  /** Deletes every entry of the windows that `closed` holds for. */
  expire(closed: (windowStartMs: number) => boolean): void {
    for (const [start, entries] of this.#committed) {
      if (!closed(start)) continue;
      const written = inner(this.#overlay, start);
      for (const key of entries.keys()) written.set(key, undefined);
    }
    for (const [start, written] of this.#overlay) {
      if (!closed(start)) continue;
      const committed = this.#committed.get(start);
      for (const key of written.keys()) {
        // What this epoch alone has known needs no tombstone.
        if (committed?.has(key)) written.set(key, undefined);
        else written.delete(key);
      }
      if (written.size === 0) this.#overlay.delete(start);
    }
  }

  /** What the open epoch changed, each key once: its value, or `undefined` where it was deleted. */
  *changes(): IterableIterator<{ windowStartMs: number; key: string; value: V | undefined }> {
    for (const [windowStartMs, written] of this.#overlay) {
      for (const [key, value] of written) {
        const deletesNothing = value === undefined && !this.#committed.get(windowStartMs)?.has(key);
        if (!deletesNothing) yield { windowStartMs, key, value };
      }
    }
  }

  commit(): void {
    for (const { windowStartMs, key, value } of this.changes()) this.#apply(windowStartMs, key, value);
    this.#overlay.clear();
  }

  rollback(): void {
    this.#overlay.clear();
  }

  /** Takes a row of the changelog, in its order. */
  restore(windowStartMs: number, key: string, value: V | undefined): void {
    this.#apply(windowStartMs, key, value);
  }

  clear(): void {
    this.#committed.clear();
    this.#overlay.clear();
    this.#entries = 0;
  }

  #apply(windowStartMs: number, key: string, value: V | undefined): void {
    if (value !== undefined) {
      const entries = inner(this.#committed, windowStartMs);
      if (!entries.has(key)) this.#entries += 1;
      entries.set(key, value);
      return;
    }
    const entries = this.#committed.get(windowStartMs);
    if (entries?.delete(key)) this.#entries -= 1;
    if (entries?.size === 0) this.#committed.delete(windowStartMs);
  }
}

function inner<T>(outer: Map<number, Map<string, T>>, start: number): Map<string, T> {
  let found = outer.get(start);
  if (found === undefined) {
    found = new Map();
    outer.set(start, found);
  }
  return found;
}
