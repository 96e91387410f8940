/**
 * Everything that the tabs of one browser show, as one stream: each part, the list and each app that is named, at its own
 * pace and first whole. A part is looked at when it is told, so a slow browser is told the newest state and nothing queues
 * up for it (invariant 17); what changed while a part was told at its pace is told with the next.
 */
import { type TrackedEnvelope, tracked } from "@trpc/server";
import type { Clock } from "../clock.ts";
import type { Collectors } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { toTrpcError } from "../trpc.ts";
import type { LiveEvent, LiveRequest } from "../wire/index.ts";
import { liveApp } from "./live-app.ts";
import { liveList } from "./live-list.ts";
import type { LivePart } from "./live-part.ts";

/** Errors are mapped here, since the stream outlives the middleware. */
export async function* watchLive(
  context: Pick<ApiContext, "clock" | "collectors" | "pauses">,
  { listEveryMs, apps }: LiveRequest,
  signal: AbortSignal,
): AsyncGenerator<TrackedEnvelope<LiveEvent>, void, undefined> {
  try {
    const parts = [
      ...(listEveryMs === null ? [] : [liveList(context, listEveryMs)]),
      ...apps.map((app) => liveApp(context, app)),
    ];
    let id = 0;
    for await (const event of events(context, parts, signal)) {
      id += 1;
      yield tracked(String(id), event);
    }
  } catch (thrown) {
    throw toTrpcError(thrown);
  }
}

async function* events(
  { clock, collectors: { changes } }: Pick<ApiContext, "clock" | "collectors">,
  parts: readonly LivePart[],
  signal: AbortSignal,
): AsyncGenerator<LiveEvent, void, undefined> {
  const toldAtMs = new Map<LivePart, number>();
  changes.enter();
  try {
    let goesOn = !signal.aborted;
    while (goesOn) {
      const seen = changes.version;
      let waitMs: number | undefined;
      for (const part of parts) {
        if (!part.hasNews()) continue;
        const restMs = restOf(part, toldAtMs.get(part), clock.nowMs());
        if (restMs > 0) {
          waitMs = Math.min(restMs, waitMs ?? restMs);
          continue;
        }
        toldAtMs.set(part, clock.nowMs());
        yield part.told();
      }
      goesOn = await isToLookAgain({ changes, seen, clock, waitMs, signal });
    }
  } finally {
    for (const part of parts) part.end();
    changes.leave();
  }
}

/** How long a part has to wait for its turn. A clock that was set back is no reason to wait. */
function restOf({ everyMs }: LivePart, toldAtMs: number | undefined, nowMs: number): number {
  if (toldAtMs === undefined || nowMs < toldAtMs) return 0;
  return Math.max(0, toldAtMs + everyMs - nowMs);
}

interface Waiting {
  readonly changes: Collectors["changes"];
  readonly seen: number;
  readonly clock: Clock;
  /** `undefined`: no part waits for its turn. */
  readonly waitMs: number | undefined;
  readonly signal: AbortSignal;
}

/** Resolves with `true` once something changed or `waitMs` have passed, with `false` when there will be no more. */
async function isToLookAgain({ changes, seen, clock, waitMs, signal }: Waiting): Promise<boolean> {
  if (waitMs === undefined) return changes.next(seen, signal);
  const waiting = new AbortController();
  const end = () => waiting.abort();
  const cancel = clock.after(waitMs, end);
  signal.addEventListener("abort", end);
  try {
    const hasChanged = await changes.next(seen, waiting.signal);
    return hasChanged || (waiting.signal.aborted && !signal.aborted);
  } finally {
    cancel();
    signal.removeEventListener("abort", end);
  }
}
