import type { ApiContext } from "../context.ts";
import type { IncidentList } from "../wire/index.ts";

/** @throws {ApiError} `unknown-app`, `no-incidents`; `unreachable`, `timeout`, `broken-off`, `bad-answer`, `too-large` of the app */
export async function listIncidents(
  { collectors }: Pick<ApiContext, "collectors">,
  appId: string,
  signal: AbortSignal | undefined,
): Promise<IncidentList> {
  const { items, atMs } = await collectors.get(appId).simulator().incidents(signal);
  return { items, atMs };
}
