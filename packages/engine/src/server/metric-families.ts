/**
 * What `GET /metrics` tells, family by family, each read from one snapshot.
 *
 * A value that the snapshot does not have gives no sample (invariant 15). Prometheus holds 64-bit floats: offsets
 * beyond 2^53 lose their last digits there, and nowhere else.
 */
import { type FeedSnapshot, type Lane, lifecycleKinds, type PartitionWatermark } from "../wire/index.ts";

export interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

export interface MetricFamily {
  /** The dotted name, as the documentation has it. */
  readonly name: string;
  readonly help: string;
  readonly kind: "gauge" | "counter";
  readonly labelNames: readonly string[];
  readonly samples: (snapshot: FeedSnapshot) => readonly Sample[];
}

const pauseStates = ["none", "pausing", "paused", "resuming"] as const;

export const metricFamilies: readonly MetricFamily[] = [
  {
    name: "stoatflow.info",
    help: "Always 1; its labels say which process this is.",
    kind: "gauge",
    labelNames: ["app", "instance_id", "boot_id", "version", "guarantee"],
    samples: ({ app, instanceId, bootId, status }) => [
      {
        labels: {
          app,
          instance_id: instanceId,
          boot_id: bootId,
          version: status.build.version,
          guarantee: status.guarantee,
        },
        value: 1,
      },
    ],
  },
  counterBy(
    "stoatflow.epoch.invariant.violations.total",
    "Violations of an epoch's invariants.",
    "kind",
    (s) => byName(s.status.counters.violations, "kind"),
  ),
  single("stoatflow.epoch.number", "Number of the open epoch.", (s) => s.status.epoch.number),
  single("stoatflow.epoch.last.commit.seconds", "How long the last commit took.", (s) =>
    seconds(s.status.epoch.lastCommitMs),
  ),
  total("stoatflow.epochs.committed.total", "Epochs committed.", (s) => s.status.counters.committedEpochs),
  total(
    "stoatflow.epochs.rolled.back.total",
    "Epochs rolled back.",
    (s) => s.status.counters.rolledBackEpochs,
  ),

  total("stoatflow.records.polled.total", "Records taken from the log.", (s) => s.status.counters.polled),
  total("stoatflow.records.dispatched.total", "Records dispatched.", (s) => s.status.counters.dispatched),
  total("stoatflow.records.emitted.total", "Records written to outputs.", (s) => s.status.counters.emitted),
  total(
    "stoatflow.records.refetched.total",
    "Records that reached a full buffer and are fetched again.",
    (s) => s.status.counters.refetched,
  ),
  counterBy("stoatflow.records.dropped.total", "Records dropped, by reason.", "reason", (s) =>
    byName(s.status.counters.dropped, "reason"),
  ),
  counterBy(
    "stoatflow.late.dropped.total",
    "Late drops, one record for one window each, by operator.",
    "operator",
    (s) => byName(s.status.counters.lateDroppedBy, "operator"),
  ),

  {
    name: "stoatflow.outputs.beyond.limit.total",
    help: "Outputs stamped beyond the limit of the topic that they were meant for, by what was done with them.",
    kind: "counter",
    labelNames: ["topic", "policy"],
    samples: (s) =>
      s.status.counters.outputsBeyondLimit.map(({ topic, policy, count }) => ({
        labels: { topic, policy },
        value: count,
      })),
  },

  single(
    "stoatflow.watermark.global.ms",
    "Global watermark, milliseconds since 1970.",
    (s) => s.watermarks.globalWatermarkMs,
  ),
  single("stoatflow.watermark.lag.ms", "Wall clock of the tick less the global watermark.", (s) =>
    s.watermarks.globalWatermarkMs === null ? null : s.atMs - s.watermarks.globalWatermarkMs,
  ),
  single("stoatflow.watermark.preview.partitions", "Partitions held behind older heads.", (s) =>
    s.watermarks.partitions.reduce((held, p) => held + (p.previewWatermarkMs === null ? 0 : 1), 0),
  ),
  byPartition(
    "stoatflow.watermark.partition.ms",
    "Partition watermark, milliseconds since 1970.",
    (p) => p.watermarkMs,
  ),
  byPartition(
    "stoatflow.watermark.partition.preview.ms",
    "Watermark once the held head goes out.",
    (p) => p.previewWatermarkMs,
  ),
  byPartition(
    "stoatflow.partition.buffered.records",
    "Records in the partition's buffer.",
    (p) => p.bufferedRecords,
  ),
  byPartition(
    "stoatflow.partition.buffer.capacity.records",
    "Records at which the partition is paused.",
    (p) => p.bufferCapacity,
  ),
  byPartition(
    "stoatflow.partition.lag.records",
    "Distance in the log from the position to the last stable offset.",
    (p) => offset(p.lag),
  ),
  byPartition("stoatflow.partition.position", "Next offset to dispatch.", (p) => offset(p.position)),
  byPartition("stoatflow.partition.committed", "Committed offset.", (p) => offset(p.committed)),
  byPartition("stoatflow.partition.end.position", "Last stable offset.", (p) => offset(p.endPosition)),

  byLane("stoatflow.lane.depth", "gauge", "Records that wait in the lane's mailbox.", (l) => l.depth),
  byLane("stoatflow.lane.capacity", "gauge", "Threshold of the lane's mailbox.", (l) => l.capacity),
  byLane("stoatflow.lane.oldest.age.seconds", "gauge", "Age of the oldest record in the lane.", (l) =>
    seconds(l.oldestAgeMs),
  ),
  byLane(
    "stoatflow.lane.busy.ratio",
    "gauge",
    "Share of the time that the lane worked, 0 to 1.",
    (l) => l.busyRatio,
  ),
  byLane(
    "stoatflow.lane.processed.total",
    "counter",
    "Records that the lane has processed.",
    (l) => l.processed,
  ),

  oneOf("stoatflow.lifecycle.state", lifecycleKinds, (s) => s.status.lifecycle.kind),
  oneOf(
    "stoatflow.pause.state",
    pauseStates,
    ({ status: { lifecycle } }) => pauseStates.find((state) => state === lifecycle.kind) ?? "none",
  ),
  single("stoatflow.event.loop.delay.seconds", "Delay of the event loop.", (s) =>
    seconds(s.lanes.eventLoopDelayMs),
  ),
  single("stoatflow.feed.clients", "Readers of the feed.", (s) => s.status.feedClients),
  ...(["used", "limit"] as const).map(
    (which): MetricFamily => ({
      name: `stoatflow.bound.${which}`,
      help: which === "used" ? "What a bound holds now." : "How much a bound may hold.",
      kind: "gauge",
      labelNames: ["bound"],
      samples: (s) =>
        Object.entries(s.status.limits).map(([bound, use]) => ({ labels: { bound }, value: use[which] })),
    }),
  ),
];

