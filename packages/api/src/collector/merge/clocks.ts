/** What time it is for an app whose instances' clocks may be apart: pure. */
import type { Lifecycle, PartitionWatermark, PauseReason } from "@stoatflow/engine/wire";
import type { ReceivedTick } from "../summary.ts";
import type { Claimant } from "./claims.ts";

/** The tick that tells the time. One that is not heard any more does not: its clock may be ahead, and stands. */
export function timekeeperOf(makers: readonly Claimant[]): ReceivedTick {
  const current = makers.filter(({ isCurrent }) => isCurrent);
  return (current.length > 0 ? current : makers)
    .map(({ tick }) => tick)
    .reduce((furthest, tick) => (tick.snapshot.atMs > furthest.snapshot.atMs ? tick : furthest));
}

/** The gap that an instance leaves behind goes on to grow, by the collector's clock. */
export function clockOfHolder({ tick, isCurrent }: Claimant, receivedAtMs: number): number {
  return tick.snapshot.atMs + (isCurrent ? 0 : receivedAtMs - tick.receivedAtMs);
}

/** How moments of an instance's clock are told by that of its app. */
export interface AppClock {
  /** What the app's clock says at its tick. */
  readonly atMs: number;
  /** By how much it is ahead of the instance's. */
  readonly aheadMs: number;
}

/**
 * Two ticks show how far two clocks are apart by when each of them came. Whole seconds: how long one was on its way is
 * not taken for it, and a moment stays the same from tick to tick.
 */
export function appClockFor(timekeeper: ReceivedTick, own: ReceivedTick): AppClock {
  const apartMs = offsetOf(timekeeper) - offsetOf(own);
  return { atMs: timekeeper.snapshot.atMs, aheadMs: Math.round(apartMs / 1000) * 1000 };
}

function offsetOf({ snapshot, receivedAtMs }: ReceivedTick): number {
  return snapshot.atMs - receivedAtMs;
}

/** A pause is as old as its instance's own clock says, though the app's time is that of another instance. */
export function lifecycleAt(clock: AppClock, lifecycle: Lifecycle): Lifecycle {
  switch (lifecycle.kind) {
    case "pausing":
      return lifecycle.sinceMs === undefined
        ? lifecycle
        : { ...lifecycle, sinceMs: sinceAt(clock, lifecycle.sinceMs) };
    case "paused":
      return { ...lifecycle, sinceMs: sinceAt(clock, lifecycle.sinceMs) };
    default:
      return lifecycle;
  }
}

/** It ends by itself after as long as its instance's own clock says. */
export function pauseReasonAt(clock: AppClock, reason: PauseReason): PauseReason {
  const { sinceMs, expiresAtMs } = reason;
  return {
    ...reason,
    sinceMs: sinceAt(clock, sinceMs),
    expiresAtMs: expiresAtMs === null ? null : expiresAtMs + clock.aheadMs,
  };
}

/** The very partition where nothing of it is told by a clock that is apart; its event times are no clock's. */
export function partitionAt(clock: AppClock, partition: PartitionWatermark): PartitionWatermark {
  const { headHeldSinceMs, idleSinceMs } = partition;
  if (clock.aheadMs === 0 || (headHeldSinceMs === null && idleSinceMs === null)) return partition;
  return {
    ...partition,
    headHeldSinceMs: headHeldSinceMs === null ? null : sinceAt(clock, headHeldSinceMs),
    idleSinceMs: idleSinceMs === null ? null : sinceAt(clock, idleSinceMs),
  };
}

/** What has begun has not begun later than now, though the tick that tells of it came after the one that tells the time. */
function sinceAt({ atMs, aheadMs }: AppClock, sinceMs: number): number {
  return aheadMs === 0 ? sinceMs : Math.min(sinceMs + aheadMs, atMs);
}
