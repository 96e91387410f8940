import type { TopicPartition } from "../record/topic-partition.ts";

/** What let the global watermark go up. */
export type MoveCause = "dispatched" | "preview" | "idle" | "removed";

/** One rise of the global watermark, and the partition that let it go. */
export interface WatermarkMove extends TopicPartition {
  /** `undefined` where there was no watermark before. */
  readonly fromMs: number | undefined;
  readonly toMs: number;
  /** Wall clock at which it was seen. */
  readonly atMs: number;
  readonly cause: MoveCause;
}

/** The first move past a close, or why it is not known. */
export type FirstMove =
  | { readonly kind: "moved"; readonly move: WatermarkMove }
  /** This process began with a watermark that was past the close already. */
  | { readonly kind: "before-start" }
  /** So many moves ago that it is no longer kept. */
  | { readonly kind: "beyond-history" }
  | { readonly kind: "not-yet" };

/** The newest moves that are kept. */
const watermarkMovesKept = 10_000;

/**
 * The history of the global watermark, oldest first, bounded to the newest moves (invariant 17).
 *
 * Owned by the global watermark, which is its only writer; asked by operators for what closed a window. Rises follow
 * on each other without a gap, so the first one past a close is found by a binary search.
 */
export class WatermarkMoves {
  readonly limit: number;
  #moves: WatermarkMove[] = [];
  #startMs: number | undefined;
  #forgotten = false;

  constructor(limit: number = watermarkMovesKept) {
    this.limit = limit;
  }

  get retained(): number {
    return Math.min(this.#moves.length, this.limit);
  }

  push(move: WatermarkMove): void {
    this.#moves.push(move);
    if (this.#moves.length > this.limit) this.#forgotten = true;
    if (this.#moves.length >= 2 * this.limit) this.#moves = this.#moves.slice(-this.limit);
  }

  /** The watermark goes on from `valueMs`: a start, or a recovery that goes back. What lies above is cut off. */
  restart(valueMs: number | undefined): void {
    const kept = this.#moves.filter(
      ({ fromMs }) => fromMs === undefined || valueMs === undefined || fromMs < valueMs,
    );
    const last = kept.at(-1);
    // What moved it up to there was seen by another process, or by none.
    if (valueMs === undefined || last === undefined || last.toMs < valueMs) {
      this.#moves = [];
      this.#forgotten = false;
      this.#startMs = valueMs;
      return;
    }
    kept[kept.length - 1] = { ...last, toMs: valueMs };
    this.#moves = kept;
  }

  /** The first move that brought the watermark to `closeMs` or above. */
  firstPast(closeMs: number): FirstMove {
    const moves = this.#moves;
    const first = moves.length - this.retained;
    let low = first;
    let high = moves.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((moves[middle]?.toMs ?? closeMs) < closeMs) low = middle + 1;
      else high = middle;
    }
    const move = moves[low];
    // In front of the oldest move that is kept, others may have passed the close.
    if (low === first && this.#isBefore(move, closeMs))
      return { kind: this.#forgotten ? "beyond-history" : "before-start" };
    return move === undefined ? { kind: "not-yet" } : { kind: "moved", move };
  }

  #isBefore(oldest: WatermarkMove | undefined, closeMs: number): boolean {
    const fromMs = oldest === undefined ? this.#startMs : oldest.fromMs;
    return fromMs !== undefined && closeMs <= fromMs;
  }
}
