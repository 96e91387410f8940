/**
 * The history of all apps: what the collectors receive, kept in the console's database.
 *
 * It plugs the writer and the upkeep together, and is made, started and stopped by the server that owns the database.
 */
import { type Clock, systemClock } from "../clock.ts";
import type { CollectorObserver } from "../collector/collector-observer.ts";
import type { CollectorLogger } from "../collector/logger.ts";
import { jsonOf } from "../database/json-of.ts";
import type { Database } from "../database/open-database.ts";
import { lifecycleChange } from "../wire/lifecycle-change.ts";
import { HistoryWriter, type LastLifecycles, type WriterState } from "./history-writer.ts";
import { type LastLifecycle, lastLifecycleOf } from "./lifecycle-cause.ts";
import { defaultHistoryLimits, type HistoryLimits } from "./tiers.ts";
import { Upkeep } from "./upkeep.ts";

export interface HistoryOptions {
  readonly database: Database;
  readonly logger: CollectorLogger;
  /** @default the clock of the machine */
  readonly clock?: Clock | undefined;
  /** @default {@link defaultHistoryLimits} */
  readonly limits?: HistoryLimits | undefined;
}

export interface History {
  /** To be plugged into the collectors. */
  readonly observer: CollectorObserver;
  readonly database: Database;
  readonly limits: HistoryLimits;
  writerState(): WriterState;
  /** From now on all that waits is written once a second. */
  start(): void;
  /** Writes what waits, now. */
  flush(): Promise<void>;
  /** Compacts and forgets, now, as is done by itself once a minute. */
  tidy(): Promise<void>;
  /** Writes what waits, and ends. The database is its owner's to close. */
  stop(): Promise<void>;
}

/**
 * @throws {Error} the database can't be read.
 * @example
 * ```ts
 * const history = await openHistory({ database, logger });
 * const collectors = createCollectors({ apps, logger, observer: history.observer });
 * history.start();
 * ```
 */
export async function openHistory(options: HistoryOptions): Promise<History> {
  const { database, logger, clock = systemClock, limits = defaultHistoryLimits } = options;
  const upkeep = new Upkeep({ database, clock, logger, limits });
  const writer = new HistoryWriter({
    database,
    clock,
    logger,
    pendingBytesMax: limits.pendingBytesMax,
    lifecycles: await lastLifecycles(database),
    afterFlush: (writtenBytes) => upkeep.due(writtenBytes),
  });
  return {
    observer: writer,
    database,
    limits,
    writerState: () => writer.state,
    start: () => writer.start(),
    flush: () => writer.flush(),
    async tidy() {
      await upkeep.settled();
      await upkeep.run();
    },
    async stop() {
      const upkept = upkeep.stop();
      await writer.stop();
      await upkept;
    },
  };
}

async function lastLifecycles(database: Database): Promise<LastLifecycles> {
  const newest = database
    .selectFrom("history_events")
    .select(({ fn }) => ["app_id", fn.max("entry_id").as("entry_id")])
    .where("kind", "=", "life-cycle")
    .groupBy("app_id");
  const rows = await database
    .selectFrom("history_events as event")
    .innerJoin(newest.as("newest"), (join) =>
      join.onRef("event.app_id", "=", "newest.app_id").onRef("event.entry_id", "=", "newest.entry_id"),
    )
    .select(["event.app_id", "event.entry_id", "event.body"])
    .where("event.kind", "=", "life-cycle")
    .execute();
  let newestId = 0n;
  const byApp = new Map<string, LastLifecycle>();
  for (const { app_id, entry_id, body } of rows) {
    // Of one that is damaged nothing is known, and the console starts all the same.
    const change = lifecycleChange.safeParse(jsonOf(body));
    if (change.success) byApp.set(app_id, lastLifecycleOf(change.data));
    if (BigInt(entry_id) > newestId) newestId = BigInt(entry_id);
  }
  return { byApp, newestId };
}
