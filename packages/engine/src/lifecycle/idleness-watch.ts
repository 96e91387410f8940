/**
 * Measures how long each partition was quiet while records could have been dispatched, and finds those that are idle.
 *
 * Owned by the processing, which says whether records can be dispatched and asks for a look at every commit interval.
 */
import type { Clock } from "../clock.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
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

  look(dispatcher: Dispatcher): void {
    const nowMs = this.#clock.nowMs();
    const { servedMs } = this;
    for (const partition of dispatcher.partitions) {
      const { idleness, source } = partition;
      if (idleness.look(servedMs, nowMs, source.upstreamOpen)) dispatcher.changed(partition);
    }
  }
}
