/** What is ordered: something with a head and a place for ties. */
export interface Ordered {
  /** Event time of the head. */
  readonly headTimestampMs: number;
  /** Place in (topic, partition number) order, unique. */
  readonly rank: number;
}

/**
 * The partitions that have a head, the oldest first; a tie goes to the lower rank, so that a run is reproducible.
 * A binary heap: the choice costs nothing, a change of the first head O(log n).
 *
 * Only heads are compared. Nothing behind a head can get in front of it (invariants 1 and 7).
 */
export class HeadOrder<T extends Ordered> {
  readonly #heap: T[] = [];

  get size(): number {
    return this.#heap.length;
  }

  first(): T | undefined {
    return this.#heap[0];
  }

  add(item: T): void {
    this.#heap.push(item);
    this.#up(this.#heap.length - 1);
  }

  /** The first item's head has changed. */
  firstChanged(): void {
    this.#down(0);
  }

  removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#down(0);
  }

  clear(): void {
    this.#heap.length = 0;
  }

  #up(from: number): void {
    const heap = this.#heap;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfBefore(heap, at, parent)) return;
      at = parent;
    }
  }

  #down(from: number): void {
    const heap = this.#heap;
    let at = from;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      const leftItem = heap[left];
      if (leftItem === undefined) return;
      const rightItem = heap[right];
      const child = rightItem !== undefined && before(rightItem, leftItem) ? right : left;
      if (!this.#swapIfBefore(heap, child, at)) return;
      at = child;
    }
  }

  #swapIfBefore(heap: T[], child: number, parent: number): boolean {
    const a = heap[child];
    const b = heap[parent];
    if (a === undefined || b === undefined || !before(a, b)) return false;
    heap[child] = b;
    heap[parent] = a;
    return true;
  }
}

/** Whether `a` goes in front of `b`. */
export function before(a: Ordered, b: Ordered): boolean {
  return (
    a.headTimestampMs < b.headTimestampMs || (a.headTimestampMs === b.headTimestampMs && a.rank < b.rank)
  );
}
