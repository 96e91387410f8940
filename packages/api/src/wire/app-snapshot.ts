import {
  commit,
  commits,
  commitsMax,
  feedSnapshot,
  lane,
  lanes,
  lanesMax,
  status,
} from "@stoatflow/engine/wire";
import { z } from "zod";

/**
 * Whose it is, by its `instanceId` among the app's instances. Left out where one instance alone told the tick, which is
 * then that instance's own, as it told it.
 */
const ofInstance = { instanceId: z.string().optional() };

/** A lane is one of a stage of an instance: each instance of an app numbers its own. */
export const appLane = lane.extend(ofInstance);
export type AppLane = z.infer<typeof appLane>;
/** Each instance numbers its own epochs. */
export const appCommit = commit.extend(ofInstance);
export type AppCommit = z.infer<typeof appCommit>;

/** Everything of an app at one tick. */
export const appSnapshot = feedSnapshot.extend({
  /** Without new leader epochs, which `history.marks` tells: the newest of them would go with each tick. */
  status: status.omit({ leaderChanges: true }),
  /**
   * The wall clock of the instance whose watermark is the global one: by it alone a gap is reckoned, since the clocks of
   * instances may be apart. That of its newest tick; of one that is not heard any more it goes on by the collector's
   * clock. Left out where one instance alone told the tick: it is `atMs`.
   */
  watermarkAtMs: z.int().optional(),
  lanes: lanes.extend({ lanes: z.array(appLane).max(lanesMax) }),
  commits: commits.extend({ commits: z.array(appCommit).max(commitsMax) }),
});
export type AppSnapshot = z.infer<typeof appSnapshot>;

/**
 * The clock that a gap of the global watermark is reckoned by.
 *
 * @example
 * ```ts
 * const gapMs = watermarkAtOf(view.snapshot) - view.snapshot.watermarks.globalWatermarkMs;
 * ```
 */
export function watermarkAtOf({ watermarkAtMs, atMs }: Pick<AppSnapshot, "watermarkAtMs" | "atMs">): number {
  return watermarkAtMs ?? atMs;
}

type OfInstance<Part> = Part & { readonly instanceId: string };

/**
 * The lanes of a tick, each with its instance.
 *
 * @example
 * ```ts
 * for (const { instanceId, stage, lane, depth } of lanesOf(view.snapshot)) console.log(instanceId, stage, lane, depth);
 * ```
 */
export function lanesOf({
  instanceId,
  lanes,
}: Pick<AppSnapshot, "instanceId" | "lanes">): OfInstance<AppLane>[] {
  return lanes.lanes.map((lane) => ({ ...lane, instanceId: lane.instanceId ?? instanceId }));
}

/** The epochs of a tick, each with its instance; newest first. */
export function commitsOf({
  instanceId,
  commits,
}: Pick<AppSnapshot, "instanceId" | "commits">): OfInstance<AppCommit>[] {
  return commits.commits.map((commit) => ({ ...commit, instanceId: commit.instanceId ?? instanceId }));
}
