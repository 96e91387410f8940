import type { CollectedApp } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { entryKey } from "../entry-key.ts";
import type { Acknowledgements } from "../violations/acknowledgements.ts";
import { heldViolations } from "../violations/held-violations.ts";
import type { UnacknowledgedBugs } from "../wire/index.ts";

/** The bugs that nobody has looked at, app by app; all apps where none are named. @throws {ApiError} `unknown-app` */
export function countUnacknowledged(
  { collectors, acknowledgements }: ApiContext,
  appIds: readonly string[] | undefined,
): Promise<UnacknowledgedBugs[]> {
  const apps = appIds?.map((id) => collectors.get(id)) ?? collectors.list();
  return Promise.all(apps.map((app) => countOf(app, acknowledgements)));
}

async function countOf(app: CollectedApp, acknowledgements: Acknowledgements): Promise<UnacknowledgedBugs> {
  const bugs = (await heldViolations(app)).filter((violation) => violation.class === "bug");
  const looked = await acknowledgements.of(app.id, bugs);
  const { bugs: counted } = app.summary();
  const heldOfRun = bugs.filter(({ bootId }) => app.newestOf(bootId) !== undefined).length;
  return {
    appId: app.id,
    unacknowledged: bugs.filter((violation) => !looked.has(entryKey(violation))).length,
    notHeld: counted === null ? null : Math.max(0, counted - heldOfRun),
  };
}
