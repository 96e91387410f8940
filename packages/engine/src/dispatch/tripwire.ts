/**
 * The tripwire: counts every offset that goes backwards and every poll beyond the bound, by kind, and keeps the
 * evidence of each in a bounded ledger. It counts and warns; it does not stop the app (the article, "Offset order,
 * end to end").
 *
 * Owned by the engine. Keeps invariant 9: a seek-back counts once, since the position follows it down.
 */
import type { Logger } from "pino";
import type { SeekBack } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import type { Violation, ViolationKind } from "../wire/index.ts";

/** A violation without the id that the ledger gives it. */
export type ViolationEntry = Omit<Violation, "id">;

export interface TripwireOptions {
  readonly logger: Logger;
  /** Keeps the entry; gives nothing back. */
  readonly record: (entry: ViolationEntry) => void;
}

/** One WARN a second and kind, the rest counted in the next. */
const warnEveryMs = 1000;

export class Tripwire {
  readonly #options: TripwireOptions;
  readonly #counts: Record<ViolationKind, number> = {
    partition_offset_regression: 0,
    partition_buffer_over_bound: 0,
    commit_offset_regression: 0,
    watermark_regression: 0,
    lane_order: 0,
    epoch_overlap: 0,
  };
  /** Seek-backs that the adapter told of and whose first record was not dispatched yet. */
  readonly #announced = new Map<PartitionId, SeekBack>();
  readonly #lastWarnMs = new Map<ViolationKind, number>();
  #suppressed = 0;

  constructor(options: TripwireOptions) {
    this.#options = options;
  }

  get counts(): Readonly<Record<ViolationKind, number>> {
    return this.#counts;
  }

  /** The consumer's position was set back by the broker; the regression that follows is expected. */
  announce(seekBack: SeekBack): void {
    this.#announced.set(partitionId(seekBack.partition), seekBack);
  }

  trip(
    kind: ViolationKind,
    at: { readonly partition: TopicPartition; readonly before: Offset; readonly after: Offset },
    epoch: number,
    nowMs: number,
  ): void {
    this.#counts[kind] += 1;
    const id = partitionId(at.partition);
    const expected =
      kind === "partition_buffer_over_bound" ||
      (kind === "partition_offset_regression" && this.#announced.delete(id));
    this.#options.record({
      topic: at.partition.topic,
      partition: at.partition.partition,
      kind,
      class: expected ? "expected" : "bug",
      atMs: nowMs,
      epoch,
      offsetBefore: at.before.toString(),
      offsetAfter: at.after.toString(),
    });
    const last = this.#lastWarnMs.get(kind);
    if (last !== undefined && nowMs - last < warnEveryMs) {
      this.#suppressed += 1;
      return;
    }
    this.#lastWarnMs.set(kind, nowMs);
    this.#options.logger.warn(
      {
        kind,
        partition: id,
        before: at.before.toString(),
        after: at.after.toString(),
        suppressed: this.#suppressed,
      },
      `${kind} on ${id}: from offset ${at.before} to ${at.after}`,
    );
    this.#suppressed = 0;
  }
}
