import type { PageRequest } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { pageOf } from "../page-cursor.ts";
import type { HoldPage } from "../wire/index.ts";

/** A page of the holds that have ended. @throws {ApiError} `unknown-app`, `unknown-cursor` */
export async function listHolds(
  { collectors }: ApiContext,
  appId: string,
  page: PageRequest,
): Promise<HoldPage> {
  const app = collectors.get(appId);
  return pageOf(["holds", appId], page.before, (before) => app.holds({ ...page, before }));
}
