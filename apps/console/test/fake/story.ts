/** What the fake engine tells at each tick: pure functions of the tick, so that every run tells the same. */
import type { Lane, PartitionState, PartitionWatermark, TopologyNode } from "@stoatflow/engine/wire";

const states: readonly PartitionState[] = [
  "active",
  "held",
  "idle",
  "waiting-for-data",
  "caught-up",
  "aligned",
  "active",
  "starting",
];

export interface StoryTick {
  /** Counts from 1. */
  readonly tick: number;
  readonly atMs: number;
  readonly partitions: number;
  /** Nothing is wrong: every partition keeps up. */
  readonly isWell: boolean;
  readonly startedMs: number;
  /** A lane is full, and everything in front of it waits. */
  readonly isStuck: boolean;
  /** The tick since which nothing moves. */
  readonly still: { readonly tick: number; readonly atMs: number } | undefined;
}

/** A number between 0 and 1 that looks random and is the same each time. */
function noise(a: number, b: number): number {
  const x = Math.sin(a * 12.9898 + b * 78.233) * 43_758.5453;
  return x - Math.floor(x);
}

export function partitionAt(story: StoryTick, partition: number): PartitionWatermark {
  if (story.still !== undefined) return pausedAt(story, story.still, partition);
  const { tick, atMs, partitions, isWell, startedMs } = story;
  const quiet = partitions <= states.length ? states[partition % states.length] : undefined;
  const state: PartitionState = isWell
    ? "active"
    : (quiet ?? (partition === 7 ? "waiting-for-data" : "active"));
  const origin = partition === 6 ? 9_007_199_254_740_993n : 4_118_200n;
  const offset = origin + BigInt(tick * 40 + partition * 1000);
  const gapMs =
    300 + Math.round(noise(tick, partition) * (isWell ? 600 : 1500)) + partition * (isWell ? 20 : 120);
  const base: PartitionWatermark = {
    topic: "orders",
    partition,
    state,
    strategy: "bounded-out-of-orderness",
    boundMs: 5000,
    watermarkMs: atMs - gapMs - 5000,
    previewWatermarkMs: null,
    headTimestampMs: atMs - gapMs + 300,
    headOffset: String(offset),
    headHeldSinceMs: null,
    idleSinceMs: null,
    bufferedRecords: Math.round(noise(partition, tick) * 180),
    bufferCapacity: 2000,
    position: String(offset),
    committed: String(offset - 12n),
    endPosition: String(offset + 35n),
    highWatermark: String(offset + 35n),
    lag: "35",
  };
  const empty = { headTimestampMs: null, headOffset: null, bufferedRecords: 0 } as const;
  if (state === "held") {
    return {
      ...base,
      watermarkMs: startedMs - 9000,
      previewWatermarkMs: startedMs + 3_600_000,
      headTimestampMs: startedMs + 3_605_000,
      headOffset: "41",
      headHeldSinceMs: startedMs + 600,
      bufferedRecords: 1999,
      position: "41",
      committed: "41",
      endPosition: "90210",
      highWatermark: "90210",
      lag: "90169",
    };
  }
  if (state === "waiting-for-data") {
    return {
      ...base,
      ...empty,
      watermarkMs: startedMs - 12_000,
      position: "880123",
      committed: "880123",
      endPosition: String(880_123 + tick * 40),
      highWatermark: String(880_123 + tick * 40),
      lag: String(tick * 40),
    };
  }
  if (state === "idle") {
    return {
      ...base,
      ...empty,
      watermarkMs: startedMs - 340_000,
      idleSinceMs: startedMs - 40_000,
      ...caughtUp("5120"),
    };
  }
  if (state === "caught-up") return { ...base, ...empty, ...caughtUp("77001") };
  if (state === "starting") {
    return {
      ...base,
      ...empty,
      watermarkMs: null,
      position: null,
      committed: null,
      endPosition: null,
      highWatermark: null,
      lag: null,
    };
  }
  return base;
}

/** A partition of a paused app: all that was dispatched is committed, and only the end moves. */
function pausedAt(
  story: StoryTick,
  still: { readonly tick: number; readonly atMs: number },
  partition: number,
): PartitionWatermark {
  const row = partitionAt({ ...story, ...still, isWell: true, still: undefined }, partition);
  const position = BigInt(row.position ?? "0");
  const written = BigInt(Math.max(0, story.tick - still.tick) * 40);
  const end = String(position + written);
  return {
    ...row,
    state: "paused",
    headTimestampMs: null,
    headOffset: null,
    bufferedRecords: 0,
    committed: String(position),
    endPosition: end,
    highWatermark: end,
    lag: String(written),
  };
}

function caughtUp(offset: string) {
  return { position: offset, committed: offset, endPosition: offset, highWatermark: offset, lag: "0" };
}

/** Four lanes of a stage that maps, and four of one that counts; the sixth lane is the one that may be stuck. */
export function laneAt({ tick, isStuck, still }: StoryTick, lane: number): Lane {
  const stage = lane < 4 ? 1 : 2;
  const operator = operators[stage];
  const paused = still !== undefined;
  if (isStuck && !paused && (lane === 5 || lane === 2)) {
    const oldestAgeMs = lane === 5 ? 4100 : 3600;
    const processed = 9120 + lane + tick * 4;
    const key = { encoding: "utf8" as const, text: "customer-318", sizeBytes: 12, truncated: false };
    return {
      stage,
      lane,
      state: "busy",
      depth: 64,
      capacity: 64,
      oldestAgeMs,
      operator,
      inWorkMs: 230,
      busyRatio: 1,
      processed,
      hotKeys: lane === 5 ? [{ key, atLeastRatio: 0.62 }] : [],
    };
  }
  const busyRatio = paused ? 0 : Math.round(noise(lane, tick) * 60) / 100;
  const depth = paused ? 0 : Math.round(noise(tick, lane + 31) * 12);
  return {
    stage,
    lane,
    state: busyRatio > 0 ? "busy" : "idle",
    depth,
    capacity: 64,
    oldestAgeMs: depth === 0 ? null : depth * 7,
    operator: depth === 0 ? null : operator,
    busyRatio,
    inWorkMs: null,
    processed: 10_000 + (still?.tick ?? tick) * 37 * (lane + 1),
    hotKeys: [],
  };
}

const operators = { 1: "prices", 2: "orders-per-minute" } as const;

const node = (
  id: string,
  kind: string,
  stage: number,
  from: string[],
  topic: string | null,
): TopologyNode => ({
  id,
  kind,
  stage,
  from,
  topic,
  store: null,
});

export const nodes: readonly TopologyNode[] = [
  node("orders", "source", 0, [], "orders"),
  node(operators[1], "mapValuesAsync", 1, ["orders"], null),
  node(operators[2], "windowedCount", 2, [operators[1]], null),
  node("sink", "sink", 2, [operators[2]], "orders-per-minute"),
];
