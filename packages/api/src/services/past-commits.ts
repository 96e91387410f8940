import type { ApiContext } from "../context.ts";
import type { PastQuery } from "../history/past.ts";
import type { CommitHistory } from "../wire/index.ts";

export function pastCommits({ collectors, history }: ApiContext, query: PastQuery): Promise<CommitHistory> {
  collectors.get(query.appId);
  return history.past.commits(query);
}
