import type { ApiContext } from "../context.ts";
import type { ListedApp } from "../wire/index.ts";
import { listedRow } from "./listed-row.ts";

export function listApps(context: Pick<ApiContext, "collectors" | "pauses">): ListedApp[] {
  return context.collectors.list().map((app) => listedRow(context, app));
}
