import type { RecordPlace } from "../collector/app-source.ts";
import type { ApiContext } from "../context.ts";
import type { LogRecord } from "../wire/index.ts";

/**
 * One record of a topic that the app reads, from its log: nothing of it is kept here.
 *
 * @throws {ApiError} `unknown-app`, `no-record-reader`: nothing was asked. `no-such-record`, `log-unavailable`,
 * `too-many-readers` in the app's own words; `unreachable`, `timeout`, `broken-off`, `bad-answer`, `too-large` of the app.
 */
export async function readRecord(
  { collectors }: Pick<ApiContext, "collectors">,
  appId: string,
  place: RecordPlace,
  signal: AbortSignal | undefined,
): Promise<LogRecord> {
  return await collectors.get(appId).recordReader().record(place, signal);
}
