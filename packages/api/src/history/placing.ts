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
  /** The furthest that a place of the app has been ahead of the console's clock; below 0: behind it. */
  readonly leadMs: number;
}

/**
 * A tick has its place by the app's clock, as far from it as the tick of that run before was. Where that clock was set
 * back, stands, or is no longer to be believed, the place goes on by the console's clock instead: what was recorded is
 * not written over, and no clock that wavers about the limit moves history to and fro. A clock that comes forward again
 * has been made up for already, so that no place is ahead of the app's clock and further ahead of the console's than any
 * before.
 */
export function placed(tick: Arrived, before: Placed | undefined): Placed {
  const placeMs = placeMsOf(tick, before);
  const leadMs = placeMs - tick.receivedAtMs;
  return { ...tick, placeMs, leadMs: before === undefined ? leadMs : Math.max(leadMs, before.leadMs) };
}

function placeMsOf(tick: Arrived, before: Placed | undefined): number {
  const { atMs, receivedAtMs } = tick;
  const isNear = (placeMs: number) => Math.abs(placeMs - receivedAtMs) <= skewMaxMs;
  const anew = isNear(atMs) ? atMs : receivedAtMs;
  if (before === undefined) return anew;
  const next = before.bootId === tick.bootId ? nextOf(tick, before) : [anew];
  const found = next.find((placeMs) => isNear(placeMs) && placeMs >= before.placeMs);
  if (found !== undefined) return found;
  const goingOn = before.placeMs + Math.max(1, receivedAtMs - before.receivedAtMs);
  return isNear(goingOn) ? goingOn : anew;
}

/** Where the next tick of a run may be, best first. */
function nextOf({ atMs, receivedAtMs }: Arrived, before: Placed): readonly number[] {
  const mostMs = Math.max(atMs, receivedAtMs + before.leadMs);
  if (atMs === before.atMs)
    return [Math.min(before.placeMs + Math.max(0, receivedAtMs - before.receivedAtMs), mostMs)];
  const byClock = atMs + (before.placeMs - before.atMs);
  return [Math.min(atMs, byClock), Math.min(byClock, mostMs)];
}

/** Whether a tick lies where others of its app may be already: both clocks were set back further than is believed. */
export function goesBack(place: Placed, before: Placed | undefined): boolean {
  return before !== undefined && place.placeMs < before.placeMs;
}
