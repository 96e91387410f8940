import type { AppSnapshot } from "@stoatflow/api";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import { agoOf, type Times } from "../../lib/format/times.ts";
import { visibleText } from "../../lib/format/visible-text.ts";

/**
 * That an app is paused, by whom and since when; or what a pause that is not complete waits for, with when it was asked for:
 * by the app's clock. `undefined`: there is none.
 */
export function pauseWords(
  { atMs, status }: Pick<AppSnapshot, "atMs" | "status">,
  times: Times,
): string | undefined {
  const { lifecycle, pauseReasons } = status;
  const [reason] = pauseReasons;
  if (lifecycle.kind === "paused") {
    const by = reason === undefined ? "" : ` by ${visibleText(reason.actor)}`;
    return `Paused${by} since ${times.words(lifecycle.sinceMs, atMs)}: nothing is dispatched, so no lane has work.`;
  }
  if (lifecycle.kind !== "pausing") return undefined;
  const sinceMs = lifecycle.sinceMs ?? reason?.sinceMs;
  const asked =
    sinceMs === undefined
      ? "A pause was asked for"
      : `A pause was asked for at ${times.words(sinceMs, atMs)}, ${agoOf(atMs - sinceMs)}`;
  const [first, ...others] = lifecycle.waitingFor;
  if (first === undefined) return `${asked}; its last commit is under way.`;
  const records = formatQuantity(first.records, "record");
  const more = others.length === 0 ? "" : `, and for ${formatQuantity(others.length, "other lane")}`;
  return `${asked}. It waits for lane ${first.lane} to finish ${records} of ${first.operator}, the oldest ${formatDuration(first.oldestAgeMs)}${more}.`;
}
