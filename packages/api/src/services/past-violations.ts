import type { ApiContext } from "../context.ts";
import type { EventQuery } from "../history/past-events.ts";
import { withAcknowledgements } from "../violations/with-acknowledgements.ts";
import type { PastViolations } from "../wire/index.ts";

/** A page of the ledger as it was written down. @throws {ApiError} `unknown-app`, `unknown-cursor` */
export async function pastViolations(
  { acknowledgements, collectors, history }: ApiContext,
  query: EventQuery,
): Promise<PastViolations> {
  collectors.get(query.appId);
  const { items, nextBefore } = await history.events.violations(query);
  return { items: await withAcknowledgements(acknowledgements, query.appId, items), nextBefore };
}
