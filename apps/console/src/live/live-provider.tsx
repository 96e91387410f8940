"use client";

/**
 * The live state of everything that a page shows. {@link LiveProvider} has the page's part in the one stream of the
 * browser and writes what comes into the query cache, where the hooks of `live-app.tsx` and `apps-list.ts` read it.
 */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useTRPC } from "../trpc/context.ts";
import { appendTick } from "./append-tick.ts";
import { browserClock } from "./hub-clock.ts";
import { hubLinks } from "./hub-link.ts";
import { appKey, type LiveApps, listKey } from "./live-keys.ts";
import { type LiveNews, LiveTab, type Part } from "./live-tab.ts";
import type { StreamState } from "./stream-state.ts";

const TabContext = createContext<LiveTab | undefined>(undefined);

export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const cache = useQueryClient();
  const trpc = useTRPC();
  const [tab] = useState(
    () =>
      new LiveTab({
        links: hubLinks,
        clock: browserClock,
        newTabId: () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
        onNews: (news) => write(news, cache, trpc),
      }),
  );
  useEffect(() => {
    const look = (): void => tab.setVisible(document.visibilityState === "visible");
    const leave = (): void => tab.leave();
    const comeBack = (): void => tab.comeBack();
    look();
    document.addEventListener("visibilitychange", look);
    addEventListener("pagehide", leave);
    addEventListener("pageshow", comeBack);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", comeBack);
      tab.leave();
    };
  }, [tab]);
  return <TabContext value={tab}>{children}</TabContext>;
}

/** Has a part come for as long as the component is there. */
export function useLivePart(part: Part): void {
  const tab = useTab();
  const appId = part.kind === "app" ? part.appId : undefined;
  useEffect(() => tab.want(appId === undefined ? { kind: "list" } : { kind: "app", appId }), [tab, appId]);
}

/** How the stream of this browser stands. */
export function useStreamState(): StreamState {
  const tab = useTab();
  return useSyncExternalStore(
    (listener) => tab.onStream(listener),
    () => tab.stream,
    () => tab.stream,
  );
}

function useTab(): LiveTab {
  const tab = useContext(TabContext);
  if (tab === undefined) throw new Error("what is live stands outside of a LiveProvider");
  return tab;
}

/** Writes what came into the cache, and has what hangs on it read anew. */
function write(news: LiveNews, cache: QueryClient, trpc: ReturnType<typeof useTRPC>): void {
  const updatedAt = news.arrivedAtMs;
  if (news.kind === "list") {
    cache.setQueryData<LiveApps>(listKey, news.list, { updatedAt });
    return;
  }
  const { appId, app, isWhole } = news;
  const key = appKey(appId);
  const before = cache.getQueryData<typeof app>(key);
  cache.setQueryData(key, app, { updatedAt });
  const snapshot = app.kind === "view" ? app.view.snapshot : null;
  if (snapshot === null) return;
  const recentKey = trpc.watermarks.recent.queryKey({ appId });
  if (isWhole) void cache.invalidateQueries({ queryKey: recentKey });
  else
    cache.setQueryData(recentKey, (recent) => (recent === undefined ? recent : appendTick(recent, snapshot)));
  const rings = before?.kind === "view" ? before.view.snapshot?.rings : undefined;
  const { lateDropsNext, holdsNext, violationsNext } = snapshot.rings;
  if (rings?.lateDropsNext !== lateDropsNext)
    void cache.invalidateQueries({ queryKey: trpc.lateDrops.list.queryKey() });
  if (rings?.holdsNext !== holdsNext) void cache.invalidateQueries({ queryKey: trpc.holds.list.queryKey() });
  if (rings?.violationsNext !== violationsNext)
    void cache.invalidateQueries({ queryKey: trpc.violations.list.queryKey() });
}
