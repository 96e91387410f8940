import type { PageRequest } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { entryOfCursor, pageCursor } from "../page-cursor.ts";
import { withAcknowledgements } from "../violations/with-acknowledgements.ts";
import type { LedgerPage } from "../wire/index.ts";

/** A page of the ledger, each violation with who has looked at it. @throws {ApiError} `unknown-app`, `unknown-cursor` */
export async function listViolations(
  { collectors, acknowledgements }: ApiContext,
  appId: string,
  page: PageRequest,
): Promise<LedgerPage> {
  const list = ["violations", appId];
  const before = page.before === undefined ? undefined : entryOfCursor(list, page.before);
  const { items, nextBefore, ...rest } = await collectors.get(appId).violations({ ...page, before });
  return {
    ...rest,
    items: await withAcknowledgements(acknowledgements, appId, items),
    nextBefore: nextBefore === null ? null : pageCursor(list, nextBefore),
  };
}
