/**
 * Writes the shop's orders to the log as they come in.
 *
 * It owns the beat and the one write that may be under way; the process starts and stops it. While a write takes
 * longer than a beat nothing is written beside it, and the generator's own bound keeps what is due small.
 */
import type { Clock, ProducerRecord } from "@stoatflow/engine";
import type { OrderGenerator } from "./orders/order-generator.ts";

const beatMs = 100;

export interface OrderFeedOptions {
  readonly generator: OrderGenerator;
  readonly clock: Clock;
  /** Writes in the given order for each partition. */
  readonly write: (records: readonly ProducerRecord[]) => Promise<void> | void;
  /** Told of the first of a row of writes that fail; the feed goes on with the next beat. */
  readonly onFailure: (error: unknown) => void;
}

export class OrderFeed {
  readonly #options: OrderFeedOptions;
  #stopped = false;
  #writing: Promise<void> = Promise.resolve();
  #cancel: () => void = () => {};
  #failing = false;

  constructor(options: OrderFeedOptions) {
    this.#options = options;
  }

  start(): void {
    this.#cancel = this.#options.clock.after(beatMs, () => {
      this.#writing = this.#beat();
    });
  }

  /** Resolves when no write is under way any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#writing;
  }

  async #beat(): Promise<void> {
    const { generator, clock, write, onFailure } = this.#options;
    const records = generator.next(clock.nowMs());
    try {
      if (records.length > 0) await write(records);
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) onFailure(error);
      this.#failing = true;
    }
    if (!this.#stopped) this.start();
  }
}
