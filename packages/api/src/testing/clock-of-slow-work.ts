import { type Clock, systemClock } from "../clock.ts";

/** A clock on which whatever begins and ends by it took `tookMs`. */
export function clockOfSlowWork(tookMs: number): Clock {
  let nowMs = 0;
  return { ...systemClock, nowMs: () => (nowMs += tookMs) };
}
