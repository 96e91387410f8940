/**
 * Warns of partitions that wait for data for long: the broker has records for them, none comes, and nothing else is
 * dispatched meanwhile.
 *
 * Owned by the processing, which has it look at every commit interval while records may be dispatched. Once a wait,
 * after ten seconds, and again each minute that it goes on.
 */
import type { Logger } from "pino";
import type { DispatchPartition } from "../dispatch/dispatch-partition.ts";
import type { Offset } from "../record/offset.ts";

const firstAfterMs = 10_000;
const againAfterMs = 60_000;

interface Wait {
  /** Where it waits; elsewhere it is another wait. */
  readonly position: Offset;
  readonly sinceMs: number;
  nextWarningMs: number;
}

export class WaitingWatch {
  readonly #logger: Logger;
  #waits = new Map<DispatchPartition, Wait>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @param monotonicMs a clock that nobody sets. */
  look(waiting: Iterable<DispatchPartition>, monotonicMs: number): void {
    const before = this.#waits;
    this.#waits = new Map();
    for (const partition of waiting) {
      const position = partition.source.consumerPosition;
      const former = before.get(partition);
      const wait =
        former?.position === position
          ? former
          : { position, sinceMs: monotonicMs, nextWarningMs: monotonicMs + firstAfterMs };
      this.#waits.set(partition, wait);
      if (monotonicMs < wait.nextWarningMs) continue;
      wait.nextWarningMs = monotonicMs + againAfterMs;
      this.#warn(partition, monotonicMs - wait.sinceMs);
    }
  }

  #warn({ source }: DispatchPartition, waitedMs: number): void {
    const { id, consumerPosition, endPosition, highWatermark, lastFetchError } = source;
    const error = lastFetchError ?? "none";
    this.#logger.warn(
      {
        partition: id,
        position: consumerPosition.toString(),
        stableEnd: endPosition?.toString() ?? null,
        highWatermark: highWatermark?.toString() ?? null,
        lastFetchError: lastFetchError ?? null,
      },
      `${id}: waiting for data for ${Math.floor(waitedMs / 1000)} s, and nothing else is dispatched meanwhile; ` +
        `position ${consumerPosition}, stable end ${endPosition ?? "not told"}, ` +
        `high watermark ${highWatermark ?? "not told"}, last fetch error: ${error}; ` +
        "see whether the partition's leader answers",
    );
  }
}
