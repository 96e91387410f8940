"use client";

import type { ListedApp } from "@stoatflow/api";
import { skipToken, useQuery } from "@tanstack/react-query";
import { type LiveApps, listKey } from "./live-keys.ts";
import { useLivePart, useStreamState } from "./live-provider.tsx";
import type { StreamState } from "./stream-state.ts";

export interface AppsList {
  /** In the order of the configuration; `undefined` until the first list is here. A row is the same object until it changes. */
  readonly rows: readonly ListedApp[] | undefined;
  /** The console's clock when the newest row was sent: the age of a row is this minus its `receivedAtMs`. */
  readonly serverNowMs: number;
  /** This browser's clock when it came. */
  readonly arrivedAtMs: number;
  readonly stream: StreamState;
}

/** The rows of all apps, live, by the one stream of this browser. */
export function useAppsList(): AppsList {
  useLivePart({ kind: "list" });
  const { data, dataUpdatedAt } = useQuery<LiveApps>({
    queryKey: listKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stream = useStreamState();
  return { rows: data?.rows, serverNowMs: data?.serverNowMs ?? 0, arrivedAtMs: dataUpdatedAt, stream };
}
