import { z } from "zod";
import { count, durationMs, envelope, offsetText, partitionRef, timeMs } from "./envelope.ts";

export const partitionState = z.enum([
  "starting",
  "active",
  "held",
  "idle",
  "waiting-for-data",
  "caught-up",
  "aligned",
  "paused",
  "revoked",
]);
export type PartitionState = z.infer<typeof partitionState>;

export const heldBackReason = z.enum([
  "backlog",
  "waiting-for-data",
  "open-transaction",
  "never-read",
  "caught-up",
  "held",
  "aligned",
  "lane-full",
  "slow-commit",
  "paused",
]);
export type HeldBackReason = z.infer<typeof heldBackReason>;

/** How far a partition is from being idle. */
export const idlenessClock = z.discriminatedUnion("kind", [
  /** It is idle at `idleAtMs` if nothing of it is dispatched before and nothing stops its clock. */
  z.object({ kind: z.literal("running"), timeoutMs: durationMs, idleAtMs: timeMs }),
  /** Nothing of it can be dispatched at this moment, so the time does not run; `leftMs` are left. */
  z.object({ kind: z.literal("standing-still"), timeoutMs: durationMs, leftMs: durationMs }),
  z.object({ kind: z.literal("off") }),
]);
export type IdlenessClock = z.infer<typeof idlenessClock>;

/** The member of an alignment group that the others wait for. */
export const alignmentHold = z.object({
  group: z.string().max(200),
  maxDriftMs: durationMs,
  lowest: partitionRef,
  lowestMs: timeMs,
});
export type AlignmentHold = z.infer<typeof alignmentHold>;

/** What is optional here is missing in what older engines say. */
export const heldBackBy = partitionRef.extend({
  reason: heldBackReason,
  idleness: idlenessClock.optional(),
  /** Only with `aligned`. */
  alignment: alignmentHold.optional(),
  /** Only with `slow-commit`: since when the commit is under way. */
  commitSinceMs: timeMs.optional(),
});
export type HeldBackBy = z.infer<typeof heldBackBy>;

/**
 * What a partition is for the global watermark: it is in the minimum; it is `idle`, and the maximum of the idle ones is
 * the watermark where none is in the minimum; or it is left out, as a table's is without a backlog.
 */
export const takesPart = z.enum(["counts", "idle", "left-out"]);
export type TakesPart = z.infer<typeof takesPart>;

/** One partition at one tick. `null` is absence; `state` says why. */
export const partitionWatermark = partitionRef.extend({
  state: partitionState,
  /** Missing in what older engines say. */
  takesPart: takesPart.optional(),
  strategy: z.enum(["bounded-out-of-orderness", "monotonous-timestamps", "custom"]),
  /** `null` with a custom generator, which keeps a rule of its own. */
  boundMs: z.int().min(0).nullable(),
  watermarkMs: timeMs.nullable(),
  previewWatermarkMs: timeMs.nullable(),
  headTimestampMs: timeMs.nullable(),
  headOffset: offsetText.nullable(),
  headHeldSinceMs: timeMs.nullable(),
  idleSinceMs: timeMs.nullable(),
  bufferedRecords: count,
  bufferCapacity: count,
  /** The next offset to dispatch. */
  position: offsetText.nullable(),
  committed: offsetText.nullable(),
  /** The last stable offset. */
  endPosition: offsetText.nullable(),
  highWatermark: offsetText.nullable(),
  /** `endPosition − position`, never below 0: a distance in the log, not a number of records. */
  lag: offsetText.nullable(),
});
export type PartitionWatermark = z.infer<typeof partitionWatermark>;

/** The body of `GET /watermarks` below its envelope. */
export const watermarks = z.object({
  globalWatermarkMs: timeMs.nullable(),
  heldBackBy: heldBackBy.nullable(),
  partitions: z.array(partitionWatermark).max(20_000),
});
export type Watermarks = z.infer<typeof watermarks>;

export const watermarksBody = envelope.extend(watermarks.shape);
export type WatermarksBody = z.infer<typeof watermarksBody>;
