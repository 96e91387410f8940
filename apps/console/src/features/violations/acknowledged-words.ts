import type { Acknowledged, UnacknowledgedBugs } from "@stoatflow/api";
import { formatQuantity } from "../../lib/format/integer.ts";

/** What came of acknowledging, where it is not simply done; `undefined`: it is. */
export function notAcknowledgedWords(results: readonly Acknowledged[]): string | undefined {
  const before = results.filter((result) => result.kind === "already-acknowledged");
  const unknown = results.filter(({ kind }) => kind === "unknown").length;
  const who = [...new Set(before.map(({ acknowledgement }) => acknowledgement.actor))].join(", ");
  const parts = [
    ...(before.length === 0 ? [] : [`${who} was faster: that acknowledgement stands`]),
    ...(unknown === 0
      ? []
      : [`${formatQuantity(unknown, "violation")} not known any more; look at the ledger again`]),
  ];
  return parts.length === 0 ? undefined : `${parts.join("; ")}.`;
}

/** How many bugs wait for somebody, over all that is known of the app. */
export function waitingWords({ unacknowledged, isMore, notHeld }: UnacknowledgedBugs): string {
  const waiting =
    unacknowledged === 0
      ? "No bug waits for somebody to look at it."
      : `${isMore ? "More than " : ""}${formatQuantity(unacknowledged, "bug")} ${unacknowledged === 1 && !isMore ? "waits" : "wait"} for somebody to look at ${unacknowledged === 1 && !isMore ? "it" : "them"}.`;
  const lost =
    notHeld === null || notHeld === 0
      ? ""
      : ` The app has counted ${formatQuantity(notHeld, "more bug")} of which no entry is held any more.`;
  return waiting + lost;
}
