import type { ApiContext } from "../context.ts";
import type { AppSummary } from "../wire/index.ts";

export function listApps({ collectors }: ApiContext): AppSummary[] {
  return collectors.list().map((app) => app.summary());
}
