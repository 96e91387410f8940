import { z } from "zod";
import { type ListedApp, listedApp } from "./app-summary.ts";
import type { AppView } from "./app-view.ts";
import { checkedOnce } from "./checked-once.ts";
import { applyWatchEvent, watchEvent } from "./watch-event.ts";

/** The most apps that one subscription of `live.watch` is given whole. */
export const liveAppsMax = 32;
/** How often each part of `live.watch` is told at most, in milliseconds. */
export const liveEveryMs = { min: 100, usual: 1000, hidden: 10_000, max: 60_000 } as const;

const everyMs = z.int().min(liveEveryMs.min).max(liveEveryMs.max).default(liveEveryMs.usual);

/** What a browser asks for: a subscription for all of its tabs. */
export const liveRequest = z
  .strictObject({
    /** How often the rows of all apps are told at most; `null`: not at all. */
    listEveryMs: everyMs.nullable(),
    /** The apps of which everything is told, each at its own pace, e.g. 10 s where its page is hidden. */
    apps: z
      .array(z.strictObject({ appId: z.string().min(1).max(64), everyMs }))
      .max(liveAppsMax)
      .refine(
        (apps) => new Set(apps.map(({ appId }) => appId)).size === apps.length,
        "names an app twice; name each once",
      )
      .default([]),
    lastEventId: z.string().max(100).nullish(),
  })
  .refine(({ listEveryMs, apps }) => listEveryMs !== null || apps.length > 0, {
    path: ["apps"],
    error: "names no app, and the list is not asked for; name one, or leave listEveryMs out",
  });
export type LiveRequest = z.infer<typeof liveRequest>;

/** The fields of a row that are not as they were told last. */
export const rowChanges = listedApp.partial().required({ id: true });
export type RowChanges = z.infer<typeof rowChanges>;

/**
 * What `live.watch` brings. A subscription, and each time it comes back, begins with whole things: one `list` where it was
 * asked for, and of each app an `app` with a snapshot. {@link applyLiveEvent} keeps what they make.
 */
export const liveEvent = z.discriminatedUnion("kind", [
  /** All rows, in the order of the configuration. */
  z.object({
    kind: z.literal("list"),
    rows: z.array(checkedOnce(listedApp)),
    /** Wall clock of the collector when it sent this: the age of a row is this minus its `receivedAtMs`. */
    serverNowMs: z.int(),
  }),
  /** The rows that have changed. Where apps came or went a `list` comes instead. */
  z.object({
    kind: z.literal("rows"),
    changes: z.array(checkedOnce(rowChanges)),
    serverNowMs: z.int(),
  }),
  /** What `apps.watch` tells of that app. */
  z.object({ kind: z.literal("app"), appId: z.string(), event: watchEvent }),
  /** No app of that id is configured (any more). The subscription goes on; should it come, a snapshot does. */
  z.object({ kind: z.literal("no-app"), appId: z.string(), message: z.string() }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** Everything that a browser knows by its subscription. It can be sent from one tab to another as it is. */
export interface LiveState {
  /** `undefined` until the first list is here. */
  readonly list: { readonly rows: readonly ListedApp[]; readonly serverNowMs: number } | undefined;
  /** By id, each app that was named, as soon as something is known of it. */
  readonly apps: ReadonlyMap<string, LiveAppState>;
}

export type LiveAppState =
  | { readonly kind: "view"; readonly view: AppView }
  | { readonly kind: "no-app"; readonly message: string };

/** Where a subscription begins, each time anew. */
export const nothingLive: LiveState = { list: undefined, apps: new Map() };

/**
 * What is known after `event`. Rows and partitions that did not change stay the same objects.
 *
 * @example
 * ```ts
 * let live = nothingLive;
 * client.live.watch.subscribe(
 *   { apps: [{ appId: "orders" }] },
 *   { onStarted: () => (live = nothingLive), onData: ({ data }) => (live = applyLiveEvent(live, data)) },
 * );
 * ```
 */
export function applyLiveEvent(held: LiveState, event: LiveEvent): LiveState {
  switch (event.kind) {
    case "list":
      return { ...held, list: { rows: event.rows, serverNowMs: event.serverNowMs } };
    case "rows":
      return held.list === undefined
        ? held
        : {
            ...held,
            list: { rows: withRows(held.list.rows, event.changes), serverNowMs: event.serverNowMs },
          };
    case "no-app":
      return withApp(held, event.appId, { kind: "no-app", message: event.message });
    case "app": {
      const known = held.apps.get(event.appId);
      const view = applyWatchEvent(known?.kind === "view" ? known.view : undefined, event.event);
      return view === undefined ? held : withApp(held, event.appId, { kind: "view", view });
    }
  }
}

function withApp(held: LiveState, appId: string, app: LiveAppState): LiveState {
  return { ...held, apps: new Map(held.apps).set(appId, app) };
}

function withRows(rows: readonly ListedApp[], changes: readonly RowChanges[]): readonly ListedApp[] {
  const changed = new Map(changes.map((change) => [change.id, change]));
  return rows.map((row) => {
    const change = changed.get(row.id);
    return change === undefined ? row : ({ ...row, ...change } as ListedApp);
  });
}
