/** One tick as what history keeps of it: pure. */
import { type Commit, type PartitionWatermark, partitionId } from "@stoatflow/engine/wire";
import { lagOf, type ReceivedTick } from "../collector/summary.ts";
import { type AppSnapshot, lanesOf, watermarkAtOf } from "../wire/app-snapshot.ts";
import { encodeBlock, type Step } from "./block.ts";
import type { Column } from "./column.ts";
import { type Exact, exactOf } from "./exact.ts";
import {
  heldBackReasons,
  lifecycleKindCodes,
  type MetricName,
  partitionStates,
  type Stat,
} from "./metrics.ts";
import type { Placed } from "./placing.ts";
import { laneName, type Series, slabPartitions } from "./series.ts";
import { nothingUnheard, type Unheard } from "./unheard.ts";

export interface Sample {
  readonly series: Omit<Series, "recording">;
  /** The app and its lanes, then its partitions, some at a time; each the bytes of a block of one step. */
  readonly slabs: readonly Buffer[];
}

type Entry = readonly [metric: MetricName, stat: Stat, values: Column];

/**
 * @param ended the epochs that are new at the tick, oldest first.
 * @param placeMs where in history it belongs, and how far from it the next one may be.
 * @param unheard what of it was not told anew.
 */
export function sampleOf(
  { snapshot, receivedAtMs }: ReceivedTick,
  ended: readonly Commit[],
  { placeMs, gapAboveMs }: Pick<Placed, "placeMs"> & Pick<Step, "gapAboveMs">,
  unheard: Unheard = nothingUnheard,
): Sample {
  const { partitions } = snapshot.watermarks;
  const lanes = lanesOf(snapshot);
  const series = { partitions: partitions.map(partitionId), lanes: lanes.map(laneName) };
  const steps: Step[] = [{ firstMs: placeMs, lastMs: placeMs, missingMs: 0, ticks: 1, gapAboveMs }];
  const received = one("receivedAtMs", receivedAtMs);
  const slabs = [
    encodeBlock({
      steps,
      entities: { app: 1, lane: lanes.length },
      columns: [received, ...appColumns(snapshot, ended), ...laneColumns(lanes, unheard)],
    }),
  ];
  for (let from = 0; from < partitions.length; from += slabPartitions) {
    const some = partitions
      .slice(from, from + slabPartitions)
      .map((one) =>
        unheard.partitions.size > 0 && unheard.partitions.has(partitionId(one)) ? undefined : one,
      );
    slabs.push(encodeBlock({ steps, entities: { partition: some.length }, columns: partitionColumns(some) }));
  }
  return { series, slabs };
}

function partitionColumns(partitions: readonly (PartitionWatermark | undefined)[]): Entry[] {
  return [
    [
      "state",
      "last",
      partitions.map((p) => (p === undefined ? undefined : codeOf(partitionStates, p.state))),
    ],
    ["watermarkMs", "last", partitions.map((p) => p?.watermarkMs ?? undefined)],
    ["previewWatermarkMs", "last", partitions.map((p) => p?.previewWatermarkMs ?? undefined)],
    ["lag", "last", partitions.map((p) => (p === undefined || p.lag === null ? undefined : exactOf(p.lag)))],
    ["bufferedRecords", "last", partitions.map((p) => p?.bufferedRecords)],
  ];
}

function laneColumns(told: ReturnType<typeof lanesOf>, unheard: Unheard): Entry[] {
  const lanes = told.map((one) => (unheard.instances.has(one.instanceId) ? undefined : one));
  const oldest = lanes.map((one) => one?.oldestAgeMs ?? undefined);
  return [
    ["laneDepth", "last", lanes.map((one) => one?.depth)],
    ["laneOldestUs", "last", oldest.map((ms) => (ms === undefined ? undefined : us(ms)))],
    [
      "laneBusyPermille",
      "last",
      lanes.map((one) => (one === undefined ? undefined : Math.round(one.busyRatio * 1000))),
    ],
    ["laneProcessed", "last", lanes.map((one) => one?.processed)],
  ];
}

function appColumns(snapshot: AppSnapshot, ended: readonly Commit[]): Entry[] {
  const { status, watermarks, lanes } = snapshot;
  const { counters, durations } = status;
  const { heldBackBy, partitions } = watermarks;
  const holder = partitions.findIndex(
    ({ topic, partition }) => topic === heldBackBy?.topic && partition === heldBackBy.partition,
  );
  const { lag, partitionsWithoutLag } = lagOf(snapshot);
  return [
    one("atMs", snapshot.atMs),
    one("globalWatermarkMs", watermarks.globalWatermarkMs ?? undefined),
    one("gapMs", gapOf(snapshot)),
    one("heldBackBy", holder < 0 ? undefined : holder),
    one("heldBackReason", heldBackBy === null ? undefined : codeOf(heldBackReasons, heldBackBy.reason)),
    one("lifecycle", codeOf(lifecycleKindCodes, status.lifecycle.kind)),
    one("appLag", lag === null ? undefined : exactOf(lag)),
    one("partitionsWithoutLag", partitionsWithoutLag),
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

/** By the clock of whoever told the watermark, as pages reckon it. */
function gapOf(snapshot: AppSnapshot): number | undefined {
  const { globalWatermarkMs } = snapshot.watermarks;
  if (globalWatermarkMs === null) return undefined;
  const longest = Number.MAX_SAFE_INTEGER;
  return Math.max(-longest, Math.min(watermarkAtOf(snapshot) - globalWatermarkMs, longest));
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
