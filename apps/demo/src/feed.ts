/**
 * Writes what a source has to the log, as it comes in.
 *
 * It owns the beat and the one write that may be under way; the process starts and stops it. While a write takes
 * longer than a beat nothing is written beside it, and the source's own bound keeps what is due small.
 */
import type { Clock, ProducerRecord } from "@stoatflow/engine";
import type { RecordSource } from "./record-source.ts";

const beatMs = 100;

export interface FeedOptions {
  readonly source: RecordSource;
  readonly clock: Clock;
  /** Writes in the given order for each partition. */
  readonly write: (records: readonly ProducerRecord[]) => Promise<void> | void;
  /** Told of the first of a row of writes that fail; the feed goes on with the next beat. */
  readonly onFailure: (error: unknown) => void;
}

export class Feed {
  readonly #options: FeedOptions;
  #stopped = false;
  #writing: Promise<void> = Promise.resolve();
  #cancel: () => void = () => {};
  #failing = false;

  constructor(options: FeedOptions) {
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
    const { source, clock, write, onFailure } = this.#options;
    const records = source.next(clock.nowMs());
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
