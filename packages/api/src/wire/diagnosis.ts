/**
 * "Why isn't event time moving?" as data. All times are milliseconds since 1970 of the app's own clock, at the tick that
 * is named, except where a field says that it is of the collector's.
 */
import {
  alignmentHold,
  commit,
  heldBackBy,
  heldBackReason,
  idlenessClock,
  lane,
  lifecycle,
  offsetText,
  partitionWatermark,
  pauseReason,
} from "@stoatflow/engine/wire";
import { z } from "zod";
import { connection } from "./connection.ts";

const timeMs = z.int();
const durationMs = z.number().min(0);
const partition = heldBackBy.pick({ topic: true, partition: true });

/** A sum of distances in the log as decimal text, exact, below 0 where it went the other way. */
const signedText = z.string().regex(/^-?\d{1,25}$/);
/** A sum of offsets or lags over all partitions: beyond 64 bits at times. */
const sumText = z.string().regex(/^\d{1,25}$/);

/**
 * From when on something is so. `at-least`: it was so already at the first tick that is known without a break, so it may
 * have begun before.
 */
const since = z.object({
  kind: z.enum(["exactly", "at-least"]),
  atMs: timeMs,
  /** Up to the tick. */
  forMs: durationMs,
});
export type Since = z.infer<typeof since>;

/** The unbroken ticks that a rate was measured over: of one run of the app, without a gap or a step of its clock. */
const span = z.object({ fromMs: timeMs, toMs: timeMs, overMs: z.int().min(1) });
export type Span = z.infer<typeof span>;

const notKnown = <const T extends readonly [string, ...string[]]>(why: T) =>
  z.object({ kind: z.literal("not-known"), why: z.enum(why) });

/** `too-short`: fewer than 10 s without a break so far. */
const whyNoRate = ["too-short", "no-watermark", "no-lag", "not-running"] as const;
const noRate = notKnown(whyNoRate);

const estimated = z.object({ kind: z.literal("estimated"), inMs: durationMs, atMs: timeMs, basis: span });
const notCatchingUp = z.object({ kind: z.literal("not-catching-up"), basis: span });
/** At the rate that was measured it takes longer than `horizonMs`, which is as good as never. */
const beyondHorizon = z.object({
  kind: z.literal("beyond-horizon"),
  horizonMs: z.int().min(1),
  basis: span,
});

/**
 * When the app has caught up at the rate of `basis`. `open-transaction`: all that can be read is done, and what is left
 * can't be read before a producer upstream ends its transaction.
 */
export const catchUp = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("caught-up") }),
  estimated,
  notCatchingUp,
  beyondHorizon,
  notKnown([...whyNoRate, "open-transaction"]),
]);
export type CatchUp = z.infer<typeof catchUp>;

const eventTimeRate = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("measured"),
    basis: span,
    /** How far the global watermark moved; `null`: further than a number holds exactly. */
    movedMs: z.int().nullable(),
    /** Seconds of event time in a second of the app's clock: 1 keeps pace, thousands are a replay. Never rounded. */
    perSecond: z.number(),
  }),
  noRate,
]);
export type EventTimeRate = z.infer<typeof eventTimeRate>;

const lagRate = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("measured"),
    basis: span,
    /** How much shorter the lag became, exactly; below 0 where it grew. Distances in the log, not records. */
    drained: signedText,
    /** How far the positions moved. */
    dispatched: signedText,
    /** How far the ends of the logs moved. */
    arrived: signedText,
    /** The three of them for a second. Never rounded to whole ones. */
    drainedPerSecond: z.number(),
    dispatchedPerSecond: z.number(),
    arrivedPerSecond: z.number(),
  }),
  noRate,
]);
export type LagRate = z.infer<typeof lagRate>;

export const rates = z.object({
  eventTime: eventTimeRate,
  /** Over all partitions whose lag is known. */
  lag: lagRate,
  /** The sum of the lags that are known at the tick, and how many are not; `null` where none is. */
  lagNow: z.object({ total: sumText, partitionsWithout: z.int().min(0) }).nullable(),
  /** Until the watermark is as far behind the app's clock as its bound makes it, from how fast event time moves. */
  eventTimeCatchUp: catchUp,
  /** Until the lag is gone, from how fast it drains. */
  lagCatchUp: catchUp,
});
export type Rates = z.infer<typeof rates>;

/** The idleness clock of the partition; an app that is older does not tell it. */
const idlenessFact = z.discriminatedUnion("kind", [
  ...idlenessClock.options,
  z.object({ kind: z.literal("not-told") }),
]);
export type IdlenessFact = z.infer<typeof idlenessFact>;

/** What the reason rests on, beside the numbers of the partition itself. One member for each reason. */
export const evidence = z.discriminatedUnion("reason", [
  z.object({ reason: z.literal("backlog"), lagRate }),
  z.object({
    reason: z.literal("waiting-for-data"),
    /** From the position to the last stable offset: what the broker has and has not sent; `null`: its end is not known. */
    missing: offsetText.nullable(),
  }),
  z.object({
    reason: z.literal("open-transaction"),
    lastStableOffset: offsetText.nullable(),
    highWatermark: offsetText.nullable(),
    idleness: idlenessFact,
  }),
  z.object({ reason: z.literal("never-read"), idleness: idlenessFact }),
  z.object({ reason: z.literal("caught-up"), idleness: idlenessFact }),
  z.object({
    reason: z.literal("held"),
    /**
     * How far its head is ahead of the app's clock; below 0 where it is behind. `null`: it has none, or it is further than
     * a number holds exactly.
     */
    aheadOfClockMs: z.int().nullable(),
    idleness: idlenessFact,
  }),
  z.object({
    reason: z.literal("aligned"),
    /** `null` where the app does not tell it. */
    alignment: alignmentHold.nullable(),
  }),
  z.object({
    reason: z.literal("lane-full"),
    /** The fullest first, then the one with the oldest row; those with nothing to do are left out. */
    lanes: z.array(lane).max(8),
    eventLoopDelayMs: durationMs,
  }),
  z.object({
    reason: z.literal("slow-commit"),
    epoch: z.int().min(0),
    /** Since when the commit is under way; `null` where the app does not tell it. */
    runningSinceMs: timeMs.nullable(),
    /** The newest that have ended, newest first. */
    newest: z.array(commit).max(10),
  }),
  z.object({ reason: z.literal("paused"), lifecycle, pauseReasons: z.array(pauseReason) }),
]);
export type Evidence = z.infer<typeof evidence>;

