/** Where in history a tick belongs: pure. */

/**
 * How far the clocks of an app and of the console may be apart for a tick to be placed at the app's time, which keeps
 * ticks in their places that a broken connection brought late. A clock that is further off is not believed.
 */
export const skewMaxMs = 60_000;

export interface Arrived {
  readonly bootId: string;
  /** The app's clock. */
  readonly atMs: number;
  /** The console's. */
  readonly receivedAtMs: number;
}

export interface Placed extends Arrived {
  readonly placeMs: number;
}

/**
 * A tick has its place by the app's clock, as far from it as the tick of that run before was. Where that clock was set
 * back, or is no longer to be believed, the place goes on by the console's clock instead: what was recorded is not
 * written over, and no clock that wavers about the limit moves history to and fro.
 */
export function placed(tick: Arrived, before: Placed | undefined): Placed {
  return { ...tick, placeMs: placeMsOf(tick, before) };
}

function placeMsOf(tick: Arrived, before: Placed | undefined): number {
  const { bootId, atMs, receivedAtMs } = tick;
  const isNear = (placeMs: number) => Math.abs(placeMs - receivedAtMs) <= skewMaxMs;
  const anew = isNear(atMs) ? atMs : receivedAtMs;
  if (before === undefined) return anew;
  const byClock = before.bootId === bootId ? atMs + (before.placeMs - before.atMs) : anew;
  if (isNear(byClock) && byClock >= before.placeMs) return byClock;
  const goingOn = before.placeMs + Math.max(1, receivedAtMs - before.receivedAtMs);
  return isNear(goingOn) ? goingOn : anew;
}

/** Whether a tick lies where others of its app may be already: both clocks were set back further than is believed. */
export function goesBack(place: Placed, before: Placed | undefined): boolean {
  return before !== undefined && place.placeMs < before.placeMs;
}
