import { formatLength } from "../../lib/format/duration.ts";
import type { Times } from "../../lib/format/times.ts";
import type { ChartWindow } from "./chart-window.ts";

/**
 * What a chart that is not there yet waits for: the ticks that the console has, the first one that the app tells at all,
 * or its history.
 */
export type Awaited = "ticks" | "first-tick" | "history";

export function waitingWords(awaited: Awaited, window: ChartWindow, times: Times): string {
  if (awaited === "first-tick") return "Waiting for the first tick.";
  if (awaited === "ticks") return "Asking for the newest ticks.";
  const stretch =
    window.kind === "live"
      ? `the last ${formatLength(window.spanMs)}`
      : `${times.words(window.fromMs, window.toMs)} to ${times.words(window.toMs, window.toMs)}`;
  return `Asking history for ${stretch}.`;
}

/**
 * The first tick is waited for where the console has none; where there are some, what is not there yet is history, or
 * the view of the app that comes with the next one.
 *
 * @param ticks how many there are; `undefined`: they were not answered yet.
 */
export function awaitedOf(ticks: number | undefined, isHistoryThere: boolean): Awaited {
  if (ticks === undefined) return "ticks";
  if (ticks === 0) return "first-tick";
  return isHistoryThere ? "ticks" : "history";
}
