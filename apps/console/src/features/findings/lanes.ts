import { type AppSnapshot, lanesOf } from "@stoatflow/api/wire";
import type { Lane } from "@stoatflow/engine/wire";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { longInWorkMs } from "../lanes/long-in-work.ts";
import { isFull } from "../lanes/pressure.ts";
import { type Finding, othersToo } from "./finding.ts";

/** Lanes that are full, or whose oldest record has been in work for long; the oldest first. */
export function stuckLanes(snapshot: AppSnapshot): readonly Finding[] {
  const isStuck = ({ oldestAgeMs }: Lane): boolean => oldestAgeMs !== null && oldestAgeMs > longInWorkMs;
  const stuck = lanesOf(snapshot).filter((lane) => isStuck(lane) || isFull(lane));
  stuck.sort((a, b) => (b.oldestAgeMs ?? 0) - (a.oldestAgeMs ?? 0));
  const several = snapshot.lanes.lanes.some(({ instanceId }) => instanceId !== undefined);
  const [oldest, ...others] = stuck;
  if (oldest === undefined) return [];
  const { depth, oldestAgeMs, operator } = oldest;
  const nameOf = ({ lane, instanceId }: (typeof stuck)[number]): string =>
    `lane ${lane}${several ? ` of ${visibleText(instanceId)}` : ""}`;
  const at = operator === null || operator === undefined ? "" : ` at ${visibleText(operator)}`;
  const what = isStuck(oldest)
    ? `is stuck${at}: its oldest record has been in work for ${formatDuration(oldestAgeMs ?? 0)}, with ${formatQuantity(depth, "record")} in it. No commit gets past it.`
    : `is full${at}, with ${formatQuantity(depth, "record")} in it: nothing is dispatched until it has room.`;
  const sentence = `L${nameOf(oldest).slice(1)} ${what}`;
  return [{ kind: "stuck-lane", href: "/lanes", sentence: sentence + othersToo(others.map(nameOf)) }];
}
