import type { CollectedApp } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { entryKey } from "../entry-key.ts";
import { heldViolations } from "../violations/held-violations.ts";
import type { UnacknowledgedBugs, ViolationEntry } from "../wire/index.ts";

/**
 * The bugs that nobody has looked at, app by app; all apps where none are named. Those that are held are looked at each
 * time, those that were written down as {@link WrittenBugs} has read them.
 *
 * @throws {ApiError} `unknown-app`, `storage`
 */
export async function countUnacknowledged(
  context: ApiContext,
  appIds: readonly string[] | undefined,
): Promise<UnacknowledgedBugs[]> {
  const { collectors } = context;
  const apps = appIds?.map((id) => collectors.get(id)) ?? collectors.list();
  const held = await Promise.all(apps.map(heldBugs));
  const counts: UnacknowledgedBugs[] = [];
  for (const [i, app] of apps.entries()) counts.push(await countOf(context, app, held[i] ?? []));
  return counts;
}

async function heldBugs(app: CollectedApp): Promise<ViolationEntry[]> {
  return (await heldViolations(app)).filter((violation) => violation.class === "bug");
}

async function countOf(
  { acknowledgements, writtenBugs }: ApiContext,
  app: CollectedApp,
  held: readonly ViolationEntry[],
): Promise<UnacknowledgedBugs> {
  const { runs, isMore, written } = await writtenBugs.of(app, held);
  const heldAlone = held.filter((violation) => !written.has(entryKey(violation)));
  const looked = await acknowledgements.of(app.id, heldAlone);
  const runsNow = runs.filter(({ bootId }) => app.newestOf(bootId) !== undefined);
  const heldNow = heldAlone.filter(({ bootId }) => app.newestOf(bootId) !== undefined);
  const { bugs: counted } = app.summary();
  const known = runsNow.reduce((sum, { bugs }) => sum + bugs, 0) + heldNow.length;
  const heldUnacknowledged = heldAlone.filter((violation) => !looked.has(entryKey(violation))).length;
  return {
    appId: app.id,
    unacknowledged: runs.reduce((sum, run) => sum + run.unacknowledged, 0) + heldUnacknowledged,
    isMore,
    notHeld: counted === null ? null : Math.max(0, counted - known),
  };
}
