import { offsetText } from "@stoatflow/engine/wire";
import { z } from "zod";

/** The most ticks that one answer holds. An app with many partitions is held for fewer. */
export const recentTicksMax = 600;

/** The most partitions that one answer holds; above, those furthest behind are chosen. */
export const recentPartitionsMax = 64;

/** The watermarks of one tick. A partition that is missing was not there; `null`: it had none. */
export const recentTick = z.object({
  bootId: z.string(),
  sequence: offsetText,
  atMs: z.int(),
  globalWatermarkMs: z.int().nullable(),
  /** Wall clock of the instance whose watermark that is: the gap is this minus the watermark. */
  watermarkAtMs: z.int(),
  /** By partition, e.g. `orders-3`. */
  watermarks: z.record(z.string(), z.int().nullable()),
});
export type RecentTick = z.infer<typeof recentTick>;

/** Ticks as they were received, oldest first. A tick that was missed is missing: nothing is filled in. */
export const recentTicks = z.object({
  ticks: z.array(recentTick).max(recentTicksMax),
  /** Partitions of the newest tick that are not in the answer. */
  omittedPartitions: z.int().min(0),
});
export type RecentTicks = z.infer<typeof recentTicks>;
