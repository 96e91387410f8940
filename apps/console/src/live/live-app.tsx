"use client";

/**
 * The live state of one app. {@link LiveApp} holds the one stream of the page and writes what comes into the query
 * cache; {@link useLiveView} reads it there. Every panel of a page reads the same entry, so one render shows one tick.
 */
import type { AppView } from "@stoatflow/api";
import { applyWatchEvent } from "@stoatflow/api/wire";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { createContext, type ReactNode, useContext, useRef } from "react";
import { useTRPC } from "../trpc/context.ts";
import { appendTick } from "./append-tick.ts";
import { useBrowserNowMs, usePageVisible } from "./browser-clock.ts";
import { type Freshness, freshnessOf } from "./freshness.ts";

export type StreamState =
  | { readonly kind: "open" }
  | { readonly kind: "connecting" }
  | { readonly kind: "refused"; readonly message: string };

interface Live {
  readonly appId: string;
  readonly stream: StreamState;
}

const LiveContext = createContext<Live | undefined>(undefined);

export function LiveApp({ appId, children }: { readonly appId: string; readonly children: ReactNode }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const visible = usePageVisible();
  // What deltas are applied to: of this very stream, whatever becomes of the cache.
  const streamed = useRef<AppView>(undefined);
  const recentKey = trpc.watermarks.recent.queryKey({ appId });
  const options = trpc.apps.watch.subscriptionOptions(
    { appId },
    {
      enabled: visible,
      onStarted: () => void cache.invalidateQueries({ queryKey: recentKey }),
      onData: ({ data: event }) => {
        const view = applyWatchEvent(streamed.current, event);
        if (view === undefined) return;
        streamed.current = view;
        const before = cache.getQueryData<AppView>(viewKey)?.snapshot?.rings;
        cache.setQueryData<AppView>(viewKey, view);
        const { snapshot } = view;
        if (snapshot === null) return;
        cache.setQueryData(recentKey, (recent) =>
          recent === undefined ? recent : appendTick(recent, snapshot),
        );
        if (before?.lateDropsNext !== snapshot.rings.lateDropsNext) {
          void cache.invalidateQueries({ queryKey: trpc.lateDrops.list.queryKey() });
        }
        if (before?.holdsNext !== snapshot.rings.holdsNext) {
          void cache.invalidateQueries({ queryKey: trpc.holds.list.queryKey() });
        }
        if (before?.violationsNext !== snapshot.rings.violationsNext) {
          void cache.invalidateQueries({ queryKey: trpc.violations.list.queryKey() });
        }
      },
    },
  );
  const viewKey = options.queryKey;
  const { status, error } = useSubscription(options);
  const stream: StreamState =
    status === "error"
      ? { kind: "refused", message: error.message }
      : { kind: status === "pending" ? "open" : "connecting" };
  return <LiveContext value={{ appId, stream }}>{children}</LiveContext>;
}

function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === undefined) throw new Error("a panel of an app stands outside of its LiveApp");
  return live;
}

export function useAppId(): string {
  return useLive().appId;
}

export function useStream(): StreamState {
  return useLive().stream;
}

function useViewQuery() {
  const { appId } = useLive();
  const trpc = useTRPC();
  const { queryKey } = trpc.apps.watch.subscriptionOptions({ appId });
  return useQuery<AppView>({ queryKey, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY });
}

/** The newest view of the app, or `undefined` until the first one is here. */
export function useLiveView(): AppView | undefined {
  return useViewQuery().data;
}

/** How old that view is, growing by the browser's clock. */
export function useFreshness(): Freshness {
  const { data, dataUpdatedAt } = useViewQuery();
  const nowMs = useBrowserNowMs();
  if (data === undefined) return { kind: "none" };
  return freshnessOf({
    receivedAtMs: data.receivedAtMs,
    staleAfterMs: data.summary.staleAfterMs,
    sentAtMs: data.serverNowMs,
    arrivedAtMs: dataUpdatedAt,
    nowMs,
  });
}
