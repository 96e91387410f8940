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
import type { Violation, ViolationClass, ViolationKind } from "../wire/index.ts";

/** A violation without the id that the ledger gives it. */
export type ViolationEntry = Omit<Violation, "id">;

export interface TripwireOptions {
  readonly logger: Logger;
  /** Keeps the entry; gives nothing back. */
  readonly record: (entry: ViolationEntry) => void;
}

/** One WARN a second and kind, the rest counted in the next. */
const warnEveryMs = 1000;

/** The most set-backs of one partition that are remembered until their records are dispatched. */
const announcedKept = 16;

interface Warned {
  readonly atMs: number;
  /** What was left out since. */
  suppressed: number;
}

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
  readonly #classes: Record<ViolationClass, number> = { expected: 0, bug: 0 };
  /** Seek-backs that the adapter told of and whose first record was not dispatched yet, oldest first. */
  readonly #announced = new Map<PartitionId, readonly SeekBack[]>();
  readonly #warned = new Map<ViolationKind, Warned>();

  constructor(options: TripwireOptions) {
    this.#options = options;
  }

  get counts(): Readonly<Record<ViolationKind, number>> {
    return this.#counts;
  }

  /** The same violations by their class. */
  get classes(): Readonly<Record<ViolationClass, number>> {
    return this.#classes;
  }

  /** The consumer's position was set back by the broker; the regression that follows is expected. */
  announce(seekBack: SeekBack): void {
    const id = partitionId(seekBack.partition);
    this.#announced.set(id, [...(this.#announced.get(id) ?? []), seekBack].slice(-announcedKept));
  }

  trip(
    kind: ViolationKind,
    at: {
      readonly partition: TopicPartition;
      readonly before: Offset;
      readonly after: Offset;
      /** Of a poll beyond the bound: the consumer had been told to pause, which is what makes it expected. */
      readonly pauseFailed?: boolean;
    },
    epoch: number,
    nowMs: number,
  ): void {
    this.#counts[kind] += 1;
    const id = partitionId(at.partition);
    const isExpected =
      (kind === "partition_buffer_over_bound" && at.pauseFailed === true) ||
      (kind === "partition_offset_regression" && this.#wasAnnounced(id, at.before, at.after));
    const ofClass = isExpected ? "expected" : "bug";
    this.#classes[ofClass] += 1;
    this.#options.record({
      topic: at.partition.topic,
      partition: at.partition.partition,
      kind,
      class: ofClass,
      atMs: nowMs,
      epoch,
      offsetBefore: at.before.toString(),
      offsetAfter: at.after.toString(),
    });
    const last = this.#warned.get(kind);
    // A wall clock that was put back silences nobody.
    if (last !== undefined && Math.abs(nowMs - last.atMs) < warnEveryMs) {
      last.suppressed += 1;
      return;
    }
    this.#warned.set(kind, { atMs: nowMs, suppressed: 0 });
    this.#options.logger.warn(
      {
        kind,
        partition: id,
        before: at.before.toString(),
        after: at.after.toString(),
        suppressed: last?.suppressed ?? 0,
      },
      `${kind} on ${id}: from offset ${at.before} to ${at.after}; ${remedyOf(kind, ofClass)}`,
    );
  }

  /**
   * Whether a set-back explains the regression; it explains one. A set-back whose own records never came (they were
   * aborted, or the app went back to a commit meanwhile) lies elsewhere in the log and excuses no later bug.
   */
  #wasAnnounced(id: PartitionId, before: Offset, after: Offset): boolean {
    const announced = this.#announced.get(id) ?? [];
    const place = announced.findIndex(({ from, to }) => to <= after && before <= from);
    if (place < 0) return false;
    this.#announced.set(id, announced.slice(place + 1));
    return true;
  }
}

/** What it means and what to do, by kind and class. */
function remedyOf(kind: ViolationKind, ofClass: ViolationClass): string {
  if (ofClass === "bug")
    return "this is unreachable by design: please report it with the entry of /violations";
  return kind === "partition_buffer_over_bound"
    ? "the pause of the consumer did not take effect; the records are fetched again"
    : "the broker set the consumer back; look for a leader election or a reset of offsets, nothing is to be done here";
}
