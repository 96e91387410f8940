/** One tick as what history keeps of it: pure. */
import { type Commit, type FeedSnapshot, type PartitionWatermark, partitionId } from "@stoatflow/engine/wire";
import type { ReceivedTick } from "../collector/summary.ts";
import { lanesOf } from "../wire/app-snapshot.ts";
import { encodeBlock, type Step } from "./block.ts";
import type { Column } from "./column.ts";
import { type Exact, exact, exactOf } from "./exact.ts";
import {
  heldBackReasons,
  lifecycleKindCodes,
  type MetricName,
  partitionStates,
  type Stat,
} from "./metrics.ts";
import { laneName, type Series, slabPartitions } from "./series.ts";

export interface Sample {
  readonly series: Series;
  /** The app and its lanes, then its partitions, some at a time; each the bytes of a block of one step. */
  readonly slabs: readonly Buffer[];
}

type Entry = readonly [metric: MetricName, stat: Stat, values: Column];

/**
 * @param ended the epochs that are new at the tick, oldest first.
 * @param placeMs where in history it belongs.
 */
export function sampleOf(
  { snapshot, receivedAtMs }: ReceivedTick,
  ended: readonly Commit[],
  placeMs: number,
): Sample {
  const { partitions } = snapshot.watermarks;
  const { lanes } = snapshot.lanes;
  const series = {
    partitions: partitions.map(partitionId),
    lanes: lanesOf(snapshot).map(laneName),
  };
  const steps: Step[] = [{ firstMs: placeMs, lastMs: placeMs, missingMs: 0, ticks: 1 }];
  const received = one("receivedAtMs", receivedAtMs);
  const slabs = [
    encodeBlock({
      steps,
      entities: { app: 1, lane: lanes.length },
      columns: [received, ...appColumns(snapshot, ended), ...laneColumns(snapshot)],
    }),
  ];
  for (let from = 0; from < partitions.length; from += slabPartitions) {
    const some = partitions.slice(from, from + slabPartitions);
    slabs.push(encodeBlock({ steps, entities: { partition: some.length }, columns: partitionColumns(some) }));
  }
  return { series, slabs };
}

function partitionColumns(partitions: readonly PartitionWatermark[]): Entry[] {
  return [
    ["state", "last", partitions.map(({ state }) => codeOf(partitionStates, state))],
    ["watermarkMs", "last", partitions.map(({ watermarkMs }) => watermarkMs ?? undefined)],
    ["previewWatermarkMs", "last", partitions.map((p) => p.previewWatermarkMs ?? undefined)],
    ["lag", "last", partitions.map(({ lag }) => (lag === null ? undefined : exactOf(lag)))],
    ["bufferedRecords", "last", partitions.map(({ bufferedRecords }) => bufferedRecords)],
  ];
}

function laneColumns({ lanes: { lanes } }: FeedSnapshot): Entry[] {
  return [
    ["laneDepth", "last", lanes.map(({ depth }) => depth)],
    [
      "laneOldestUs",
      "last",
      lanes.map(({ oldestAgeMs }) => (oldestAgeMs === null ? undefined : us(oldestAgeMs))),
    ],
    ["laneBusyPermille", "last", lanes.map(({ busyRatio }) => Math.round(busyRatio * 1000))],
    ["laneProcessed", "last", lanes.map(({ processed }) => processed)],
  ];
}

function appColumns(snapshot: FeedSnapshot, ended: readonly Commit[]): Entry[] {
  const { status, watermarks, lanes } = snapshot;
  const { counters, durations } = status;
  const { heldBackBy, partitions } = watermarks;
  const holder = partitions.findIndex(
    ({ topic, partition }) => topic === heldBackBy?.topic && partition === heldBackBy.partition,
  );
  const known = partitions.flatMap(({ lag }) => (lag === null ? [] : BigInt(lag)));
  const lag = known.length === 0 ? undefined : exact(known.reduce((sum, one) => sum + one, 0n));
  return [
    one("atMs", snapshot.atMs),
    one("globalWatermarkMs", watermarks.globalWatermarkMs ?? undefined),
    one("heldBackBy", holder < 0 ? undefined : holder),
    one("heldBackReason", heldBackBy === null ? undefined : codeOf(heldBackReasons, heldBackBy.reason)),
    one("lifecycle", codeOf(lifecycleKindCodes, status.lifecycle.kind)),
    one("appLag", lag),
    one("partitionsWithoutLag", partitions.length - known.length),
    one("eventLoopDelayUs", us(lanes.eventLoopDelayMs)),
    ...range(
      "commitUs",
      ended.flatMap(({ commitMs }) => (commitMs === null ? [] : us(commitMs))),
    ),
    ...range(
      "drainUs",
      ended.flatMap(({ drainMs }) => (drainMs === null ? [] : us(drainMs))),
    ),
    ...range(
      "epochRecords",
      ended.map(({ records }) => records),
    ),
    one("polled", counters.polled),
    one("dispatched", counters.dispatched),
    one("emitted", counters.emitted),
    one("committedEpochs", counters.committedEpochs),
    one("rolledBackEpochs", counters.rolledBackEpochs),
    one("droppedRecords", sumOf(counters.dropped)),
    one("lateDropped", counters.lateDropped),
    one("violations", sumOf(counters.violations)),
    one("commits", durations.commit.count),
    one("commitSumUs", us(durations.commit.sumSeconds * 1000)),
    one("epochs", durations.epoch.count),
    one("epochSumUs", us(durations.epoch.sumSeconds * 1000)),
  ];
}

function one(metric: MetricName, value: Exact | undefined): Entry {
  return [metric, "last", [value]];
}

/** Of several values within one tick, oldest first. */
function range(metric: MetricName, values: readonly number[]): Entry[] {
  if (values.length === 0) return [one(metric, undefined)];
  return [
    one(metric, values.at(-1)),
    [metric, "min", [Math.min(...values)]],
    [metric, "max", [Math.max(...values)]],
  ];
}

/** What is longer than any time that is exact is told as the longest one. */
function us(ms: number): number {
  return Math.min(Math.round(ms * 1000), Number.MAX_SAFE_INTEGER);
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function codeOf<Word>(words: readonly Word[], word: Word): number | undefined {
  const code = words.indexOf(word);
  return code < 0 ? undefined : code;
}
