import type { ApiContext } from "../context.ts";
import type { ListedApp } from "../wire/index.ts";
import { withEndedPauses } from "./with-ended-pauses.ts";

export function listApps(context: Pick<ApiContext, "collectors" | "pauses">): ListedApp[] {
  return context.collectors.list().map((app) => withEndedPauses(context, app.listed()));
}
