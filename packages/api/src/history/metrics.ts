/**
 * What is kept of an app each second, and what of it a coarser tier keeps.
 *
 * The codes are in the files of those who keep history: one is never changed or used again.
 */
import type { HeldBackReason, LifecycleKind, PartitionState } from "@stoatflow/engine/wire";

/** One of each in an app; as many as it has of the others. */
export type Group = "app" | "lane" | "partition";

export const groupCodes: Readonly<Record<Group, number>> = { app: 0, lane: 1, partition: 2 };

interface Metric {
  readonly code: number;
  readonly group: Group;
  /** `range`: the lowest, the highest and the last. `last`: a state or a counter, whose newest value says it all. */
  readonly keeps: "range" | "last";
}

export const metrics = {
  /** The app's own wall clock. */
  atMs: { code: 1, group: "app", keeps: "last" },
  globalWatermarkMs: { code: 2, group: "app", keeps: "range" },
  /**
   * How far the global watermark of a tick is behind the wall clock of the instance whose it is, at that tick. Its
   * extremes within a step can't be told from those of the two: a watermark that stood still and then moved on is
   * furthest behind in between.
   */
  gapMs: { code: 13, group: "app", keeps: "range" },
  /** Index of the partition in the series. */
  heldBackBy: { code: 3, group: "app", keeps: "last" },
  heldBackReason: { code: 4, group: "app", keeps: "last" },
  lifecycle: { code: 5, group: "app", keeps: "last" },
  /** Sum over the partitions whose lag is known. */
  appLag: { code: 6, group: "app", keeps: "range" },
  partitionsWithoutLag: { code: 7, group: "app", keeps: "last" },
  eventLoopDelayUs: { code: 8, group: "app", keeps: "range" },
  /** Of the epochs that ended since the tick before. */
  commitUs: { code: 9, group: "app", keeps: "range" },
  drainUs: { code: 10, group: "app", keeps: "range" },
  epochRecords: { code: 11, group: "app", keeps: "range" },
  /** The console's wall clock when the tick came. */
  receivedAtMs: { code: 12, group: "app", keeps: "last" },
  /** Counters since the app's start. */
  polled: { code: 20, group: "app", keeps: "last" },
  dispatched: { code: 21, group: "app", keeps: "last" },
  emitted: { code: 22, group: "app", keeps: "last" },
  committedEpochs: { code: 23, group: "app", keeps: "last" },
  rolledBackEpochs: { code: 24, group: "app", keeps: "last" },
  droppedRecords: { code: 25, group: "app", keeps: "last" },
  lateDropped: { code: 26, group: "app", keeps: "last" },
  violations: { code: 27, group: "app", keeps: "last" },
  commits: { code: 28, group: "app", keeps: "last" },
  commitSumUs: { code: 29, group: "app", keeps: "last" },
  epochs: { code: 30, group: "app", keeps: "last" },
  epochSumUs: { code: 31, group: "app", keeps: "last" },
  laneDepth: { code: 40, group: "lane", keeps: "range" },
  laneOldestUs: { code: 41, group: "lane", keeps: "range" },
  /** Share of the second that the lane worked, in thousandths. */
  laneBusyPermille: { code: 42, group: "lane", keeps: "range" },
  laneProcessed: { code: 43, group: "lane", keeps: "last" },
  state: { code: 60, group: "partition", keeps: "last" },
  watermarkMs: { code: 61, group: "partition", keeps: "range" },
  previewWatermarkMs: { code: 62, group: "partition", keeps: "range" },
  lag: { code: 63, group: "partition", keeps: "range" },
  bufferedRecords: { code: 64, group: "partition", keeps: "range" },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof metrics;
export type Stat = "last" | "min" | "max";

export const statCodes: Readonly<Record<Stat, number>> = { last: 0, min: 1, max: 2 };

export const metricNames = Object.keys(metrics) as readonly MetricName[];

/** Codes of what is one of a few words: its place here. New words come at the end. */
export const partitionStates: readonly PartitionState[] = [
  "starting",
  "active",
  "held",
  "idle",
  "waiting-for-data",
  "caught-up",
  "aligned",
  "paused",
  "revoked",
];

export const heldBackReasons: readonly HeldBackReason[] = [
  "backlog",
  "waiting-for-data",
  "open-transaction",
  "never-read",
  "caught-up",
  "held",
  "aligned",
  "lane-full",
  "slow-commit",
  "paused",
];

export const lifecycleKindCodes: readonly LifecycleKind[] = [
  "starting",
  "restoring",
  "running",
  "pausing",
  "paused",
  "resuming",
  "stopping",
  "stopped",
  "failed",
];
