import { z } from "zod";
import { count, durationMs, envelope, offsetText, partitionRef, timeMs } from "./envelope.ts";
import { histogram } from "./histogram.ts";

/** What keeps a pause from being complete. */
export const drainBlocker = z.object({
  lane: z.int().min(0),
  operator: z.string().max(200),
  records: count,
  oldestAgeMs: durationMs,
});

export type DrainBlocker = z.infer<typeof drainBlocker>;

export const pauseReason = z.object({
  kind: z.enum(["operator"]),
  actor: z.string().max(200),
  reason: z.string().max(1000),
  sinceMs: timeMs,
  /** When the engine resumes by itself; `null`: never. */
  expiresAtMs: timeMs.nullable(),
});
export type PauseReason = z.infer<typeof pauseReason>;

/** The most reasons that an app tells. */
export const pauseReasonsMax = 8;

/**
 * One pause or resume that was carried out, by a call or by the engine itself: `expired` is a time to live that ran out,
 * `taken-over` a pause that ended because another instance has the partitions now.
 */
export const controlChange = z.object({
  kind: z.enum(["paused", "resumed", "expired", "taken-over"]),
  /** The generation that it made. */
  generation: count,
  atMs: timeMs,
  /** Who called; `null`: nobody, the engine did it by itself. */
  actor: z.string().max(200).nullable(),
  reason: z.string().max(1000).nullable(),
});
export type ControlChange = z.infer<typeof controlChange>;

/** The most changes that an app keeps and that one refusal tells. */
export const controlChangesMax = 32;

/** The most that a drain is told to wait for. */
export const drainBlockersMax = 256;

export const lifecycle = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("starting") }),
  z.object({ kind: z.literal("restoring"), store: z.string().max(200), restored: count }),
  z.object({ kind: z.literal("running") }),
  z.object({
    kind: z.literal("pausing"),
    /** When the drain began; missing in an app of before this was told. */
    sinceMs: timeMs.optional(),
    /** The oldest work first. None: the last commit is under way. */
    waitingFor: z.array(drainBlocker).max(drainBlockersMax),
  }),
  z.object({ kind: z.literal("paused"), sinceMs: timeMs }),
  z.object({ kind: z.literal("resuming") }),
  z.object({ kind: z.literal("stopping") }),
  z.object({ kind: z.literal("stopped") }),
  z.object({ kind: z.literal("failed"), code: z.string().max(64), message: z.string().max(2000) }),
]);
export type Lifecycle = z.infer<typeof lifecycle>;
export type LifecycleKind = Lifecycle["kind"];
/** Every kind of it, in the order of a life. */
export const lifecycleKinds = lifecycle.options.map(({ shape }) => shape.kind.value);

export const dropReason = z.enum([
  "late",
  "nullKey",
  "nullValue",
  "invalidTimestamp",
  "undecodable",
  "operatorError",
]);
export type DropReason = z.infer<typeof dropReason>;

export const violationKind = z.enum([
  "partition_offset_regression",
  "partition_buffer_over_bound",
  "commit_offset_regression",
  "watermark_regression",
  "lane_order",
  "epoch_overlap",
]);
export type ViolationKind = z.infer<typeof violationKind>;

/** `expected`: a known seek-back, or a poll beyond the bound after a pause that failed. `bug`: unreachable by design. */
export const violationClass = z.enum(["expected", "bug"]);
export type ViolationClass = z.infer<typeof violationClass>;

/**
 * One new leader epoch of a partition, as two batches of it tell. The leader was elected: another broker, or the same one
 * anew. It is known once a record of the epoch is read: it began before `readAtMs`, by seconds or, in a backlog, by days.
 */
export const leaderChange = partitionRef.extend({
  /** Grows by one with each change, since the start. */
  id: offsetText,
  /** Where several epochs came and went unread, `toEpoch` is more than one above `fromEpoch`. */
  fromEpoch: count,
  toEpoch: count,
  /** The first offset read of what was appended in the new epoch. */
  atOffset: offsetText,
  /** The app's clock when it read that. */
  readAtMs: timeMs,
});
export type LeaderChange = z.infer<typeof leaderChange>;

/** The most changes of leaders that an app keeps and tells. */
export const leaderChangesMax = 32;

/** The body of `GET /status` below its envelope. */
export const status = z.object({
  lifecycle,
  pauseReasons: z.array(pauseReason).max(pauseReasonsMax),
  /** Grows with each pause and resume that was carried out; a control call may name the one it saw. */
  generation: count,
  /** The newest pause or resume of this start; `null`: none yet. Missing in an app of before this was told. */
  lastControl: controlChange.nullable().optional(),
  /** The newest first. Missing in an app of before this was told; empty on a log that has no leaders. */
  leaderChanges: z.array(leaderChange).max(leaderChangesMax).optional(),
  guarantee: z.enum(["exactly-once", "at-least-once"]),
  log: z.string().max(64),
  build: z.object({ version: z.string().max(64), node: z.string().max(64) }),
  startedAtMs: timeMs,
  /** How long it lets pass between two ticks. Missing in an app of before this was told. */
  tickIntervalMs: z.int().min(1).optional(),
  epoch: z.object({ number: count, openedAtMs: timeMs, lastCommitMs: durationMs.nullable() }),
  feedClients: count,
  /** Since this start. Late drops and dropped records are counted when their epoch is committed. */
  counters: z.object({
    polled: count,
    dispatched: count,
    emitted: count,
    committedEpochs: count,
    rolledBackEpochs: count,
    /** Records that reached a full buffer and are fetched again. */
    refetched: count,
    dropped: z.record(dropReason, count),
    lateDropped: count,
    /** The same by the operator that dropped. */
    lateDroppedBy: z.record(z.string().max(200), count),
    /** Outputs stamped beyond the limit of the topic that they were meant for, and what was done with them. */
    outputsBeyondLimit: z
      .array(z.object({ topic: z.string().max(249), policy: z.enum(["clamp", "dead-letter"]), count }))
      .max(1000),
    violations: z.record(violationKind, count),
    violationClasses: z.record(violationClass, count),
  }),
  /** How long things took since this start. */
  durations: z.object({
    /** From the opening of an epoch to its commit. */
    epoch: histogram,
    /** From the begin of a transaction to its outcome. */
    commit: histogram,
    /** Holds of heads that have ended. */
    headHeld: histogram,
  }),
  /** Every bound by name, with what it holds now (invariant 17). */
  limits: z.record(z.string().max(100), z.object({ used: z.number().min(0), limit: z.number().min(0) })),
});
export type Status = z.infer<typeof status>;

export const statusBody = envelope.extend(status.shape);
export type StatusBody = z.infer<typeof statusBody>;
