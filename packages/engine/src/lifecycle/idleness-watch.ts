/**
 * Measures how long each partition was quiet while records could have been dispatched, and finds those that are idle.
 *
 * Owned by the processing, which says whether records can be dispatched and asks for a look at every commit interval.
 */
import type { Clock } from "../clock.ts";
import type { DispatchPartition } from "../dispatch/dispatch-partition.ts";
import { ServingClock } from "../watermark/serving-clock.ts";

export class IdlenessWatch {
  readonly #clock: Clock;
  readonly #serving = new ServingClock();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The serving clock of this moment, in milliseconds. */
  get servedMs(): number {
    return this.#serving.servedMs(this.#clock.monotonicMs());
  }

  /** Whether a record could be dispatched from now on. */
  serving(can: boolean): void {
    this.#serving.serving(can, this.#clock.monotonicMs());
  }

  look(partitions: Iterable<DispatchPartition>): void {
    const nowMs = this.#clock.nowMs();
    const { servedMs } = this;
    for (const { idleness, source } of partitions)
      idleness.look(servedMs, nowMs, source.behindOpenTransaction);
  }
}
