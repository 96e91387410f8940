import type { HistoryReader } from "../history/read-history.ts";
import {
  type LeaderChangeEntry,
  leaderChangesAroundMs,
  reportedLeaderChangesMax,
  type ViolationEntry,
} from "../wire/index.ts";

/** The most changes of any partition that are looked through, the newest: a broker that is rolled changes thousands. */
const lookedThroughMax = 4000;

/**
 * The changes of the violation's partition that were read within a minute of it, oldest first; the nearest where they are
 * too many.
 *
 * @throws {ApiError} `storage`
 */
export async function leaderChangesAround(
  { events }: HistoryReader,
  appId: string,
  { topic, partition, atMs }: ViolationEntry,
): Promise<LeaderChangeEntry[]> {
  const span = { fromMs: atMs - leaderChangesAroundMs, toMs: atMs + leaderChangesAroundMs };
  const { items } = await events.leaderChanges({ appId, ...span, limit: lookedThroughMax });
  return items
    .filter((change) => change.topic === topic && change.partition === partition)
    .sort((a, b) => Math.abs(a.readAtMs - atMs) - Math.abs(b.readAtMs - atMs))
    .slice(0, reportedLeaderChangesMax)
    .sort((a, b) => a.readAtMs - b.readAtMs);
}
