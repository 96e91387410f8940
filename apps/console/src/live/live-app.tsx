"use client";

/**
 * The live state of one app. {@link LiveApp} has it come by the browser's one stream; {@link useLiveView} reads it. Every
 * panel of a page reads the same entry of the cache, so one render shows one tick.
 */
import type { AppView } from "@stoatflow/api";
import type { LiveAppState } from "@stoatflow/api/wire";
import { skipToken, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { useBrowserNowMs } from "./browser-clock.ts";
import { type Freshness, freshnessOf } from "./freshness.ts";
import { appKey } from "./live-keys.ts";
import { useLivePart, useStreamState } from "./live-provider.tsx";
import type { StreamState } from "./stream-state.ts";

/** How the stream stands for one app. */
export type AppStreamState =
  | StreamState
  /** No app of that id is configured. Should it come, its view does. */
  | { readonly kind: "no-app"; readonly message: string };

const AppContext = createContext<string | undefined>(undefined);

export function LiveApp({ appId, children }: { readonly appId: string; readonly children: ReactNode }) {
  useLivePart({ kind: "app", appId });
  return <AppContext value={appId}>{children}</AppContext>;
}

export function useAppId(): string {
  const appId = useContext(AppContext);
  if (appId === undefined) throw new Error("a panel of an app stands outside of its LiveApp");
  return appId;
}

export function useStream(): AppStreamState {
  const { data } = useAppQuery();
  const stream = useStreamState();
  return data?.kind === "no-app" && stream.kind === "open" ? data : stream;
}

function useAppQuery() {
  return useQuery<LiveAppState>({
    queryKey: appKey(useAppId()),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    // Rows that are as they were are taken over already; to compare ten thousand of them anew took longer than all else.
    structuralSharing: false,
  });
}

/** The newest view of the app, or `undefined` until the first one is here. */
export function useLiveView(): AppView | undefined {
  const { data } = useAppQuery();
  return data?.kind === "view" ? data.view : undefined;
}

/** How old that view is, growing by the browser's clock. */
export function useFreshness(): Freshness {
  const { data, dataUpdatedAt } = useAppQuery();
  const nowMs = useBrowserNowMs();
  if (data?.kind !== "view") return { kind: "none" };
  const { receivedAtMs, summary, serverNowMs } = data.view;
  return freshnessOf({
    receivedAtMs,
    staleAfterMs: summary.staleAfterMs,
    sentAtMs: serverNowMs,
    arrivedAtMs: dataUpdatedAt,
    nowMs,
  });
}
