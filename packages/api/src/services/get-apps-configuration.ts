import type { ApiContext } from "../context.ts";
import type { AppsConfiguration } from "../wire/index.ts";

export function getAppsConfiguration({ appsFile }: ApiContext): AppsConfiguration {
  return appsFile?.configuration() ?? { kind: "fixed" };
}
