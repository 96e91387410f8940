import type { CollectedApp } from "../collector/collected-app.ts";
import { entryKey } from "../entry-key.ts";
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

/** The one that `ref` names, or `undefined` where it is not held (any more). */
export async function heldViolation(
  app: CollectedApp,
  ref: ViolationRef,
): Promise<ViolationEntry | undefined> {
  const key = entryKey(ref);
  return (await heldViolations(app)).find((violation) => entryKey(violation) === key);
}
