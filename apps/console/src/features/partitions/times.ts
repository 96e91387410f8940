import { describeToClock, formatGap } from "../../lib/format/duration.ts";
import { type Shown, shown } from "../../lib/format/shown.ts";
import { formatIso, formatTimeNear } from "../../lib/format/time.ts";

/** How times are shown: as their distance to the app's clock at the tick, or as they are. */
export const timeViews = ["gap", "absolute"] as const;
export type TimeView = (typeof timeViews)[number];

/** Everything that can be said of an event time: raw, ISO and relative. */
export function describeTime(timeMs: number, atMs: number): string {
  return `${timeMs} ms · ${formatIso(timeMs)} · ${describeToClock(atMs - timeMs)}`;
}

/** An event time at the tick of `atMs`. */
export function showTime(timeMs: number, atMs: number, view: TimeView): Shown {
  const text = view === "gap" ? formatGap(atMs - timeMs) : formatTimeNear(timeMs, atMs);
  return shown(text, describeTime(timeMs, atMs));
}
