/**
 * A store of one value a key of one lane, in memory.
 *
 * As in a window store, the writes of the open epoch lie in an overlay over what is committed: a commit merges it, a
 * rollback drops it (invariants 5 and 12). One lane owns it, so no key is in two. Keys are the key's bytes as latin-1
 * text, one character a byte.
 */
export class KeyValueStore<V extends object> {
  readonly name: string;
  readonly #committed = new Map<string, V>();
  readonly #overlay = new Map<string, V>();

  constructor(name: string) {
    this.name = name;
  }

  /** Committed entries. */
  get size(): number {
    return this.#committed.size;
  }

  /** Whether the open epoch changed anything. */
  get dirty(): boolean {
    return this.#overlay.size > 0;
  }

  get(key: string): V | undefined {
    return this.#overlay.get(key) ?? this.#committed.get(key);
  }

  put(key: string, value: V): void {
    this.#overlay.set(key, value);
  }

  /** What the open epoch wrote, each key once with its last value. */
  *changes(): IterableIterator<{ key: string; value: V }> {
    for (const [key, value] of this.#overlay) yield { key, value };
  }

  commit(): void {
    for (const [key, value] of this.#overlay) this.#committed.set(key, value);
    this.#overlay.clear();
  }

  rollback(): void {
    this.#overlay.clear();
  }

  /** Takes a row of the changelog, in its order. */
  restore(key: string, value: V | undefined): void {
    if (value === undefined) this.#committed.delete(key);
    else this.#committed.set(key, value);
  }

  clear(): void {
    this.#committed.clear();
    this.#overlay.clear();
  }
}