const releasedBy = z.enum([
  /** The partition is worked until it is no longer the furthest behind. */
  "dispatch",
  /** The broker sends what it has. */
  "data",
  /** The producer upstream ends its transaction, or the broker aborts it. */
  "end-of-transaction",
  "new-record",
  "idleness",
  /** The heads of other partitions that are older go out. */
  "older-heads",
  "alignment-group",
  "lane",
  "commit",
  "resume",
  "auto-resume",
]);

/** What lets event time go on, whichever comes first, and when if that can be known. */
export const release = z.object({
  by: z.array(releasedBy).min(1),
  when: z.discriminatedUnion("kind", [
    /** By a timer of the app; anything else in `by` may come before. */
    z.object({ kind: z.literal("at-the-latest"), atMs: timeMs, by: z.enum(["idleness", "auto-resume"]) }),
    estimated,
    /** Its backlog is less than a second of its own work: event time goes on with each record, and nothing stands. */
    z.object({ kind: z.literal("keeping-pace"), basis: span }),
    notCatchingUp,
    beyondHorizon,
    notKnown([
      ...whyNoRate,
      "depends-on-the-broker",
      "depends-on-a-producer",
      "depends-on-the-group",
      "depends-on-an-operator",
      "depends-on-a-person",
      "idleness-is-off",
      "idleness-stands-still",
      "the-app-does-not-tell",
    ]),
  ]),
});
export type Release = z.infer<typeof release>;

const tickRef = z.object({
  bootId: z.string(),
  instanceId: z.string(),
  sequence: offsetText,
  atMs: timeMs,
  /** By the collector's clock. */
  receivedAtMs: timeMs,
});

/** The partition that holds event time back at the tick. */
const holder = partition.extend({
  reason: heldBackReason,
  /** The tick of the instance that works on it: its numbers and its evidence are of this one alone. */
  instance: tickRef,
  /** Since when it is this partition for this reason, without a break. */
  since,
  /** Its numbers at the tick; `null` where the app names a partition that it does not list. */
  partitionAtTick: partitionWatermark.nullable(),
  evidence,
  release,
});
export type Holder = z.infer<typeof holder>;

/** "If this partition were idle": the same rule over the same tick, with this one left out of the minimum. */
const counterfactual = partition.extend({
  /** What it counts with: its preview, else its watermark; `null`: it has none, and so nothing moves. */
  valueMs: timeMs.nullable(),
  /** The global watermark that there would be; `null`: there would be none either. */
  watermarkMs: timeMs.nullable(),
  /** How much further that is; `null` where there is no watermark to be further than. */
  gainMs: durationMs.nullable(),
  /** Who would hold it back then; `null`: nobody, since all are idle. */
  thenHeldBy: partition.nullable(),
});
export type Counterfactual = z.infer<typeof counterfactual>;

export const diagnosisState = z.discriminatedUnion("kind", [
  /** The watermark moved within 5 s before the tick. */
  z.object({ kind: z.literal("moving"), lastMovedAtMs: timeMs }),
  z.object({ kind: z.literal("not-moving"), since }),
  /** Somebody paused it. `drained`: nothing is under way any more. */
  z.object({ kind: z.literal("paused"), sinceMs: timeMs.nullable(), drained: z.boolean() }),
  /** It is starting, going on, stopping, stopped or failed. */
  z.object({ kind: z.literal("not-running"), lifecycle }),
  /**
   * `no-tick`: nothing of the app was received; `connection` says why. `too-short`: it is watched for less than 5 s, and
   * the watermark did not move in that time.
   */
  z.object({ kind: z.literal("nothing-known"), why: z.enum(["no-tick", "too-short"]) }),
  /**
   * What the instance that holds event time back told last is that old, by the collector's clock: what is told below may
   * not be so any more, though other instances go on.
   */
  z.object({ kind: z.literal("stale"), ageMs: durationMs, instanceId: z.string() }),
]);
export type DiagnosisState = z.infer<typeof diagnosisState>;

export const diagnosis = z.object({
  appId: z.string(),
  state: diagnosisState,
  connection,
  /** The tick that everything below is of (invariant 14); of several instances, what they told together. */
  tick: tickRef.nullable(),
  globalWatermarkMs: timeMs.nullable(),
  /**
   * The clock of the instance whose watermark that is: the gap is this minus the watermark, and `state` and `since` are
   * told by it. Of an app of one instance it is the tick's.
   */
  watermarkAtMs: timeMs.nullable(),
  /** `null`: no partition holds it back, since none counts (all are idle, or there is none), or nothing is known. */
  holder: holder.nullable(),
  /** The holder, then the lowest of those that count, lowest first: at most 5. */
  counterfactuals: z.array(counterfactual).max(5),
  rates,
  /** By the collector's clock. */
  serverNowMs: timeMs,
});
export type Diagnosis = z.infer<typeof diagnosis>;