type Reading = number | null;

function single(name: string, help: string, read: (snapshot: FeedSnapshot) => Reading): MetricFamily {
  return { name, help, kind: "gauge", labelNames: [], samples: (snapshot) => present({}, read(snapshot)) };
}

function total(name: string, help: string, read: (snapshot: FeedSnapshot) => number): MetricFamily {
  return { ...single(name, help, read), kind: "counter" };
}

function counterBy(
  name: string,
  help: string,
  label: string,
  samples: (snapshot: FeedSnapshot) => readonly Sample[],
): MetricFamily {
  return { name, help, kind: "counter", labelNames: [label], samples };
}

function byPartition(
  name: string,
  help: string,
  read: (partition: PartitionWatermark) => Reading,
): MetricFamily {
  return {
    name,
    help,
    kind: "gauge",
    labelNames: ["topic", "partition"],
    samples: ({ watermarks }) =>
      watermarks.partitions.flatMap((p) => present({ topic: p.topic, partition: p.partition }, read(p))),
  };
}

function byLane(
  name: string,
  kind: MetricFamily["kind"],
  help: string,
  read: (lane: Lane) => Reading,
): MetricFamily {
  return {
    name,
    help,
    kind,
    labelNames: ["stage", "lane"],
    samples: ({ lanes }) => lanes.lanes.flatMap((l) => present({ stage: l.stage, lane: l.lane }, read(l))),
  };
}

/** A state as one sample for each that there is: 1 for the present one, 0 for the others. */
function oneOf<State extends string>(
  name: string,
  states: readonly State[],
  read: (snapshot: FeedSnapshot) => State,
): MetricFamily {
  return {
    name,
    help: "1 for the present state, 0 for the others.",
    kind: "gauge",
    labelNames: ["state"],
    samples: (snapshot) => {
      const present = read(snapshot);
      return states.map((state) => ({ labels: { state }, value: state === present ? 1 : 0 }));
    },
  };
}

function present(labels: Sample["labels"], value: Reading): readonly Sample[] {
  return value === null ? [] : [{ labels, value }];
}

function byName(counts: Readonly<Record<string, number>>, label: string): readonly Sample[] {
  return Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));
}

function seconds(durationMs: number | null): Reading {
  return durationMs === null ? null : durationMs / 1000;
}

function offset(text: string | null): Reading {
  return text === null ? null : Number(text);
}
