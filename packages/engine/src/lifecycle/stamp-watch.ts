/**
 * Warns of records that are stamped far ahead of the wall clock, or in a wrong unit of time.
 *
 * Owned by the processing; told of each odd head when it becomes one, so that one that is dispatched at once is
 * warned of too. A head is warned of once, and at most one warning a kind goes out a second: a head that stands
 * longer than that has its turn at a later look.
 */
import type { Logger } from "pino";
import type { DispatchPartition, Head } from "../dispatch/dispatch-partition.ts";
import { type HeadStamp, oddities } from "../dispatch/head-stamp.ts";

const warnEveryMs = 1000;

export class StampWatch {
  readonly #logger: Logger;
  readonly #warnedOf: Readonly<Record<HeadStamp, WeakSet<Head>>> = {
    ahead: new WeakSet(),
    seconds: new WeakSet(),
    microseconds: new WeakSet(),
  };
  readonly #warnedMs = new Map<HeadStamp, number>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** A head whose stamp is odd, when it became head or at a later look. */
  odd(partition: DispatchPartition, head: Head, nowMs: number): void {
    // Judged by the time at which it became head: what was ahead then is worth a warning, however long it waits.
    for (const stamp of oddities(head.timestampMs, head.sinceMs)) {
      if (this.#warnedOf[stamp].has(head)) continue;
      const warnedMs = this.#warnedMs.get(stamp);
      // A wall clock that was put back silences nobody.
      if (warnedMs !== undefined && Math.abs(nowMs - warnedMs) < warnEveryMs) continue;
      this.#warnedMs.set(stamp, nowMs);
      this.#warnedOf[stamp].add(head);
      this.#logger.warn(
        {
          partition: partition.source.id,
          offset: head.record.offset.toString(),
          timestampMs: head.timestampMs,
        },
        sentence(stamp, partition, head),
      );
    }
  }
}

function sentence(stamp: HeadStamp, { source, watermark }: DispatchPartition, head: Head): string {
  if (stamp === "ahead") {
    const aheadS = Math.round((head.timestampMs - head.sinceMs) / 1000);
    const meanwhile =
      watermark.boundMs === undefined
        ? "event time stands still, since a custom watermark generator has no preview"
        : "event time is set by the other partitions";
    return `${source.id}: its next record is stamped ${aheadS} s ahead of the wall clock; while it waits, ${meanwhile}`;
  }
  const factor = stamp === "seconds" ? "multiply by 1000" : "divide by 1000";
  return (
    `${source.id}: the record at offset ${head.record.offset} is stamped ${head.timestampMs}, which looks like ${stamp} ` +
    `where milliseconds are due; mend the producer, or ${factor} in a timestamp assigner`
  );
}
