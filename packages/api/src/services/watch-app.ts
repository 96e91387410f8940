import { type TrackedEnvelope, tracked } from "@trpc/server";
import type { ApiContext } from "../context.ts";
import { toTrpcError } from "../trpc.ts";
import type { AppView } from "../wire/index.ts";

export interface WatchApp {
  readonly appId: string;
  readonly lastEventId?: string | null | undefined;
}

/** The newest state at once, then each change; errors are mapped here, since the stream outlives the middleware. */
export async function* watchApp(
  { collectors }: ApiContext,
  { appId, lastEventId }: WatchApp,
  signal: AbortSignal,
): AsyncGenerator<TrackedEnvelope<AppView>, void, undefined> {
  try {
    for await (const { id, view } of collectors.get(appId).watch(lastEventId ?? undefined, signal)) {
      yield tracked(id, view);
    }
  } catch (thrown) {
    throw toTrpcError(thrown);
  }
}
