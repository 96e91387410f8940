/**
 * A queue appended at the tail and taken at the head. The taken front is cut off when it is half of the array, so an
 * item is moved at most once on average, and a queue that never runs empty does not grow.
 */
export class Fifo<T> {
  #items: (T | undefined)[] = [];
  #first = 0;

  get size(): number {
    return this.#items.length - this.#first;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  head(): T | undefined {
    return this.#items[this.#first];
  }

  /** The item `place` behind the head. */
  at(place: number): T | undefined {
    return this.#items[this.#first + place];
  }

  /** Takes the head; `undefined` where the queue is empty. */
  take(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#first];
    this.#items[this.#first] = undefined;
    this.#first += 1;
    if (this.#first * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  clear(): void {
    this.#items = [];
    this.#first = 0;
  }
}
