/**
 * The run that a tick is of: pure.
 *
 * Of an app of one instance it is that instance's own. Of several, all that have told something are in it, whether they
 * work or not: a rebalance leaves it, an instance that starts anew makes it another one, and an instance that is heard
 * of for the first time, as each is when the console starts, makes it a wider one. No counter is read from a run to
 * another one, but a restart is only where a run is neither wider nor narrower than the one before.
 */
import { createHash } from "node:crypto";

const prefix = "merged.";

/** 18 bits each, so that the most instances that an app may have fit into an id of 64 characters. */
const memberLength = 3;

export function runOf(boots: readonly string[]): string {
  const [only, ...others] = boots;
  if (only !== undefined && others.length === 0) return only;
  return prefix + [...new Set(boots.map(memberOf))].sort().join("");
}

/** Whether an instance has started anew. */
export function isRestarted(before: string, after: string): boolean {
  return !isWithin(before, after) && !isWithin(after, before);
}

/** What is known to run: who was not heard of again is not forgotten, so that it is noticed if it started anew. */
export function widestRun(before: string, after: string): string {
  return isWithin(after, before) ? before : after;
}

/** Whether all that is in a run, or the one instance whose run it is, is in the other one. */
export function isWithin(run: string, other: string): boolean {
  if (run === other) return true;
  const members = membersOf(other);
  return [...membersOf(run)].every((member) => members.has(member));
}

function membersOf(run: string): ReadonlySet<string> {
  if (!run.startsWith(prefix)) return new Set([memberOf(run)]);
  return new Set(run.slice(prefix.length).match(new RegExp(`.{${memberLength}}`, "g")));
}

function memberOf(bootId: string): string {
  return createHash("sha256").update(bootId).digest("base64url").slice(0, memberLength);
}
