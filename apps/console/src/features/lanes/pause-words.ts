import type { AppSnapshot } from "@stoatflow/api";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import { agoOf, type Times } from "../../lib/format/times.ts";

/**
 * What a pause that is not complete waits for, with when it was asked for: by the app's clock. `undefined`: none is under
 * way.
 */
export function pauseWords(
  { atMs, status }: Pick<AppSnapshot, "atMs" | "status">,
  times: Times,
): string | undefined {
  const { lifecycle, pauseReasons } = status;
  if (lifecycle.kind !== "pausing") return undefined;
  const [reason] = pauseReasons;
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
