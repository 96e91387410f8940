/** An app whose ticks a test makes by hand. */
import type {
  ControlAnswer,
  Envelope,
  FeedSnapshot,
  HoldsBody,
  LateDropsBody,
  Lifecycle,
  PartitionWatermark,
  PauseRequest,
  ResumeRequest,
  TopologyBody,
  ViolationsBody,
} from "../../wire/index.ts";
import type { IncidentSimulator } from "../incident-simulator.ts";
import type { ControlRefused, ObservedApp } from "../observed-app.ts";
import type { RecordAccess, RecordSource } from "../record-source.ts";

export interface FakeAppOptions {
  readonly bootId?: string;
  readonly partitions?: number;
  /** @default none: the app can't be disturbed */
  readonly incidents?: IncidentSimulator;
  /** @default one at any offset of `orders` */
  readonly records?: RecordAccess;
  /** Each call of `current` makes a new tick, so that an answer made of two of them shows. */
  readonly ticksOnRead?: boolean;
}

export class FakeApp implements ObservedApp {
  readonly pauses: PauseRequest[] = [];
  readonly resumes: ResumeRequest[] = [];
  readonly pages: { readonly after: bigint; readonly limit: number }[] = [];
  readonly clientCounts: number[] = [];
  reads = 0;
  refuses: ControlRefused | undefined;
  lifecycle: Lifecycle = { kind: "running" };
  readonly incidents: IncidentSimulator | undefined;
  readonly records: RecordAccess;
  readonly #listeners = new Set<(snapshot: FeedSnapshot) => void>();
  readonly #ticksOnRead: boolean;
  readonly #bootId: string;
  readonly #partitions: number;
  #current: FeedSnapshot;

  constructor(options: FakeAppOptions = {}) {
    this.incidents = options.incidents;
    this.records = options.records ?? { kind: "readable", source: fakeRecords };
    this.#bootId = options.bootId ?? "b3f1";
    this.#partitions = options.partitions ?? 2;
    this.#ticksOnRead = options.ticksOnRead ?? false;
    this.#current = this.#snapshot(1);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  get sequence(): string {
    return this.#current.sequence;
  }

