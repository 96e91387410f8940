"use client";

import type { ListedApp } from "@stoatflow/api";
import { useState } from "react";
import { useAppsList } from "../../live/apps-list.ts";
import { useBrowserNowMs } from "../../live/browser-clock.ts";
import { type Freshness, freshnessOf } from "../../live/freshness.ts";
import type { BrokenStream } from "../../live/stream-state.ts";
import { inOrder, type Standings, settle } from "./steady-order.ts";
import { troubleOf } from "./trouble.ts";

export type Apps =
  | { readonly kind: "waiting" }
  | { readonly kind: "unreachable"; readonly stream: BrokenStream }
  | {
      readonly kind: "told";
      /** Trouble first, steadily. */
      readonly apps: readonly ListedApp[];
      readonly freshnessOf: (app: ListedApp) => Freshness;
    };

/** Every configured app, and how old what is known of it is. */
export function useApps(): Apps {
  const { rows, serverNowMs, arrivedAtMs, stream } = useAppsList();
  const nowMs = useBrowserNowMs();
  const [standings, setStandings] = useState<Standings>(new Map());
  if (rows === undefined)
    return stream.kind === "lost" || stream.kind === "refused"
      ? { kind: "unreachable", stream }
      : { kind: "waiting" };
  const freshness = ({ receivedAtMs, staleAfterMs }: ListedApp): Freshness =>
    freshnessOf({ receivedAtMs, staleAfterMs, sentAtMs: serverNowMs, arrivedAtMs, nowMs });
  const now = new Map(rows.map((app) => [app.id, troubleOf(app, freshness(app).kind === "stale")]));
  const settled = settle(standings, now, nowMs);
  if (settled !== standings) setStandings(settled);
  return { kind: "told", apps: inOrder(rows, settled), freshnessOf: freshness };
}
