import type { ListedApp } from "@stoatflow/api";

/** From here on event time ahead of the clock is told of, in milliseconds: as the engine warns of a stamp. */
export const farAheadMs = 60_000;

/** Whether event time is in trouble: behind in a running app. In a paused one it stands still because it was asked to. */
export function isBehind({ lifecycle, pace }: Pick<ListedApp, "lifecycle" | "pace">): boolean {
  return lifecycle?.kind === "running" && pace.kind === "behind";
}
