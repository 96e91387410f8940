import type { ListedApp } from "@stoatflow/api";

/** Whether event time is in trouble: behind in a running app. In a paused one it stands still because it was asked to. */
export function isBehind({ lifecycle, pace }: Pick<ListedApp, "lifecycle" | "pace">): boolean {
  return lifecycle?.kind === "running" && pace.kind === "behind";
}
