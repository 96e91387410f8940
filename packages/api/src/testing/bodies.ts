/** Valid bodies of the wire, with what a test cares about put in. */
import type {
  Envelope,
  FeedDelta,
  FeedSnapshot,
  Hold,
  LateDrop,
  LeaderChange,
  PartitionWatermark,
  Violation,
} from "@stoatflow/engine/wire";
import { partitionId } from "@stoatflow/engine/wire";

export const startMs = 1_790_000_000_000;
const noDurations = { buckets: [], count: 0, sumSeconds: 0 };

export interface SnapshotOf {
  readonly bootId?: string;
  readonly sequence?: number;
  readonly partitions?: readonly PartitionWatermark[];
  readonly lateDropsNext?: string;
  readonly holdsNext?: string;
  readonly violationsNext?: string;
  readonly capabilities?: readonly string[];
  /** What of the status is not as usual. */
  readonly status?: Partial<FeedSnapshot["status"]>;
  readonly instanceId?: string;
  readonly commits?: FeedSnapshot["commits"]["commits"];
  readonly lanes?: FeedSnapshot["lanes"]["lanes"];
  readonly globalWatermarkMs?: number | null;
  /** The app's clock. @default a second for each tick */
  readonly atMs?: number;
}

export function partitionOf(partition: number, change: Partial<PartitionWatermark> = {}): PartitionWatermark {
  return {
    topic: "orders",
    partition,
    state: "active",
    strategy: "bounded-out-of-orderness",
    boundMs: 30_000,
    watermarkMs: startMs - 30_000 + partition,
    previewWatermarkMs: null,
    headTimestampMs: null,
    headOffset: null,
    headHeldSinceMs: null,
    idleSinceMs: null,
    bufferedRecords: 0,
    bufferCapacity: 2000,
    position: "41",
    committed: "41",
    endPosition: "41",
    highWatermark: "41",
    lag: "0",
    ...change,
  };
}

export function snapshotOf({
  bootId = "boot1",
  sequence = 1,
  partitions = [partitionOf(0), partitionOf(1)],
  lateDropsNext = "0",
  holdsNext = "0",
  violationsNext = "0",
  capabilities = ["pause", "late-drops", "holds", "violations"],
  status = {},
  instanceId = "orders-1",
  commits = [],
  lanes = [],
  globalWatermarkMs = startMs - 30_000,
  atMs = startMs + sequence * 1000,
}: SnapshotOf = {}): FeedSnapshot {
  return {
    ...envelopeOf(bootId, sequence),
    instanceId,
    atMs,
    capabilities: [...capabilities],
    status: {
      lifecycle: { kind: "running" },
      pauseReasons: [],
      generation: 3,
      guarantee: "exactly-once",
      log: "embedded",
      build: { version: "0.1.0", node: "20.20.2" },
      startedAtMs: startMs,
      epoch: { number: sequence, openedAtMs: startMs + sequence * 1000, lastCommitMs: 4 },
      feedClients: 1,
      counters: {
        polled: sequence,
        dispatched: sequence,
        emitted: sequence,
        committedEpochs: sequence,
        rolledBackEpochs: 0,
        refetched: 0,
        dropped: { late: 0, nullKey: 0, nullValue: 0, invalidTimestamp: 0, undecodable: 0, operatorError: 0 },
        lateDropped: Number(lateDropsNext),
        lateDroppedBy: {},
        violations: {
          partition_offset_regression: 1,
          partition_buffer_over_bound: 2,
          commit_offset_regression: 0,
          watermark_regression: 0,
          lane_order: 0,
          epoch_overlap: 0,
        },
        outputsBeyondLimit: [],
        violationClasses: { expected: 2, bug: 1 },
      },
      durations: { epoch: noDurations, commit: noDurations, headHeld: noDurations },
      limits: {},
      ...status,
    },
    watermarks: {
      globalWatermarkMs,
      heldBackBy: { topic: "orders", partition: 0, reason: "backlog" },
      partitions: [...partitions],
    },
    lanes: { lanes: [...lanes], eventLoopDelayMs: 1 },
    commits: { commits },
    rings: { lateDropsNext, holdsNext, violationsNext },
  };
}

/** Each partition of `after` counts as changed, which is a valid delta, if not the smallest one. */
export function deltaOf(before: FeedSnapshot, after: FeedSnapshot): FeedDelta {
  const { partitions } = after.watermarks;
  const present = new Set(partitions.map(partitionId));
  const gone = before.watermarks.partitions.filter((partition) => !present.has(partitionId(partition)));
  const removed = gone.map(({ topic, partition }) => ({ topic, partition }));
  const watermarks = { ...after.watermarks, removed, total: partitions.length };
  return { ...after, base: before.sequence, watermarks };
}

export function envelopeOf(bootId: string, sequence: number): Envelope {
  return {
    app: "orders-app",
    instanceId: "orders-1",
    bootId,
    wireVersion: 1,
    sequence: String(sequence),
    atMs: startMs + sequence * 1000,
    capabilities: [],
  };
}

export function lateDropOf(id: number, text = `order ${id}`): LateDrop {
  return {
    id: String(id),
    topic: "orders",
    partition: 1,
    atMs: startMs + id,
    epoch: id,
    offset: "9007199254740993",
    key: { encoding: "utf8", text: "north", sizeBytes: 5, truncated: false },
    value: { encoding: "utf8", text, sizeBytes: text.length, truncated: false },
    headers: [["source", null]],
    timestampMs: startMs - 100_000,
    watermarkMs: startMs - 20_000,
    latenessMs: 80_000,
    operator: "orders-per-minute",
    window: { startMs: startMs - 120_000, endMs: startMs - 60_000 },
    graceMs: 10_000,
    keptWindows: [],
    movedBy: { topic: "orders", partition: 0, cause: "dispatched", atMs: startMs - 1000 },
    movedByMissing: null,
  };
}

export function holdOf(id: number): Hold {
  return {
    id: String(id),
    topic: "orders",
    partition: 1,
    headOffset: "9007199254740993",
    headTimestampMs: startMs + 7_200_000,
    previewWatermarkMs: startMs + 7_170_000,
    fromMs: startMs + id * 2000,
    untilMs: startMs + id * 2000 + 700,
    endedBy: "dispatched",
    heldMs: 700,
  };
}

export function violationOf(id: number): Violation {
  return {
    id: String(id),
    kind: "partition_offset_regression",
    class: "expected",
    topic: "orders",
    partition: 0,
    atMs: startMs + id,
    epoch: id,
    offsetBefore: "9223372036854775807",
    offsetAfter: "7",
  };
}

export function leaderChangeOf(id: number, change: Partial<LeaderChange> = {}): LeaderChange {
  return {
    id: String(id),
    topic: "orders",
    partition: 0,
    fromEpoch: id - 1,
    toEpoch: id,
    atOffset: "9007199254740993",
    readAtMs: startMs + id,
    ...change,
  };
}
