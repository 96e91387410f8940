import type { ApiContext } from "../context.ts";
import type { PastQuery } from "../history/past.ts";
import type { WatermarkHistory } from "../wire/index.ts";

export function pastWatermarks(
  { collectors, history }: ApiContext,
  { partitions, ...query }: PastQuery & { readonly partitions?: readonly string[] | undefined },
): Promise<WatermarkHistory> {
  collectors.get(query.appId);
  return history.past.watermarks(query, partitions);
}
