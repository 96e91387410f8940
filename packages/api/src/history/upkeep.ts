/**
 * Keeps history small: once a minute, and when much was written, ticks are compacted, tiers rolled, what is too old or
 * too much forgotten, and its room given back to the disk.
 *
 * It owns the knowledge of what it has done when; the writer calls it after each of its transactions. One run at a
 * time; what fails keeps nothing else from being done, is told once and tried again at the next minute.
 */
import type { Clock } from "../clock.ts";
import type { CollectorLogger } from "../collector/logger.ts";
import { type Database, giveBackPages } from "../database/open-database.ts";
import { messageOf } from "../one-line.ts";
import { type Attempt, compactTicks, roll, settledSpanS } from "./compactor.ts";
import { bound, expire } from "./retention.ts";
import { type HistoryLimits, tiers } from "./tiers.ts";

const everyMs = 60_000;

/** The share of all bytes that may be written before it is looked again whether they are too many. */
const lookAgainShare = 0.01;

export interface UpkeepOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: CollectorLogger;
  readonly limits: HistoryLimits;
}

export class Upkeep {
  readonly #options: UpkeepOptions;
  #minute: number | undefined;
  /** Since the last run began. */
  #writtenBytes = 0;
  #running: Promise<void> | undefined;
  #failure: string | undefined;
  readonly #stopping = new AbortController();

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  /** Begins a run where a new minute has begun or much was written, and none is under way. */
  due(writtenBytes: number): void {
    const { clock, limits } = this.#options;
    if (this.#stopping.signal.aborted) return;
    this.#writtenBytes += writtenBytes;
    const minute = Math.floor(clock.nowMs() / everyMs);
    const isMuch = this.#writtenBytes > limits.bytesMax * lookAgainShare;
    if ((minute === this.#minute && !isMuch) || this.#running !== undefined) return;
    this.#minute = minute;
    this.#writtenBytes = 0;
    this.#running = this.#guarded().finally(() => {
      this.#running = undefined;
      // What was written meanwhile may be much, and the next write far away.
      this.due(0);
    });
  }

  /** Resolves when no run is under way. */
  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  /** Begins no run and no part of one any more: what is left of it is done after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.settled();
  }

  /** All of it, now. @throws what first failed, when all else is done. */
  async run(): Promise<void> {
    const { database, clock, limits } = this.#options;
    const nowMs = clock.nowMs();
    const failures: unknown[] = [];
    const { signal } = this.#stopping;
    const attempt: Attempt = async (part) => {
      signal.throwIfAborted();
      try {
        await part();
      } catch (thrown) {
        // What was not begun may be what the rest of the part relies on.
        signal.throwIfAborted();
        failures.push(thrown);
      }
    };
    await attempt(() => compactTicks(database, nowMs, attempt));
    for (const [i, tier] of tiers.entries()) {
      const coarser = tiers[i + 1];
      if (coarser !== undefined)
        await attempt(() =>
          roll(database, { tier, coarser, beforeS: settledSpanS(coarser, nowMs) }, attempt),
        );
    }
    await attempt(() => expire(database, limits, nowMs));
    await attempt(() => bound(database, limits, attempt));
    await attempt(() => giveBackPages(database, signal));
    if (failures.length > 0) throw failures[0];
  }

  async #guarded(): Promise<void> {
    try {
      await this.run();
      this.#failure = undefined;
    } catch (thrown) {
      if (this.#stopping.signal.aborted) return;
      const reason = messageOf(thrown);
      if (reason !== this.#failure)
        this.#options.logger.warn(
          { error: reason, remedy: "it is tried again each minute; history grows meanwhile" },
          "history can't be compacted",
        );
      this.#failure = reason;
    }
  }
}
