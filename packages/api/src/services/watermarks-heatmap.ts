import type { ApiContext } from "../context.ts";
import type { SpanQuery } from "../history/read-span.ts";
import type { WatermarkHeatmap } from "../wire/index.ts";

/** @throws {ApiError} `unknown-app`, `too-much-history`, `too-many-readers`, `storage` */
export function watermarksHeatmap(
  { collectors, history }: ApiContext,
  { maxRows, ...query }: SpanQuery & { readonly maxRows: number },
  signal: AbortSignal | undefined,
): Promise<WatermarkHeatmap> {
  collectors.get(query.appId);
  return history.past.heatmap(query, maxRows, signal);
}
