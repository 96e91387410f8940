import type { PageRequest } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { entryKey } from "../entry-key.ts";
import { entryOfCursor, pageCursor } from "../page-cursor.ts";
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
  const found = await acknowledgements.of(appId, items);
  return {
    ...rest,
    nextBefore: nextBefore === null ? null : pageCursor(list, nextBefore),
    items: items.map((violation) => ({
      ...violation,
      acknowledgement: found.get(entryKey(violation)) ?? null,
    })),
  };
}
