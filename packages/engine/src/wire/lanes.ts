import { z } from "zod";
import { count, durationMs, envelope } from "./envelope.ts";
import { payload } from "./payload.ts";

/** The most hot keys that are told of a lane. */
export const hotKeysMax = 3;

/** A key that a lane has many of its rows from: whatever is slow of it, no other lane can take a part. */
export const hotKey = z.object({
  /** Its first bytes. */
  key: payload.unwrap(),
  /** Its share of the rows that came to the lane in the last seconds, 0 to 1: at least so much, by a sample. */
  atLeastRatio: z.number().min(0).max(1),
});
export type HotKey = z.infer<typeof hotKey>;

export const lane = z.object({
  stage: z.int().min(1),
  lane: z.int().min(0),
  state: z.enum(["idle", "busy", "parked"]),
  /** Records waiting in the mailbox. */
  depth: count,
  capacity: count,
  /** Since the oldest of them came to the lane; `null` where none waits. */
  oldestAgeMs: durationMs.nullable(),
  /**
   * How long it has been at one record, whose operator waits for what it asked; `null` where it is at none. Above a few
   * seconds it is stuck, where a high `oldestAgeMs` alone may be a long queue that moves. Missing in older engines.
   */
  inWorkMs: durationMs.nullable().optional(),
  /** What takes the oldest of them; `null` where none waits. Missing in what older engines say. */
  operator: z.string().max(200).nullable().optional(),
  /** Share of the time since the last tick that it worked, 0 to 1. */
  busyRatio: z.number().min(0).max(1),
  processed: count,
  /** Keys with a fifth of its rows or more, the hottest first; none where there is no such one. Missing in older engines. */
  hotKeys: z.array(hotKey).max(hotKeysMax).optional(),
});
export type Lane = z.infer<typeof lane>;

/** The most lanes that one answer holds. */
export const lanesMax = 4096;

/** The body of `GET /lanes` below its envelope. */
export const lanes = z.object({ lanes: z.array(lane).max(lanesMax), eventLoopDelayMs: durationMs });
export type Lanes = z.infer<typeof lanes>;

export const lanesBody = envelope.extend(lanes.shape);
export type LanesBody = z.infer<typeof lanesBody>;
