import type { ApiContext } from "../context.ts";
import type { SpanQuery } from "../history/read-span.ts";
import type { CommitHistory } from "../wire/index.ts";

export function pastCommits(
  { collectors, history }: ApiContext,
  query: SpanQuery,
  signal: AbortSignal | undefined,
): Promise<CommitHistory> {
  collectors.get(query.appId);
  return history.past.commits(query, signal);
}
