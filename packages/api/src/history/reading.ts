/** One call's reading of history: the database, and whether somebody still waits for what is read. */
import { setImmediate } from "node:timers/promises";
import type { Database } from "../database/open-database.ts";
import { storing } from "../database/storage-error.ts";
import { readingHistory } from "./read-block.ts";

export class Reading {
  readonly database: Database;
  readonly #signal: AbortSignal | undefined;

  /** @param signal aborted once nobody waits for it. @default somebody always does */
  constructor(database: Database, signal?: AbortSignal) {
    this.database = database;
    this.#signal = signal;
  }

  /**
   * Does the `work` in one transaction, so that the upkeep can't move anything meanwhile.
   *
   * @throws {ApiError} `storage`; as {@link turn}.
   */
  async inOne<Result>(work: (within: Reading) => Promise<Result>): Promise<Result> {
    try {
      return await storing(readingHistory, () =>
        this.database.transaction().execute((trx) => work(new Reading(trx, this.#signal))),
      );
    } catch (error) {
      this.#signal?.throwIfAborted();
      throw error;
    }
  }

  /** Lets the process do what else it has to do. @throws what the signal was aborted with: nothing more is to be read. */
  async turn(): Promise<void> {
    await setImmediate();
    this.#signal?.throwIfAborted();
  }
}
