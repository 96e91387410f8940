import type { ApiContext } from "../context.ts";
import { entryOfCursor, pageCursor } from "../page-cursor.ts";
import type { AuditPage, AuditQuery } from "../wire/index.ts";

/** @throws {ApiError} `unknown-cursor`, `storage` */
export async function listAudit({ audit }: ApiContext, query: AuditQuery): Promise<AuditPage> {
  const { appId, actor, fromMs, untilMs } = query;
  const list = ["audit", appId, actor, fromMs, untilMs];
  const before = query.before === undefined ? undefined : entryOfCursor(list, query.before);
  const page = await audit.list({ ...query, before });
  return { ...page, nextBefore: page.nextBefore === null ? null : pageCursor(list, page.nextBefore) };
}
