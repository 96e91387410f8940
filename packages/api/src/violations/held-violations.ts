import type { CollectedApp } from "../collector/collected-app.ts";
import { entryKey } from "../entry-key.ts";
import type { HistoryReader } from "../history/read-history.ts";
import type { ViolationEntry, ViolationRef } from "../wire/index.ts";

/** Entries of one page; more than a collector holds, so that it is one page as a rule. */
const pageLimit = 2000;

/** Every violation of the app that is held, newest first. */
export async function heldViolations(app: CollectedApp): Promise<ViolationEntry[]> {
  const held: ViolationEntry[] = [];
  let before: string | undefined;
  do {
    const page = await app.violations({ limit: pageLimit, before });
    held.push(...page.items);
    before = page.nextBefore ?? undefined;
  } while (before !== undefined);
  return held;
}

/** Those of `refs` that are held or were written down, by {@link entryKey}. */
export async function knownViolations(
  app: CollectedApp,
  history: HistoryReader,
  refs: readonly ViolationRef[],
): Promise<ReadonlyMap<string, ViolationEntry>> {
  const held = new Map((await heldViolations(app)).map((violation) => [entryKey(violation), violation]));
  const known = new Map<string, ViolationEntry>();
  for (const ref of refs) {
    const key = entryKey(ref);
    const violation = held.get(key) ?? (await history.events.violation(app.id, ref));
    // History finds by number, so "007" finds 7; what is written down of a violation goes by the key of its own.
    if (violation !== undefined && entryKey(violation) === key) known.set(key, violation);
  }
  return known;
}
