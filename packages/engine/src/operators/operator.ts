/**
 * The contract of an operator.
 *
 * An operator takes a row and pushes what comes of it to the one behind it, in the same call. It holds no clock and
 * starts nothing of its own; the watermark comes to it at a barrier, on all lanes at once (one consistent cut).
 */
import type { ProducerRecord } from "../record/record.ts";
import type { FirstMove } from "../watermark/watermark-moves.ts";
import type { DropReason, LateDrop } from "../wire/index.ts";
import type { Row } from "./row.ts";
import type { RowOrder } from "./row-order.ts";

export interface Operator {
  process(row: Row): void;
}

/** An operator that does something when the watermark moves, e.g. lets closed windows go. */
export interface WatermarkListener {
  /** @param beforeMs the watermark until now; `undefined` where it is the first. */
  onWatermark(watermarkMs: number, beforeMs: number | undefined): void;
}

/** A late drop before the ring has given it an id. */
export type LateDropEntry = Omit<LateDrop, "id" | "epoch">;

/** What operators do to the world, gathered for the transaction of the open epoch. */
export interface EpochSink {
  output(record: ProducerRecord, order: RowOrder): void;
  lateDrop(drop: LateDropEntry, order: RowOrder): void;
  dropped(reason: DropReason): void;
}

/** What an operator on a lane is given by the lane. */
export interface LaneContext {
  readonly lane: number;
  /** The watermark of the last barrier; `undefined` before the first. */
  watermarkMs(): number | undefined;
  /**
   * Windows that this watermark has closed may leave the stores: no restart goes back to a time in front of it.
   * `undefined` before the first.
   */
  expiryWatermarkMs(): number | undefined;
  /** What brought the global watermark to `closeMs` or above first; for evidence only. */
  movedBy(closeMs: number): FirstMove;
  /** Wall clock, for evidence only. */
  nowMs(): number;
  /** Calls `callback` once, `delayMs` from now; the returned function cancels it. */
  after(delayMs: number, callback: () => void): () => void;
  /**
   * The row is not worked until `work` settles: the lane takes nothing else meanwhile, and then calls what it
   * brought. What was given up with its epoch in between is never called; what rejects fails the app.
   */
  defer(work: Promise<() => void>): void;
  /** A row that was held back goes to `next` before the barrier counts as passed; called within `onWatermark`. */
  release(next: Operator, row: Row): void;
  readonly effects: EpochSink;
}
