import type { PageRequest } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import type { HoldPage } from "../wire/index.ts";

export function listHolds({ collectors }: ApiContext, appId: string, page: PageRequest): Promise<HoldPage> {
  return collectors.get(appId).holds(page);
}
