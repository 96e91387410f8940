import type { PageRequest } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { pageOf } from "../page-cursor.ts";
import { withAcknowledgements } from "../violations/with-acknowledgements.ts";
import type { LedgerPage } from "../wire/index.ts";

/** A page of the ledger, each violation with who has looked at it. @throws {ApiError} `unknown-app`, `unknown-cursor` */
export async function listViolations(
  { collectors, acknowledgements }: ApiContext,
  appId: string,
  request: PageRequest,
): Promise<LedgerPage> {
  const app = collectors.get(appId);
  const list = ["violations", appId];
  const page = await pageOf(list, request.before, (before) => app.violations({ ...request, before }));
  return { ...page, items: await withAcknowledgements(acknowledgements, appId, page.items) };
}
