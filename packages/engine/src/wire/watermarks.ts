import { z } from "zod";
import { count, envelope, offsetText, partitionRef, timeMs } from "./envelope.ts";

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

export const heldBackBy = partitionRef.extend({ reason: heldBackReason });
export type HeldBackBy = z.infer<typeof heldBackBy>;

/** One partition at one tick. `null` is absence; `state` says why. */
export const partitionWatermark = partitionRef.extend({
  state: partitionState,
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
