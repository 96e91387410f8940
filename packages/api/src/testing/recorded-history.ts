/** A history that is written by hand, and beside it the plainest record of what it was told. */
import type { PartitionWatermark } from "@stoatflow/engine/wire";
import type { ReceivedTick } from "../collector/summary.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { openHistory } from "../history/open-history.ts";
import { historyIn } from "../history/read-history.ts";
import { defaultHistoryLimits, type HistoryLimits } from "../history/tiers.ts";
import { type SnapshotOf, snapshotOf } from "./bodies.ts";
import { silent } from "./collecting.ts";
import { ManualClock } from "./manual-clock.ts";

/** On the hour, so that spans of every grain begin here. */
export const recordedFromMs = 1_790_002_800_000;

export interface RecordedHistoryOptions {
  readonly database?: Database;
  readonly limits?: HistoryLimits;
}

export async function recordedHistory({
  limits = defaultHistoryLimits,
  ...options
}: RecordedHistoryOptions = {}) {
  const database = options.database ?? (await openDatabase(":memory:"));
  const clock = new ManualClock(recordedFromMs);
  const warnings: string[] = [];
  const logger = { ...silent, warn: (_: object, message: string) => void warnings.push(message) };
  const history = await openHistory({ database, logger, clock, limits });
  const ticks: ReceivedTick[] = [];
  let sequence = 0;
  return {
    database,
    clock,
    history,
    ticks,
    warnings,
    reader: historyIn({ database, clock, history }),
    /** The next tick of an app, at the clock's time. */
    tick(partitions: readonly PartitionWatermark[], change: SnapshotOf = {}, appId = "orders"): ReceivedTick {
      sequence += 1;
      const atMs = clock.nowMs();
      const snapshot = snapshotOf({ sequence, partitions, atMs, ...change });
      const tick = { snapshot, receivedAtMs: atMs };
      ticks.push(tick);
      history.observer.tick(appId, tick);
      return tick;
    },
    /** Lets time go by, with the upkeep of each minute. */
    async pass(ms: number): Promise<void> {
      const minute = Math.floor(clock.nowMs() / 60_000);
      clock.advance(ms);
      if (Math.floor(clock.nowMs() / 60_000) === minute) return;
      await history.flush();
      await history.tidy();
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await history.stop();
      await database.destroy();
    },
  };
}
export type RecordedHistory = Awaited<ReturnType<typeof recordedHistory>>;
