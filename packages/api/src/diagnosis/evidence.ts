/** What the reason of a holder rests on: pure, from one tick of its instance. */
import type { FeedSnapshot, HeldBackBy, Lane, PartitionWatermark } from "@stoatflow/engine/wire";
import type { Evidence, IdlenessFact } from "../wire/diagnosis.ts";
import { exactMs, type LagMove, lagRateOf, type Unknown } from "./rates.ts";

const lanesMax = 8;
const commitsMax = 10;

/** @param move how the lag of the holder went. */
export function evidenceOf(
  snapshot: FeedSnapshot,
  held: HeldBackBy,
  partition: PartitionWatermark | undefined,
  move: LagMove | Unknown,
): Evidence {
  const { reason } = held;
  const idleness: IdlenessFact = held.idleness ?? { kind: "not-told" };
  switch (reason) {
    case "backlog":
      return { reason, lagRate: lagRateOf(move) };
    case "waiting-for-data":
      return { reason, missing: partition?.lag ?? null };
    case "open-transaction":
      return {
        reason,
        lastStableOffset: partition?.endPosition ?? null,
        highWatermark: partition?.highWatermark ?? null,
        idleness,
      };
    case "never-read":
    case "caught-up":
      return { reason, idleness };
    case "held": {
      const headMs = partition?.headTimestampMs ?? null;
      return { reason, aheadOfClockMs: headMs === null ? null : exactMs(headMs - snapshot.atMs), idleness };
    }
    case "aligned":
      return { reason, alignment: held.alignment ?? null };
    case "lane-full": {
      const { lanes, eventLoopDelayMs } = snapshot.lanes;
      return { reason, lanes: fullestFirst(lanes).slice(0, lanesMax), eventLoopDelayMs };
    }
    case "slow-commit": {
      const { epoch } = snapshot.status;
      const newest = snapshot.commits.commits.slice(0, commitsMax);
      return { reason, epoch: epoch.number, runningSinceMs: held.commitSinceMs ?? null, newest };
    }
    case "paused": {
      const { lifecycle, pauseReasons } = snapshot.status;
      return { reason, lifecycle, pauseReasons };
    }
  }
}

function fullestFirst(lanes: readonly Lane[]): Lane[] {
  const fill = ({ depth, capacity }: Lane) => (capacity === 0 ? depth : depth / capacity);
  return lanes
    .filter(({ depth, oldestAgeMs }) => depth > 0 || oldestAgeMs !== null)
    .sort((a, b) => fill(b) - fill(a) || (b.oldestAgeMs ?? 0) - (a.oldestAgeMs ?? 0) || a.lane - b.lane);
}
