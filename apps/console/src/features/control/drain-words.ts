import { type Drain, drainPatienceMs } from "@stoatflow/api/wire";
import { formatDuration, formatLength } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";

/**
 * How far a pause has come, for as long as it is under way; past its patience what holds it is named.
 *
 * @example "Draining for 41 s: 64 records are left. It takes longer than 30 s: lane 5 of orders-1 holds it, with 64 records at enrich."
 */
export function drainWords(drain: Drain): string | undefined {
  if (drain.kind !== "draining") return undefined;
  const { forMs, records, waitingFor, holder } = drain;
  const time = forMs === null ? "Draining" : `Draining for ${formatDuration(forMs)}`;
  const left =
    waitingFor.length === 0
      ? "the lanes are empty and the last commit is under way."
      : `${formatQuantity(records, "record")} left in ${formatQuantity(waitingFor.length, "lane")}.`;
  if (holder === null) return `${time}: ${left}`;
  const who =
    holder.kind === "commit"
      ? `the last commit of ${visibleText(holder.instanceId)} holds it`
      : `lane ${holder.lane} of ${visibleText(holder.instanceId)} holds it, with ${formatQuantity(holder.records, "record")} at ${visibleText(holder.operator)}, the oldest for ${formatDuration(holder.oldestAgeMs)}`;
  return `${time}: ${left} It takes longer than ${formatLength(drainPatienceMs)}: ${who}.`;
}
