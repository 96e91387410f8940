import type { ApiContext } from "../context.ts";
import type { ListedApp } from "../wire/index.ts";

export function listApps({ collectors }: ApiContext): ListedApp[] {
  return collectors.list().map((app) => app.listed());
}
