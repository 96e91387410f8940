import { z } from "zod";
import { count, durationMs, envelope } from "./envelope.ts";

export const lane = z.object({
  stage: z.int().min(1),
  lane: z.int().min(0),
  state: z.enum(["idle", "busy", "parked"]),
  /** Records waiting in the mailbox. */
  depth: count,
  capacity: count,
  oldestAgeMs: durationMs.nullable(),
  /** What takes the oldest of them; `null` where none waits. Missing in what older engines say. */
  operator: z.string().max(200).nullable().optional(),
  /** Share of the time since the last tick that it worked, 0 to 1. */
  busyRatio: z.number().min(0).max(1),
  processed: count,
});
export type Lane = z.infer<typeof lane>;

/** The most lanes that one answer holds. */
export const lanesMax = 4096;

/** The body of `GET /lanes` below its envelope. */
export const lanes = z.object({ lanes: z.array(lane).max(lanesMax), eventLoopDelayMs: durationMs });
export type Lanes = z.infer<typeof lanes>;

export const lanesBody = envelope.extend(lanes.shape);
export type LanesBody = z.infer<typeof lanesBody>;
