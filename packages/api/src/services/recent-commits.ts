import type { ApiContext } from "../context.ts";
import { commitsOf, type RecentCommits } from "../wire/index.ts";
import { newestPart } from "./newest-part.ts";

/** @throws {ApiError} `unknown-app` */
export function recentCommits(context: ApiContext, appId: string): RecentCommits {
  return newestPart(context, appId, (snapshot) => ({ commits: commitsOf(snapshot) }));
}
