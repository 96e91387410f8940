import type { AppSnapshot, LateDropEntry, LateDropRate, RecentTick, ViolationEntry } from "@stoatflow/api";
import type { Times } from "../../lib/format/times.ts";
import { newestViolations, recentLateDrops, undecodable } from "./entries.ts";
import { type Finding, findingKinds } from "./finding.ts";
import { stuckLanes } from "./lanes.ts";
import { aheadOfClock, heldHeads, idlePartitions } from "./partitions.ts";

/** What is known of an app beyond its tick; each newest first, and empty until it is here. */
export interface Known {
  readonly ticks: readonly RecentTick[];
  readonly lateDrops: readonly LateDropEntry[];
  /** Whether there are no older late drops than these. */
  readonly lateDropsAreAll: boolean;
  /** Of all partitions. */
  readonly lateDropRate?: LateDropRate | undefined;
  readonly violations: readonly ViolationEntry[];
}

/**
 * What stands out at an app, beside what holds event time back: a second fault is never hidden by the first.
 */
export function findingsOf(snapshot: AppSnapshot, known: Known, times: Times): readonly Finding[] {
  const { atMs } = snapshot;
  const found = [
    ...newestViolations(known.violations, snapshot.status.counters.violationClasses.bug, atMs, times),
    ...stuckLanes(snapshot),
    ...undecodable(snapshot),
    ...recentLateDrops(known.lateDrops, known.lateDropsAreAll, known.lateDropRate, atMs),
    ...aheadOfClock(snapshot, known.ticks),
    ...heldHeads(snapshot),
    ...idlePartitions(snapshot, times),
  ];
  return found.toSorted((a, b) => findingKinds.indexOf(a.kind) - findingKinds.indexOf(b.kind));
}
