import { heldBackBy, partitionState } from "@stoatflow/engine/wire";
import { z } from "zod";
import { ledgerEntry } from "./acknowledgements.ts";
import { holdEntry, leaderChangeEntry } from "./entry-pages.ts";
import { lifecycleChange } from "./lifecycle-change.ts";

/** The most points of one answer. */
export const historyPointsMax = 2000;

/** The most partitions of one answer; without a choice, those furthest behind at its end. */
export const historyPartitionsMax = 32;

/** The most lanes of one answer; without a choice, the first ones. */
export const historyLanesMax = 64;

/**
 * The most points of all partitions or lanes of one answer together: the more of them, the longer the steps. A check of
 * more would hold up everything else.
 */
export const historyValuesMax = 8000;

const timeMs = z.int();
const rate = z.number();
const sum = z.string().regex(/^\d+$/);

/** The grains that history is kept in: a second for an hour, ten for a day, a minute for a month, as it is set. */
export const historyGrain = z.enum(["1s", "10s", "1min"]);
export type HistoryGrain = z.infer<typeof historyGrain>;

/** One point of time of an answer. A step of which nothing is known is missing. */
export const historyStep = z.object({
  /** Its beginning; it ends `stepMs` later. */
  fromMs: timeMs,
  /** Its first tick and its last, by the app's clock. */
  firstMs: timeMs,
  lastMs: timeMs,
  /** How much of the time between the two is not known. */
  missingMs: z.int().min(0),
  ticks: z.int().min(1),
});
export type HistoryStep = z.infer<typeof historyStep>;

/**
 * Between two ticks that are too far apart for how often the app says it ticks, or of two runs of it. No line is to be
 * drawn across it. Where there is no step there need not be one: the ticks of an app may be further apart than steps are.
 */
export const historyGap = z.object({ fromMs: timeMs, untilMs: timeMs, isRestart: z.boolean() });
export type HistoryGap = z.infer<typeof historyGap>;

/** By step: lowest and highest value of the ticks that had one, and the value of the last tick; `null`: none. */
function range<Value extends z.ZodType>(value: Value) {
  const column = z.array(value.nullable()).max(historyPointsMax);
  return z.object({ min: column, max: column, last: column });
}

function perStep<Value extends z.ZodType>(value: Value) {
  return z.array(value.nullable()).max(historyPointsMax);
}

const window = z.object({
  /** What the steps are made of: the finest that is kept for this span, or a coarser one where no step is shorter. */
  grain: historyGrain,
  stepMs: z.int().min(1000),
  steps: z.array(historyStep).max(historyPointsMax),
  /** Beginning and end of the span asked for included. Gaps within a step are its `missingMs`. */
  gaps: z.array(historyGap).max(historyPointsMax + 1),
});

export const partitionHistory = z.object({
  topic: z.string(),
  partition: z.int().min(0),
  /** `false`: the app had no such partition in the span, so that all is `null`; is the name right? */
  isKnown: z.boolean(),
  /**
   * At the end of each step; `null`: the app did not have this partition, or its instance was not heard of while others
   * were, which makes all else `null`.
   */
  state: perStep(partitionState),
  watermarkMs: range(timeMs),
  previewWatermarkMs: range(timeMs),
  lag: range(sum),
  bufferedRecords: range(z.int().min(0)),
});
export type PartitionHistory = z.infer<typeof partitionHistory>;

/** Columns by step: the n-th value of each is of the n-th step. */
export const watermarkHistory = window.extend({
  globalWatermarkMs: range(timeMs),
  /**
   * How far the global watermark is behind the clock of the instance whose it is, tick by tick. The same of a partition
   * is, at the end of a step, the step's `lastMs` minus the partition's `last` watermark; in between it is not kept.
   */
  gapMs: range(z.int()),
  heldBackBy: perStep(heldBackBy),
  /** Over the partitions whose lag is known. */
  lag: range(sum),
  partitions: z.array(partitionHistory).max(historyPartitionsMax),
  /** Partitions at the end of the span that are not in the answer. */
  omittedPartitions: z.int().min(0),
});
export type WatermarkHistory = z.infer<typeof watermarkHistory>;

/** The most columns, rows and cells of a heatmap. */
export const heatColumnsMax = 240;
export const heatRowsMax = 240;
export const heatCellsMax = 8000;

/**
 * How far behind each of thousands of partitions was, for an eye that looks for the one. Columns are the steps. Neighbours
 * in the order of topic and number share a row where there are more than rows.
 */
export const watermarkHeatmap = window.extend({
  rows: z
    .array(
      z.object({
        /** Its first and last partition, e.g. `orders-3`, and how many it is of. */
        first: z.string(),
        last: z.string(),
        count: z.int().min(1),
        /**
         * By step, the largest gap that one of its partitions had, by the app's clock: at the first and last tick of what
         * is kept within the step, so that it is never more than there was; `null`: nothing is known, or all were idle.
         */
        gapMs: z.array(z.number().nullable()).max(heatColumnsMax),
        /** By step, the partition that had it. */
        worst: z.array(z.string().nullable()).max(heatColumnsMax),
      }),
    )
    .max(heatRowsMax),
  /** How many partitions the app had in the span. */
  partitions: z.int().min(0),
});
export type WatermarkHeatmap = z.infer<typeof watermarkHeatmap>;

export const pastPartition = z.object({
  topic: z.string(),
  partition: z.int().min(0),
  state: partitionState,
  watermarkMs: timeMs.nullable(),
  previewWatermarkMs: timeMs.nullable(),
  lag: sum.nullable(),
  bufferedRecords: z.int().min(0),
});
export type PastPartition = z.infer<typeof pastPartition>;

