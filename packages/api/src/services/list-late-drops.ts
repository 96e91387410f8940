import type { PageRequest } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import type { LateDropPage } from "../wire/index.ts";

export function listLateDrops(
  { collectors }: ApiContext,
  appId: string,
  page: PageRequest,
): Promise<LateDropPage> {
  return collectors.get(appId).lateDrops(page);
}
