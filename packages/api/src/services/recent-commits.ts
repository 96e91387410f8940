import type { ApiContext } from "../context.ts";
import type { RecentCommits } from "../wire/index.ts";
import { newestPart } from "./newest-part.ts";

export function recentCommits(context: ApiContext, appId: string): RecentCommits {
  return newestPart(context, appId, "commits");
}
