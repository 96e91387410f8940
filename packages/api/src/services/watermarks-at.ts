import type { ApiContext } from "../context.ts";
import type { PastMoment } from "../wire/index.ts";

export function watermarksAt(
  { collectors, history }: ApiContext,
  { appId, atMs }: { readonly appId: string; readonly atMs: number },
  signal: AbortSignal | undefined,
): Promise<PastMoment> {
  collectors.get(appId);
  return history.past.at(appId, atMs, signal);
}
