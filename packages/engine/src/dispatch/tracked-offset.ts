import type { Offset } from "../record/offset.ts";

/** A dispatch that went below what was dispatched before: a seek-back's first record, or a bug. */
export interface Regression {
  readonly before: Offset;
  readonly after: Offset;
}

/** The log was cut below the consumer's position, and read on at its new end. */
export interface SetBack {
  readonly from: Offset;
  readonly to: Offset;
}

/**
 * The position of one partition: the offset of the next record that it will dispatch, which is what a barrier
 * commits (invariant 4). It follows the consumer: over markers and gaps upwards, and on a seek-back downwards, once
 * the first re-fetched record is dispatched and not before (invariant 9).
 */
export class TrackedOffset {
  #position: Offset;
  #setBack: SetBack | undefined;
  #refetching = false;

  /** @param committed what the group has committed: where that is higher, the log was set back before. */
  constructor(position: Offset, committed?: Offset) {
    this.#position = position;
    if (committed === undefined || committed <= position) return;
    this.#setBack = { from: committed, to: position };
    this.#refetching = true;
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
    if (offset >= before) return undefined;
    this.#refetching = true;
    return { before, after: offset };
  }

  /** The consumer was set back. Until a commit covers that, what is committed may lie above what was never worked. */
  setBack(by: SetBack): void {
    const former = this.#setBack;
    this.#setBack = former !== undefined && former.to < by.to ? { from: by.from, to: former.to } : by;
    this.#refetching = false;
  }

  /** Where a recovery reads on, whatever higher offset is committed; `undefined`: where the commit says. */
  get recoverAt(): Offset | undefined {
    return this.#setBack?.to;
  }

  /** The set-back that the position lies behind, which a commit of it settles. */
  get coveredSetBack(): SetBack | undefined {
    const setBack = this.#setBack;
    return setBack !== undefined && (this.#refetching || this.#position > setBack.from) ? setBack : undefined;
  }

  /** A position behind `setBack` is committed. */
  settle(setBack: SetBack | undefined): void {
    if (setBack === this.#setBack) this.#setBack = undefined;
  }
}
