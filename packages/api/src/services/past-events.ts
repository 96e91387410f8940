import type { ApiContext } from "../context.ts";
import type { EventPage, EventQuery } from "../history/past-events.ts";
import { pageOf } from "../page-cursor.ts";
import { withAcknowledgements } from "../violations/with-acknowledgements.ts";
import type { PastHolds, PastLifecycle, PastViolations } from "../wire/index.ts";

/** A page of the holds that were written down. @throws {ApiError} `unknown-app`, `unknown-cursor`, `storage` */
export async function pastHolds(context: ApiContext, query: EventQuery): Promise<PastHolds> {
  return pageOfPast(context, "past-holds", query, (at) => context.history.events.holds(at));
}

/** A page of the changes of the life cycle. @throws {ApiError} `unknown-app`, `unknown-cursor`, `storage` */
export async function pastLifecycle(context: ApiContext, query: EventQuery): Promise<PastLifecycle> {
  return pageOfPast(context, "past-lifecycle", query, (at) => context.history.events.lifecycle(at));
}

/** A page of the ledger as it was written down. @throws {ApiError} `unknown-app`, `unknown-cursor`, `storage` */
export async function pastViolations(context: ApiContext, query: EventQuery): Promise<PastViolations> {
  const page = await pageOfPast(context, "past-violations", query, (at) =>
    context.history.events.violations(at),
  );
  return { ...page, items: await withAcknowledgements(context.acknowledgements, query.appId, page.items) };
}

function pageOfPast<Entry>(
  { collectors }: ApiContext,
  list: string,
  query: EventQuery,
  read: (query: EventQuery) => Promise<EventPage<Entry>>,
): Promise<EventPage<Entry>> {
  const { appId, fromMs, toMs } = query;
  collectors.get(appId);
  return pageOf([list, appId, fromMs, toMs], query.before, (before) => read({ ...query, before }));
}
