import type { PageRequest } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import type { ViolationPage } from "../wire/index.ts";

export function listViolations(
  { collectors }: ApiContext,
  appId: string,
  page: PageRequest,
): Promise<ViolationPage> {
  return collectors.get(appId).violations(page);
}
