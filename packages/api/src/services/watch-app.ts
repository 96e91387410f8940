import { type TrackedEnvelope, tracked } from "@trpc/server";
import type { ApiContext } from "../context.ts";
import { toTrpcError } from "../trpc.ts";
import type { AppView, WatchEvent } from "../wire/index.ts";
import { listedRow } from "./listed-row.ts";
import { watchEventOf } from "./watch-events.ts";

export interface WatchApp {
  readonly appId: string;
  readonly lastEventId?: string | null | undefined;
}

/** The newest state at once, then each change; errors are mapped here, since the stream outlives the middleware. */
export async function* watchApp(
  context: Pick<ApiContext, "collectors" | "pauses">,
  { appId, lastEventId }: WatchApp,
  signal: AbortSignal,
): AsyncGenerator<TrackedEnvelope<WatchEvent>, void, undefined> {
  try {
    let sent: AppView | undefined;
    const app = context.collectors.get(appId);
    for await (const { id, view: collected } of app.watch(lastEventId ?? undefined, signal)) {
      const view = { ...collected, summary: listedRow(context, app, collected.summary) };
      yield tracked(id, watchEventOf(sent, view));
      sent = view;
    }
  } catch (thrown) {
    throw toTrpcError(thrown);
  }
}
