/** What time it is for an app whose instances' clocks may be apart: pure. */
import type { FeedSnapshot, Lifecycle } from "@stoatflow/engine/wire";
import type { Claimant } from "./claims.ts";

/** One that is not heard any more does not tell the time: its clock may be ahead, and stands. */
export function clockOf(makers: readonly Claimant[]): number {
  const current = makers.filter(({ isCurrent }) => isCurrent);
  return Math.max(...(current.length > 0 ? current : makers).map(({ tick }) => tick.snapshot.atMs));
}

/** The gap that an instance leaves behind goes on to grow, by the collector's clock. */
export function clockOfHolder({ tick, isCurrent }: Claimant, receivedAtMs: number): number {
  return tick.snapshot.atMs + (isCurrent ? 0 : receivedAtMs - tick.receivedAtMs);
}

/** A drain is as old as its instance's own clock says, though the app's time is that of another instance. */
export function lifecycleAt(appAtMs: number, { atMs, status: { lifecycle } }: FeedSnapshot): Lifecycle {
  if (lifecycle.kind !== "pausing" || lifecycle.sinceMs === undefined) return lifecycle;
  return { ...lifecycle, sinceMs: lifecycle.sinceMs + appAtMs - atMs };
}
