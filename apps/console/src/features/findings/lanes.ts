import { type AppSnapshot, lanesOf } from "@stoatflow/api/wire";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { type Finding, othersToo } from "./finding.ts";

/** Work that has lasted this long is stuck rather than slow: a commit is due ten times a second. */
const stuckMs = 5000;

/** Lanes whose oldest record has been in work for long, the oldest first. */
export function stuckLanes(snapshot: AppSnapshot): readonly Finding[] {
  const stuck = lanesOf(snapshot).filter(({ oldestAgeMs }) => oldestAgeMs !== null && oldestAgeMs > stuckMs);
  stuck.sort((a, b) => (b.oldestAgeMs ?? 0) - (a.oldestAgeMs ?? 0));
  const several = snapshot.lanes.lanes.some(({ instanceId }) => instanceId !== undefined);
  const [oldest, ...others] = stuck;
  if (oldest === undefined) return [];
  const { depth, oldestAgeMs, operator } = oldest;
  const nameOf = ({ lane, instanceId }: (typeof stuck)[number]): string =>
    `lane ${lane}${several ? ` of ${visibleText(instanceId)}` : ""}`;
  const at = operator === null || operator === undefined ? "" : ` at ${visibleText(operator)}`;
  const sentence = `L${nameOf(oldest).slice(1)} is stuck${at}: its oldest record has been in work for ${formatDuration(oldestAgeMs ?? 0)}, with ${formatQuantity(depth, "record")} in it. No commit gets past it.`;
  return [{ kind: "stuck-lane", href: "/lanes", sentence: sentence + othersToo(others.map(nameOf)) }];
}
