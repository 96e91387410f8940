/** What a made-up app tells, second by second, for benches: some of its partitions wait, some are idle, few are held. */
import type { FeedSnapshot, PartitionWatermark } from "@stoatflow/engine/wire";

/** When a made-up app was started. */
export const startMs = 1_790_000_000_000;

/** A partition whose records come irregularly: some wait, some are idle, few are held. */
function partitionAt(partition: number, atMs: number): PartitionWatermark {
  const second = Math.floor(atMs / 1000);
  const wobble = (Math.imul(second ^ Math.imul(partition, 40_503), 0x9e3779b1) >>> 8) % 997;
  const isIdle = partition % 10 === 9;
  const isHeld = partition % 50 === 7 && second % 60 < 10;
  const end = 1_000_000_000 + second * 1000 + partition * 17;
  const lag = isIdle ? 0 : 200 + wobble * (1 + (partition % 5));
  return {
    topic: "orders",
    partition,
    state: isIdle ? "idle" : isHeld ? "held" : "active",
    strategy: "bounded-out-of-orderness",
    boundMs: 30_000,
    watermarkMs: isIdle ? startMs : atMs - 30_000 - wobble,
    previewWatermarkMs: isHeld ? atMs + 60_000 : null,
    headTimestampMs: atMs,
    headOffset: String(end - lag),
    headHeldSinceMs: isHeld ? atMs - 700 : null,
    idleSinceMs: isIdle ? startMs : null,
    bufferedRecords: isIdle ? 0 : wobble,
    bufferCapacity: 2000,
    position: String(end - lag),
    committed: String(end - lag),
    endPosition: String(end),
    highWatermark: String(end),
    lag: String(lag),
  };
}

/** The whole tick of that second of its run. */
export function snapshotAt(app: string, partitions: number, second: number): FeedSnapshot {
  const atMs = startMs + second * 1000 + (second % 7);
  const records = second * partitions * 100;
  const durations = { buckets: [], count: second * 10, sumSeconds: second * 0.04 };
  return {
    app,
    instanceId: app,
    bootId: "b1",
    wireVersion: 1,
    sequence: String(second + 1),
    atMs,
    capabilities: [],
    status: {
      lifecycle: { kind: "running" },
      pauseReasons: [],
      generation: 0,
      guarantee: "exactly-once",
      log: "kafka",
      build: { version: "0.1.0", node: process.versions.node },
      startedAtMs: startMs,
      epoch: { number: second * 10, openedAtMs: atMs, lastCommitMs: 4 },
      feedClients: 1,
      counters: {
        polled: records,
        dispatched: records,
        emitted: records,
        committedEpochs: second * 10,
        rolledBackEpochs: 0,
        refetched: 0,
        dropped: { late: 0, nullKey: 0, nullValue: 0, invalidTimestamp: 0, undecodable: 0, operatorError: 0 },
        lateDropped: 0,
        lateDroppedBy: {},
        outputsBeyondLimit: [],
        violations: {
          partition_offset_regression: 0,
          partition_buffer_over_bound: 0,
          commit_offset_regression: 0,
          watermark_regression: 0,
          lane_order: 0,
          epoch_overlap: 0,
        },
        violationClasses: { expected: 0, bug: 0 },
      },
      durations: { epoch: durations, commit: durations, headHeld: durations },
      limits: {},
    },
    watermarks: {
      globalWatermarkMs: atMs - 31_000,
      heldBackBy: { topic: "orders", partition: second % partitions, reason: "backlog" },
      partitions: Array.from({ length: partitions }, (_, partition) => partitionAt(partition, atMs)),
    },
    lanes: {
      eventLoopDelayMs: 1.5,
      lanes: Array.from({ length: 8 }, (_, lane) => ({
        stage: 1,
        lane,
        state: "busy",
        depth: (second * 31 + lane * 7) % 200,
        capacity: 1000,
        oldestAgeMs: (second * 17 + lane) % 50,
        busyRatio: ((second + lane) % 100) / 100,
        processed: second * 1000 + lane,
      })),
    },
    commits: {
      commits: Array.from({ length: 10 }, (_, i) => ({
        epoch: second * 10 - i,
        atMs: atMs - i * 100,
        outcome: "committed",
        drainMs: 1.25 + (i % 3),
        commitMs: 3.5 + (i % 4),
        records: 100 + i,
        outputs: 100,
        changelogRows: 10,
      })),
    },
    rings: { lateDropsNext: "0", holdsNext: "0", violationsNext: "0" },
  };
}
