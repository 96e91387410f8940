import type { EndedPause } from "@stoatflow/api";
import type { Times } from "../../lib/format/times.ts";
import { visibleText } from "../../lib/format/visible-text.ts";

/**
 * A pause that is over though nobody ended it, and who runs instead.
 *
 * @example "A restart of orders-1 ended the pause of ana (“deploy”) before 13:41:02 UTC; it was to last until 14:00:00 UTC."
 */
export function endedPauseWords(pause: EndedPause, times: Times): string {
  const { actor, reason, instanceId, nextInstanceId, endedBy, endedAtMs, expiresAtMs } = pause;
  const what =
    endedBy === "restart"
      ? `A restart of ${visibleText(instanceId)}`
      : nextInstanceId === null
        ? `A take-over from ${visibleText(instanceId)}`
        : `The take-over by ${visibleText(nextInstanceId)}`;
  const until = expiresAtMs === null ? "somebody resumed it" : times.words(expiresAtMs, endedAtMs);
  return `${what} ended the pause of ${visibleText(actor)} (“${visibleText(reason)}”) before ${times.words(endedAtMs, endedAtMs)}; it was to last until ${until}.`;
}
