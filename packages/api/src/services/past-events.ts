import type { ApiContext } from "../context.ts";
import type { EventQuery } from "../history/past-events.ts";
import type { PastHolds, PastLifecycle } from "../wire/index.ts";

export function pastHolds({ collectors, history }: ApiContext, query: EventQuery): Promise<PastHolds> {
  collectors.get(query.appId);
  return history.events.holds(query);
}

export function pastLifecycle(
  { collectors, history }: ApiContext,
  query: EventQuery,
): Promise<PastLifecycle> {
  collectors.get(query.appId);
  return history.events.lifecycle(query);
}