/** An app at a moment: the newest tick before it, or that nothing is known. */
export const pastMoment = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("known"),
    grain: historyGrain,
    /** When the values were so, and how long before the moment asked for. */
    sampleMs: timeMs,
    ageMs: z.int().min(0),
    bootId: z.string(),
    globalWatermarkMs: timeMs.nullable(),
    heldBackBy: heldBackBy.nullable(),
    /** Without those of an instance that was not heard of, while others were. */
    partitions: z.array(pastPartition).max(20_000),
  }),
  /** In a gap, before the first tick or beyond what is kept. */
  z.object({ kind: z.literal("unknown") }),
]);
export type PastMoment = z.infer<typeof pastMoment>;

/** A rate is `null` where a gap or a restart lies between a step and the one before: no counter is read across. */
export const commitHistory = window.extend({
  commitMs: range(z.number().min(0)),
  drainMs: range(z.number().min(0)),
  /** Records of one epoch. */
  epochRecords: range(z.int().min(0)),
  meanCommitMs: perStep(z.number().min(0)),
  meanEpochMs: perStep(z.number().min(0)),
  perSecond: z.object({
    polled: perStep(rate),
    dispatched: perStep(rate),
    emitted: perStep(rate),
    committedEpochs: perStep(rate),
    rolledBackEpochs: perStep(rate),
    droppedRecords: perStep(rate),
    lateDropped: perStep(rate),
    violations: perStep(rate),
  }),
});
export type CommitHistory = z.infer<typeof commitHistory>;

export const laneHistory = window.extend({
  lanes: z
    .array(
      z.object({
        /** Each instance of the app has lanes of its own. */
        instanceId: z.string(),
        stage: z.int().min(1),
        lane: z.int().min(0),
        depth: range(z.int().min(0)),
        oldestAgeMs: range(z.number().min(0)),
        busyRatio: range(z.number().min(0)),
        processedPerSecond: perStep(rate),
      }),
    )
    .max(historyLanesMax),
  omittedLanes: z.int().min(0),
});
export type LaneHistory = z.infer<typeof laneHistory>;

/** A page of what happened, newest first. */
function pastPage<Entry extends z.ZodType>(entry: Entry) {
  return z.object({
    items: z.array(entry).max(200),
    /** Pass as `before` for the next page; `null` at the end. */
    nextBefore: z.string().nullable(),
  });
}

export const pastHolds = pastPage(holdEntry);
export type PastHolds = z.infer<typeof pastHolds>;
/** Each with who has looked at it. */
export const pastViolations = pastPage(ledgerEntry);
export type PastViolations = z.infer<typeof pastViolations>;
export const pastLifecycle = pastPage(lifecycleChange);
export type PastLifecycle = z.infer<typeof pastLifecycle>;

/** The most of each kind that `history.marks` has. */
export const marksMax = 200;

/** Of one kind, the newest of the span, newest first, and how many more there were. */
function marksOf<Entry extends z.ZodType>(entry: Entry) {
  return z.object({ items: z.array(entry).max(marksMax), more: z.int().min(0) });
}

/** What happened in a span and is written down: what stands beside the lines of its history. */
export const historyMarks = z.object({
  /** Holds that ended in it. */
  holds: marksOf(holdEntry),
  /** Seek-backs among them; each with who has looked at it. */
  violations: marksOf(ledgerEntry),
  /** Pauses, restarts and failures among them. */
  lifecycle: marksOf(lifecycleChange),
  /** New leader epochs of partitions, each when the app read a record of it. */
  leaderChanges: marksOf(leaderChangeEntry),
});
export type HistoryMarks = z.infer<typeof historyMarks>;

const kept = z.object({
  /** The oldest that is there; `null`: nothing is. */
  fromMs: timeMs.nullable(),
  /** How long it is kept where the bytes suffice. */
  keepMs: z.int().min(0),
  bytes: z.int().min(0),
  bytesMax: z.int().min(0),
});

/** Counts are since the console's start. */
const writing = {
  pendingBytes: z.int().min(0),
  pendingBytesMax: z.int().min(0),
  /** How often something could not be written. What waits is tried again. */
  failedWrites: z.int().min(0),
  /** Ticks and events that could not be written in time. */
  lost: z.int().min(0),
};

/** How far back history reaches, over all apps. */
export const historyRetention = z.object({
  bytes: z.int().min(0),
  bytesMax: z.int().min(0),
  grains: z.array(kept.extend({ grain: historyGrain, stepMs: z.int().min(1000) })),
  events: z.array(
    kept.extend({ kind: z.enum(["late-drop", "hold", "violation", "life-cycle", "leader-change"]) }),
  ),
  /** What one call may read at most, and what its answer may hold. */
  reading: z.object({
    /** Of the rows, each of which counts `bytesMax / rowsMax` beside its own. */
    bytesMax: z.int().min(0),
    rowsMax: z.int().min(0),
    /** Of one partition or lane, and of all of an answer together. */
    pointsMax: z.int().min(0),
    pointsOfAllMax: z.int().min(0),
    partitionsMax: z.int().min(0),
    lanesMax: z.int().min(0),
    /** Calls that wait while one is answered; more are refused. */
    waitingMax: z.int().min(0),
  }),
  writer: z.discriminatedUnion("kind", [
    /** This process only reads. */
    z.object({ kind: z.literal("off") }),
    z.object({ kind: z.literal("writing"), ...writing }),
    z.object({
      kind: z.literal("failing"),
      sinceMs: timeMs,
      reason: z.string().max(500),
      ...writing,
    }),
  ]),
});
export type HistoryRetention = z.infer<typeof historyRetention>;
