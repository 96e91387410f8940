import { z } from "zod";
import { appLane } from "./app-snapshot.ts";

/** How much work waits in the lanes of an app, and where it comes to a stop. */
export const lanesPressure = z.object({
  lanes: z.int().min(0),
  /** Those whose mailbox is at its threshold: nothing more is taken in front of them. */
  fullLanes: z.int().min(0),
  /** How long the oldest row of all of them waits; `null`: none waits. */
  oldestAgeMs: z.number().min(0).nullable(),
  /** The longest that any lane has been at one record; `null`: none is at one. Missing where no engine tells it. */
  inWorkMs: z.number().min(0).nullable().optional(),
  /** The longest of the instances'. */
  eventLoopDelayMs: z.number().min(0),
  /**
   * The full lane that has nothing full behind it, which is what the others wait for; of several the one with the oldest
   * row. `null`: none is full.
   */
  cause: appLane
    .pick({ stage: true, lane: true, depth: true, capacity: true, oldestAgeMs: true, instanceId: true })
    .extend({
      /** What takes its oldest row; `null` where the app does not tell it. */
      operator: z.string().nullable(),
      /** How many lanes of that stage are full. */
      fullLanes: z.int().min(1),
    })
    .nullable(),
});
export type LanesPressure = z.infer<typeof lanesPressure>;

/**
 * How long a lane, or the one of several that is longest at it, has been at one record, in milliseconds; `null`: at none. Of
 * an engine that does not tell, the age of the oldest row stands for it.
 *
 * @example inWorkMsOf({ oldestAgeMs: 9000, inWorkMs: 200 }) // 200
 */
export function inWorkMsOf({
  inWorkMs,
  oldestAgeMs,
}: Pick<LanesPressure, "inWorkMs" | "oldestAgeMs">): number | null {
  return inWorkMs === undefined ? oldestAgeMs : inWorkMs;
}
