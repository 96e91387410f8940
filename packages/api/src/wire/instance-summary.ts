import { lifecycle, offsetText, partitionWatermark } from "@stoatflow/engine/wire";
import { z } from "zod";
import { clockSkew } from "./clock-skew.ts";
import { connection } from "./connection.ts";
import { dataAge } from "./data-age.ts";

/**
 * What an instance does for its app.
 *
 * - `working`: it holds partitions, by the newest that is known.
 * - `standing-by`: it runs and holds none, or another instance has taken its partitions since.
 * - `unknown`: nothing was ever received from it, so it may hold partitions that are not in the app's numbers.
 */
export const instanceRole = z.enum(["working", "standing-by", "unknown"]);
export type InstanceRole = z.infer<typeof instanceRole>;

/** One instance of an app. Every configured one is named, whatever is known of it. */
export const instanceSummary = z.object({
  url: z.string(),
  connection,
  role: instanceRole,
  age: dataAge,
  skew: clockSkew,
  /**
   * As it calls itself in its newest tick; `null` before the first. Where several call themselves the same, each has its
   * place among the app's addresses behind it: `orders-1 #2`.
   */
  instanceId: z.string().nullable(),
  bootId: z.string().nullable(),
  /** Its own: what the app is said to be is of all that work. */
  lifecycle: lifecycle.nullable(),
  sequence: offsetText.nullable(),
  atMs: z.int().nullable(),
  receivedAtMs: z.int().nullable(),
  globalWatermarkMs: z.int().nullable(),
  /** Those that count as its own, where another instance names some of them too. */
  partitions: z.int().min(0).nullable(),
});
export type InstanceSummary = z.infer<typeof instanceSummary>;

/** The most contested partitions that are named; `contestedCount` has them all. */
export const contestedMax = 16;

/** A partition that several live instances hold at once, which one consumer group never does. */
export const contestedPartition = partitionWatermark.pick({ topic: true, partition: true }).extend({
  /** By address; the first is the one whose newer tick counts. */
  claimedBy: z.array(z.string()).min(2),
});
export type ContestedPartition = z.infer<typeof contestedPartition>;
