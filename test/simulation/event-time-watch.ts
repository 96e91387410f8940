/**
 * Follows event time by the records dispatched alone: each partition's watermark, what held heads promise, and what
 * the global watermark must be at each barrier.
 *
 * Owned by one run. Judges invariants 6, 7 and the order of time of 13: a barrier carries the minimum over the
 * partitions that are not idle, a preview counting as the watermark, and a preview is the value that its partition
 * comes to with the very record that was held.
 */
import { type Cut, type LogRecord, type PartitionId, partitionId } from "@stoatflow/engine/testing";
import type { EventTimes } from "./event-times.ts";

/** What a held head has promised: its record goes next, and then the partition's watermark is this. */
interface Promised {
  readonly offset: bigint;
  readonly previewMs: number;
}

export interface EventTimeOptions {
  readonly times: EventTimes;
  /**
   * Whether a partition may begin to count below what the watermark has come to between two barriers: one that comes
   * back from idleness, is new, or is a table's that has a backlog again. It does not go down then, so a barrier may carry more than the minimum.
   */
  readonly joinedLate: boolean;
}

export class EventTimeWatch {
  /** What was found, one sentence each. */
  readonly faults: string[] = [];
  /** Heads that were found held. */
  previews = 0;
  readonly #options: EventTimeOptions;
  readonly #promised = new Map<PartitionId, Promised>();

  constructor(options: EventTimeOptions) {
    this.#options = options;
  }

  /** A start or a recovery goes on behind what is committed. */
  goOn(): void {
    this.#promised.clear();
  }

  /** Told when the record's event time counts. */
  dispatched(record: LogRecord): void {
    const id = partitionId(record);
    const promised = this.#promised.get(id);
    if (promised === undefined) return;
    this.#promised.delete(id);
    if (record.offset !== promised.offset) {
      this.faults.push(`${id}: ${record.offset} went out in front of the held head ${promised.offset}`);
    }
    const reached = this.#options.times.ownMs(record);
    if (reached !== promised.previewMs) {
      this.faults.push(`${id}: its preview was ${promised.previewMs}, and it came to ${reached}`);
    }
  }

  /** @param beforeMs what the barrier before carried. */
  fixed({ positions, globalWatermarkMs }: Cut, beforeMs: number | undefined): void {
    const counting: (number | undefined)[] = [];
    const idle: number[] = [];
    const leftOut: number[] = [];
    for (const { partition } of positions) {
      const valueMs = this.#valueOf(partition);
      if (this.#options.times.isLeftOut(partition)) {
        if (valueMs !== undefined) leftOut.push(valueMs);
      } else if (!partition.idle) counting.push(valueMs);
      else if (valueMs !== undefined) idle.push(valueMs);
    }
    const values = counting.filter((value) => value !== undefined);
    const ofAll = [...values, ...idle, ...leftOut, ...(beforeMs === undefined ? [] : [beforeMs])];
    let least: number | undefined;
    if (values.length < counting.length) least = undefined;
    else if (counting.length > 0) least = Math.min(...values);
    else if (idle.length > 0) least = Math.max(...idle);
    const should = Math.max(least ?? Number.NEGATIVE_INFINITY, beforeMs ?? Number.NEGATIVE_INFINITY);
    const is = globalWatermarkMs ?? Number.NEGATIVE_INFINITY;
    const right = this.#options.joinedLate
      ? is >= should && is <= Math.max(Number.NEGATIVE_INFINITY, ...ofAll)
      : is === should;
    if (!right) this.faults.push(`a barrier carries the watermark ${is}; it should be ${should}`);
  }

  /** Its preview, else its watermark, as the records make it; looks at what the engine says of both. */
  #valueOf(partition: Cut["positions"][number]["partition"]): number | undefined {
    const { id } = partition.source;
    const { hold, head } = partition;
    const previewMs = hold?.previewMs;
    const promised = this.#promised.get(id);
    if (promised !== undefined && previewMs !== promised.previewMs) {
      this.faults.push(`${id}: the preview ${promised.previewMs} became ${previewMs} before its record went`);
    }
    if (previewMs !== undefined && head !== undefined) {
      if (promised === undefined) this.previews += 1;
      this.#promised.set(id, { offset: head.record.offset, previewMs });
      if (this.#options.times.isCustom(partition.partition.topic)) {
        this.faults.push(`${id}: a custom generator has the preview ${previewMs}`);
      }
    }
    return this.#options.times.valueMs(partition);
  }
}