  current(): FeedSnapshot {
    this.reads++;
    if (this.#ticksOnRead) this.tick();
    return this.#current;
  }

  onTick(listener: (snapshot: FeedSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The next tick. Each number in it is derived from its sequence. */
  tick(change: (next: FeedSnapshot) => FeedSnapshot = (next) => next): FeedSnapshot {
    this.#current = change(this.#snapshot(Number(this.#current.sequence) + 1));
    for (const listener of this.#listeners) listener(this.#current);
    return this.#current;
  }

  topology(): TopologyBody {
    const node = { id: "source-0", kind: "source", stage: 0, from: [], topic: "orders", store: null };
    return { ...this.#envelope(Number(this.sequence)), nodes: [node] };
  }

  lateDrops(after: bigint, limit: number): LateDropsBody {
    this.pages.push({ after, limit });
    const { sequence } = this;
    const drop: LateDropsBody["items"][number] = {
      id: "1",
      topic: "orders",
      partition: 1,
      atMs: 1_790_000_000_000,
      epoch: 7,
      offset: "9007199254740993",
      key: { encoding: "utf8", text: "north", sizeBytes: 5, truncated: false },
      value: null,
      headers: [],
      timestampMs: 1_789_999_800_000,
      watermarkMs: 1_789_999_930_000,
      latenessMs: 130_000,
      operator: "orders-per-minute",
      window: { startMs: 1_789_999_800_000, endMs: 1_789_999_860_000 },
      graceMs: 10_000,
      keptWindows: [],
      movedBy: { topic: "orders", partition: 0, cause: "dispatched", atMs: 1_789_999_999_000 },
      movedByMissing: null,
    };
    const items = after < 1n ? [drop] : [];
    return {
      ...this.#envelope(Number(sequence)),
      items,
      next: "1",
      missed: 0,
      total: 1,
      retained: 1,
      limit: 2000,
    };
  }

  holds(after: bigint, limit: number): HoldsBody {
    this.pages.push({ after, limit });
    const hold: HoldsBody["items"][number] = {
      id: "1",
      topic: "orders",
      partition: 0,
      headOffset: "41",
      headTimestampMs: 1_790_003_600_000,
      previewWatermarkMs: 1_790_003_570_000,
      fromMs: 1_789_999_999_100,
      untilMs: 1_789_999_999_800,
      heldMs: 700,
      endedBy: "dispatched",
    };
    const items = after < 1n ? [hold] : [];
    const envelope = this.#envelope(Number(this.sequence));
    return { ...envelope, items, next: "1", missed: 0, total: 1, retained: 1, limit: 5000 };
  }

  violations(after: bigint, limit: number): ViolationsBody {
    this.pages.push({ after, limit });
    const envelope = this.#envelope(Number(this.sequence));
    return { ...envelope, items: [], next: "0", missed: 0, total: 0, retained: 0, limit: 1000 };
  }

  pause(request: PauseRequest): ControlAnswer | ControlRefused {
    this.pauses.push(request);
    const { actor, reason, timeToLiveMs } = request;
    const sinceMs = 1_790_000_000_000;
    const expiresAtMs = timeToLiveMs === undefined ? null : sinceMs + timeToLiveMs;
    const pauseReason = { kind: "operator" as const, actor, reason, sinceMs, expiresAtMs };
    return (
      this.refuses ?? {
        result: "pausing",
        generation: 1,
        lifecycle: { kind: "pausing", sinceMs, waitingFor: [] },
        pauseReasons: [pauseReason],
      }
    );
  }

  resume(request: ResumeRequest): ControlAnswer | ControlRefused {
    this.resumes.push(request);
    return (
      this.refuses ?? {
        result: "resuming",
        generation: 2,
        lifecycle: { kind: "resuming" },
        pauseReasons: [],
      }
    );
  }

  feedClients(count: number): void {
    this.clientCounts.push(count);
  }

  #envelope(sequence: number): Envelope {
    return {
      app: "orders",
      instanceId: "orders-1",
      bootId: this.#bootId,
      wireVersion: 1,
      sequence: String(sequence),
      atMs: 1_790_000_000_000 + sequence * 1000,
      capabilities: ["pause", "late-drops", "holds", "violations", "expected-boot", "read-record"],
    };
  }

  #snapshot(sequence: number): FeedSnapshot {
    return {
      ...this.#envelope(sequence),
      status: {
        lifecycle: this.lifecycle,
        pauseReasons: [],
        generation: 0,
        lastControl: null,
        leaderChanges: [
          {
            id: "1",
            topic: "orders",
            partition: 0,
            fromEpoch: 4,
            toEpoch: 5,
            atOffset: "9007199254740993",
            readAtMs: 1_790_000_000_500,
          },
        ],
        guarantee: "exactly-once",
        log: "kafka",
        build: { version: "0.1.0", node: "20.20.0" },
        startedAtMs: 1_790_000_000_000,
        tickIntervalMs: 1000,
        epoch: { number: sequence, openedAtMs: 1_790_000_000_000 + sequence * 1000, lastCommitMs: 4 },
        feedClients: this.clientCounts.at(-1) ?? 0,
        counters: {
          polled: sequence * 10,
          dispatched: sequence * 9,
          emitted: sequence * 8,
          committedEpochs: sequence,
          rolledBackEpochs: 0,
          refetched: 0,
          dropped: {
            late: 1,
            nullKey: 0,
            nullValue: 0,
            invalidTimestamp: 0,
            undecodable: 0,
            operatorError: 0,
          },
          lateDropped: 1,
          lateDroppedBy: { "orders-per-minute": 1 },
          violations: {
            partition_offset_regression: 1,
            partition_buffer_over_bound: 0,
            commit_offset_regression: 0,
            watermark_regression: 0,
            lane_order: 0,
            epoch_overlap: 0,
          },
          outputsBeyondLimit: [{ topic: "out", policy: "clamp", count: 1 }],
          violationClasses: { expected: 1, bug: 0 },
        },
        durations: {
          epoch: { buckets: [{ atMostSeconds: 0.1, count: 1 }], count: 1, sumSeconds: 0.1 },
          commit: { buckets: [{ atMostSeconds: 0.1, count: 1 }], count: 1, sumSeconds: 0.004 },
          headHeld: { buckets: [{ atMostSeconds: 0.1, count: 0 }], count: 1, sumSeconds: 0.7 },
        },
        limits: {
          "partition.buffer.records": { used: 12, limit: 2499 },
          "ring.late-drops": { used: 1, limit: 2000 },
        },
      },
      watermarks: {
        globalWatermarkMs: 1_789_999_990_000 + sequence * 1000,
        heldBackBy: {
          topic: "orders",
          partition: 0,
          reason: "backlog",
          idleness: { kind: "running", timeoutMs: 300_000, idleAtMs: 1_790_000_300_000 + sequence * 1000 },
        },
        partitions: Array.from({ length: this.#partitions }, (_, partition) =>
          fakePartition(partition, sequence),
        ),
      },
      lanes: {
        lanes: [
          {
            stage: 1,
            lane: 0,
            state: "busy",
            depth: sequence,
            capacity: 1000,
            oldestAgeMs: 3,
            inWorkMs: null,
            operator: "orders-per-minute",
            busyRatio: 0.5,
            processed: sequence * 9,
            hotKeys: [],
          },
        ],
        eventLoopDelayMs: 1.5,
      },
      commits: {
        commits: [
          {
            epoch: sequence,
            atMs: 1_790_000_000_000 + sequence * 1000,
            outcome: "committed",
            drainMs: 2,
            commitMs: 4,
            records: 9,
            outputs: 8,
            changelogRows: 8,
          },
        ],
      },
      rings: { lateDropsNext: "1", holdsNext: "1", violationsNext: "0" },
    };
  }
}

const fakeRecords: RecordSource = {
  topics: ["orders"],
  read: async ({ topic, partition }, offset) => ({
    kind: "found",
    record: {
      topic,
      partition,
      offset,
      timestampMs: 1_789_999_800_000,
      key: Buffer.from("north"),
      value: Buffer.from('{"amount":9007199254740993}'),
      headers: [["trace", Buffer.from("4bf92f35")]],
    },
  }),
};

export function fakePartition(partition: number, sequence: number): PartitionWatermark {
  const position = 9_007_199_254_740_993n + BigInt(sequence);
  return {
    topic: "orders",
    partition,
    state: "active",
    takesPart: "counts",
    strategy: "bounded-out-of-orderness",
    boundMs: 30_000,
    watermarkMs: 1_789_999_990_000 + sequence * 1000,
    previewWatermarkMs: null,
    headTimestampMs: 1_790_000_020_000 + sequence * 1000,
    headOffset: String(position),
    headHeldSinceMs: null,
    idleSinceMs: null,
    bufferedRecords: 12,
    bufferCapacity: 2000,
    position: String(position),
    committed: String(position),
    endPosition: String(position + 100n),
    highWatermark: String(position + 100n),
    lag: "100",
  };
}
