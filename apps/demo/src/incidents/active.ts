/** Ends what was begun; a second call does nothing. */
export type Undo = () => void;

/** What is on now. Two incidents may want the same at once, and each takes back its own alone. */
export class Active<T> {
  readonly #entries = new Set<{ readonly wanted: T }>();

  add(wanted: T): Undo {
    const entry = { wanted };
    this.#entries.add(entry);
    return () => this.#entries.delete(entry);
  }

  some(is: (wanted: T) => boolean): boolean {
    for (const { wanted } of this.#entries) if (is(wanted)) return true;
    return false;
  }

  /** Of all that is on, added up. */
  sum(of: (wanted: T) => number): number {
    let sum = 0;
    for (const { wanted } of this.#entries) sum += of(wanted);
    return sum;
  }
}
