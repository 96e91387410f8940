/**
 * When a hall is out of reach. The cold store's walls shield its gateway: most of each minute it has no link, and
 * keeps what its sensors read until it has one again.
 */

/** The topology's bound of out-of-orderness. */
export const boundMs = 2000;
export const windowMs = 10_000;
/** How long a window stays open for what is later than the bound. */
export const graceMs = 5000;
/** A hall that says nothing for this long no longer holds back the time of the others. */
export const idlenessMs = 10_000;

export const shieldedHall = "cold-store";
const cycleMs = 60_000;
/** Within each cycle; long enough to be idle for half a minute, so that every minute shows it. */
const outOfReachFromMs = 5000;
const outOfReachUntilMs = 45_000;

/**
 * Readings that a gateway keeps while it has no link; the oldest go first. At six a second the oldest of them are
 * some 25 s old when they come: their windows are closed, and those of the last seconds are not.
 */
export const gatewayKeeps = 150;

/** @param sinceStartMs time since the sensors were switched on. */
export function isOutOfReach(sinceStartMs: number): boolean {
  const inCycleMs = sinceStartMs % cycleMs;
  return inCycleMs >= outOfReachFromMs && inCycleMs < outOfReachUntilMs;
}
