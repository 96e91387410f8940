"use client";

import type { ListedApp } from "@stoatflow/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useBrowserNowMs } from "../../live/browser-clock.ts";
import { type Freshness, freshnessOf } from "../../live/freshness.ts";
import { useTRPC } from "../../trpc/context.ts";
import { inOrder, type Standings, settle } from "./steady-order.ts";
import { troubleOf } from "./trouble.ts";

/** One beat: how often the list is read. A hidden page reads nothing. */
const beatMs = 1000;

export type Apps =
  | { readonly kind: "waiting" }
  | { readonly kind: "unreachable"; readonly message: string }
  | {
      readonly kind: "told";
      /** Trouble first, steadily. */
      readonly apps: readonly ListedApp[];
      readonly freshnessOf: (app: ListedApp) => Freshness;
    };

/** Every configured app, and how old what is known of it is. */
export function useApps(): Apps {
  const trpc = useTRPC();
  const { data, error, dataUpdatedAt } = useQuery(
    trpc.apps.list.queryOptions(undefined, { refetchInterval: beatMs, refetchIntervalInBackground: false }),
  );
  const nowMs = useBrowserNowMs();
  const [standings, setStandings] = useState<Standings>(new Map());
  if (data === undefined)
    return error === null ? { kind: "waiting" } : { kind: "unreachable", message: error.message };
  const freshness = (app: ListedApp): Freshness =>
    freshnessOf({
      receivedAtMs: app.receivedAtMs,
      staleAfterMs: app.staleAfterMs,
      sentAtMs: app.serverNowMs,
      arrivedAtMs: dataUpdatedAt,
      nowMs,
    });
  const now = new Map(data.map((app) => [app.id, troubleOf(app, freshness(app).kind === "stale")]));
  const settled = settle(standings, now, nowMs);
  if (settled !== standings) setStandings(settled);
  return { kind: "told", apps: inOrder(data, settled), freshnessOf: freshness };
}
