import type { CollectedApp, PageRequest } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { entryKey } from "../entry-key.ts";
import type { PastEvents } from "../history/past-events.ts";
import type { LateDropFilter, LateDropPage, LateDropsFrom } from "../wire/index.ts";

/** A page of late drops, with a cursor behind each of them. */
export interface SourcePage extends LateDropPage {
  readonly cursors: readonly string[];
}

/**
 * Where late drops are read from, newest first. It may give fewer than it is asked for; only `nextBefore: null` is the
 * end.
 */
export interface LateDropSource {
  page(request: PageRequest): Promise<SourcePage>;
}

/** @throws {ApiError} `unknown-app` */
export function lateDropSourceOf(
  { collectors, history }: Pick<ApiContext, "collectors" | "history">,
  appId: string,
  from: LateDropsFrom,
  filter: LateDropFilter,
): LateDropSource {
  const app = collectors.get(appId);
  return from === "collector" ? collectorSource(app) : historySource(app, history.events, filter);
}

function collectorSource(app: CollectedApp): LateDropSource {
  return {
    page: async (request) => {
      const page = await app.lateDrops(request);
      return { ...page, cursors: page.items.map(entryKey) };
    },
  };
}

/** Each is checked as it is read: so many at once keep the process from its other work for 2 or 3 ms. */
const historyPageMax = 64;

/**
 * The span of time that the filter names is not read beyond. How the app's own list stands is told as it was when the
 * question came: what is read here doesn't wait for an app that answers late or no more.
 */
function historySource(
  app: CollectedApp,
  events: PastEvents,
  { fromMs = Number.MIN_SAFE_INTEGER, untilMs = Number.MAX_SAFE_INTEGER }: LateDropFilter,
): LateDropSource {
  const { total, retained, freshness } = app.lateDropStanding();
  return {
    page: async ({ limit, before }) => {
      const query = { appId: app.id, fromMs, toMs: untilMs - 1, before };
      const past = await events.lateDrops({ ...query, limit: Math.min(limit, historyPageMax) });
      return { ...past, total, retained, freshness, olderThanRetained: true };
    },
  };
}
