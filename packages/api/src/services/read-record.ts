import { ApiError } from "../api-error.ts";
import type { ApiContext } from "../context.ts";
import type { EntryRef } from "../entry-key.ts";
import type { LogRecord } from "../wire/index.ts";

/**
 * The record of a late drop, from the app's log: nothing of it is kept here. A drop names the place, and none else is
 * asked for: whoever reads here has no way to browse the topics.
 *
 * @throws {ApiError} `unknown-app`, `unknown-drop`, `no-record-reader`, `storage`: nothing was asked. `no-such-record`,
 * `log-unavailable`, `too-many-readers`, `switched-off` in the app's own words; `unreachable`, `timeout`, `broken-off`,
 * `bad-answer`, `too-large` of the app.
 */
export async function readRecord(
  { collectors, history }: Pick<ApiContext, "collectors" | "history">,
  appId: string,
  ref: EntryRef,
  signal: AbortSignal | undefined,
): Promise<LogRecord> {
  const app = collectors.get(appId);
  const drop = app.lateDrop(ref) ?? (await history.events.lateDrop(appId, ref));
  // History finds by number, so "007" finds 7.
  if (drop === undefined || drop.id !== ref.id) {
    const message = `no late drop ${ref.id} of run "${ref.bootId}" of app "${appId}" is known; look at the list again`;
    throw new ApiError("unknown-drop", message);
  }
  const { topic, partition, offset } = drop;
  return await app.recordReader().record({ topic, partition, offset }, signal);
}
