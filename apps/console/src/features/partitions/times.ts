import { describeGap, formatGap } from "../../lib/format/duration.ts";
import { type Shown, shown } from "../../lib/format/shown.ts";
import { formatIso, formatTimeNear } from "../../lib/format/time.ts";

/** How times are shown: as their distance to the app's clock at the tick, or as they are. */
export const timeViews = ["gap", "absolute"] as const;
export type TimeView = (typeof timeViews)[number];

/** Everything that can be said of an event time: raw, ISO and relative. */
function describeTime(timeMs: number, atMs: number): string {
  return `${timeMs} ms · ${formatIso(timeMs)} · ${describeGap(atMs - timeMs)} the app's clock`;
}

/** An event time at the tick of `atMs`. */
export function showTime(timeMs: number, atMs: number, view: TimeView): Shown {
  const text = view === "gap" ? formatGap(atMs - timeMs) : formatTimeNear(timeMs, atMs);
  return shown(text, describeTime(timeMs, atMs));
}
