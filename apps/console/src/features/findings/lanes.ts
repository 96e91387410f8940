import { type AppSnapshot, lanesOf } from "@stoatflow/api/wire";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { isFullOrStuck } from "../lanes/pressure.ts";
import { stuckForMs } from "../lanes/stuck.ts";
import { type Finding, othersToo } from "./finding.ts";

/** Lanes that have been at one record for long, the longest first; and those that are full, the oldest first. */
export function stuckLanes(snapshot: AppSnapshot): readonly Finding[] {
  const stuck = lanesOf(snapshot).filter(isFullOrStuck);
  stuck.sort(
    (a, b) => (stuckForMs(b) ?? 0) - (stuckForMs(a) ?? 0) || (b.oldestAgeMs ?? 0) - (a.oldestAgeMs ?? 0),
  );
  const several = snapshot.lanes.lanes.some(({ instanceId }) => instanceId !== undefined);
  const [oldest, ...others] = stuck;
  if (oldest === undefined) return [];
  const { depth, operator } = oldest;
  const stuckMs = stuckForMs(oldest);
  const nameOf = ({ lane, instanceId }: (typeof stuck)[number]): string =>
    `lane ${lane}${several ? ` of ${visibleText(instanceId)}` : ""}`;
  const at = operator === null || operator === undefined ? "" : ` at ${visibleText(operator)}`;
  const what =
    stuckMs !== undefined
      ? `is stuck${at}: its oldest record has been in work for ${formatDuration(stuckMs)}${depth === 0 ? "" : `, with ${formatQuantity(depth, "more record")} that wait${depth === 1 ? "s" : ""}`}. No commit gets past it.`
      : `is full${at}, with ${formatQuantity(depth, "record")} in it: nothing is dispatched until it has room.`;
  const sentence = `L${nameOf(oldest).slice(1)} ${what}`;
  return [{ kind: "stuck-lane", href: "/lanes", sentence: sentence + othersToo(others.map(nameOf)) }];
}
