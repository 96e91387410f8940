import type { ApiContext } from "../context.ts";
import type { SpanQuery } from "../history/read-span.ts";
import type { WatermarkHistory } from "../wire/index.ts";

export function pastWatermarks(
  { collectors, history }: ApiContext,
  { partitions, ...query }: SpanQuery & { readonly partitions?: readonly string[] | undefined },
  signal: AbortSignal | undefined,
): Promise<WatermarkHistory> {
  collectors.get(query.appId);
  return history.past.watermarks(query, partitions, signal);
}
