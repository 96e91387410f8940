import type { ApiContext } from "../context.ts";
import type { SpanQuery } from "../history/read-span.ts";
import { type LaneRef, laneName } from "../history/series.ts";
import type { LaneHistory } from "../wire/index.ts";

export function pastLanes(
  { collectors, history }: ApiContext,
  { lanes, ...query }: SpanQuery & { readonly lanes?: readonly LaneRef[] | undefined },
  signal: AbortSignal | undefined,
): Promise<LaneHistory> {
  collectors.get(query.appId);
  return history.past.lanes(query, lanes?.map(laneName), signal);
}
