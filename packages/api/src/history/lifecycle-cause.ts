import type { FeedSnapshot, Lifecycle } from "@stoatflow/engine/wire";
import type { LifecycleChange } from "../wire/lifecycle-change.ts";

/** What an app was, and since when by its own clock. */
export interface LastLifecycle extends NonNullable<LifecycleChange["from"]> {
  readonly atMs: number;
}

export function lastLifecycleOf({ to, bootId, atMs }: LifecycleChange): LastLifecycle {
  return { kind: to.kind, bootId, atMs };
}

/**
 * The pause or resume by which an app came to be what it is, as those tell it that are so now: pure.
 *
 * What pauses, is paused or resumes does so by its newest call. What runs may have run all along beside another that was
 * paused, or may run because it was started again; so it was resumed only if that was since the app was paused.
 */
export function lifecycleCauseOf(
  before: LastLifecycle | null,
  to: Lifecycle["kind"],
  isRestart: boolean,
  those: readonly FeedSnapshot[],
): LifecycleChange["by"] {
  const told = those.flatMap(({ status }) => status.lastControl ?? []).sort((a, b) => b.atMs - a.atMs);
  switch (to) {
    case "pausing":
    case "paused":
      return causeAmong(told.filter(({ kind }) => kind === "paused"));
    case "resuming":
      return causeAmong(told.filter(({ kind }) => kind !== "paused"));
    case "running": {
      if (before === null || isRestart || !mayResume.includes(before.kind)) return null;
      const sinceMs = before.kind === "resuming" ? Number.NEGATIVE_INFINITY : before.atMs;
      return causeAmong(told.filter(({ kind, atMs }) => kind !== "paused" && atMs >= sinceMs));
    }
    default:
      return null;
  }
}

const mayResume: readonly Lifecycle["kind"][] = ["pausing", "paused", "resuming"];

/** Without its generation, which is one instance's and not the app's. */
function causeAmong([newest]: readonly NonNullable<FeedSnapshot["status"]["lastControl"]>[]) {
  if (newest === undefined) return null;
  const { generation: _, ...cause } = newest;
  return cause;
}
