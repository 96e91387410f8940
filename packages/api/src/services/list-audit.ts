import type { ApiContext } from "../context.ts";
import { pageOf } from "../page-cursor.ts";
import type { AuditPage, AuditQuery } from "../wire/index.ts";

/** @throws {ApiError} `unknown-cursor`, `storage` */
export function listAudit({ audit }: ApiContext, query: AuditQuery): Promise<AuditPage> {
  const { appId, actor, fromMs, untilMs } = query;
  const list = ["audit", appId, actor, fromMs, untilMs];
  return pageOf(list, query.before, (before) => audit.list({ ...query, before }));
}
