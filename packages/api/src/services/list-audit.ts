import type { ApiContext } from "../context.ts";
import type { AuditPage, AuditQuery } from "../wire/index.ts";

/** @throws {ApiError} `storage` */
export function listAudit({ audit }: ApiContext, query: AuditQuery): Promise<AuditPage> {
  return audit.list(query);
}
