import type { Offset } from "../record/offset.ts";

/** A dispatch that went below what was dispatched before: a seek-back's first record, or a bug. */
export interface Regression {
  readonly before: Offset;
  readonly after: Offset;
}

/**
 * The position of one partition: the offset of the next record that it will dispatch, which is what a barrier
 * commits (invariant 4). It follows the consumer: over markers and gaps upwards, and on a seek-back downwards, once
 * the first re-fetched record is dispatched and not before (invariant 9).
 */
export class TrackedOffset {
  #position: Offset;

  constructor(position: Offset) {
    this.#position = position;
  }

  get position(): Offset {
    return this.#position;
  }

  /** The next offset that can be dispatched is at least `next`: a head, or the consumer's position behind markers. */
  advanceTo(next: Offset): void {
    if (next > this.#position) this.#position = next;
  }

  /** A record at `offset` was dispatched. Gives the regression where it lies below the position. */
  dispatched(offset: Offset): Regression | undefined {
    const before = this.#position;
    this.#position = offset + 1n;
    return offset < before ? { before, after: offset } : undefined;
  }
}
