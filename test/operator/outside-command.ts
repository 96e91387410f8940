import { z } from "zod";

const partition = z.int().min(0);
const durationMs = z.int().min(0);

/** What goes wrong outside of an app. */
export const outsideCommand = z.discriminatedUnion("kind", [
  /** A rush of orders in all other partitions, prices that come slowly, and one record that is stamped ahead. */
  z.object({
    kind: z.literal("future-stamp"),
    partition,
    aheadMs: durationMs,
    rush: z.int().min(0),
    slowMs: durationMs,
  }),
  /** Who writes to a partition has a clock that is ahead from now on. */
  z.object({ kind: z.literal("clock-ahead"), partition, aheadMs: durationMs }),
  /** Nobody writes to a partition any more. */
  z.object({ kind: z.literal("quiet"), partition }),
  z.object({ kind: z.literal("late-burst"), partition, count: z.int().min(1), lateMs: durationMs }),
  /** A record that no serde can read. */
  z.object({ kind: z.literal("poison"), partition }),
  /** The price of a key never comes. */
  z.object({ kind: z.literal("hang"), partition, key: z.string() }),
  /** The topic is deleted and made anew. */
  z.object({ kind: z.literal("recreate") }),
]);
export type OutsideCommand = z.infer<typeof outsideCommand>;
