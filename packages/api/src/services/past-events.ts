import type { ApiContext } from "../context.ts";
import type { EventQuery } from "../history/past-events.ts";
import type { PastHolds, PastLateDrops, PastLifecycle, PastViolations } from "../wire/index.ts";

export function pastHolds({ collectors, history }: ApiContext, query: EventQuery): Promise<PastHolds> {
  collectors.get(query.appId);
  return history.events.holds(query);
}

export function pastLateDrops(
  { collectors, history }: ApiContext,
  query: EventQuery,
): Promise<PastLateDrops> {
  collectors.get(query.appId);
  return history.events.lateDrops(query);
}

export function pastViolations(
  { collectors, history }: ApiContext,
  query: EventQuery,
): Promise<PastViolations> {
  collectors.get(query.appId);
  return history.events.violations(query);
}

export function pastLifecycle(
  { collectors, history }: ApiContext,
  query: EventQuery,
): Promise<PastLifecycle> {
  collectors.get(query.appId);
  return history.events.lifecycle(query);
}
