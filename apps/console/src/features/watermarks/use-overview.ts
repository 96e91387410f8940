"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useAppId } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { type OverviewBar, overviewBars } from "./overview.ts";

export type Overview =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly message: string }
  /** @property firstMs the oldest that is kept; `undefined`: nothing is yet. */
  | { readonly kind: "shown"; readonly firstMs: number | undefined; readonly bars: readonly OverviewBar[] };

const buckets = 200;
/** It is asked for anew once so much has passed, or a bucket's length where that is more. */
const beatMs = 10_000;
const hourMs = 3_600_000;

const kept = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  refetchOnWindowFocus: false,
} as const;

/** All that is kept of an app, in buckets: since when that is, is asked once, and what was in it at each beat. */
export function useOverview(nowMs: number): Overview {
  const trpc = useTRPC();
  const appId = useAppId();
  // Of the full hour, so that who comes back to the page within it finds the answer.
  const [openedMs] = useState(() => Math.ceil(nowMs / hourMs) * hourMs);
  const whole = { appId, partitions: [] };
  const start = useQuery(
    trpc.watermarks.history.queryOptions(
      { ...whole, fromMs: 0, toMs: openedMs, maxPoints: 10 },
      { ...kept, refetchInterval: ({ state }) => (state.data?.steps.length === 0 ? beatMs : false) },
    ),
  );
  const firstMs = start.data?.steps[0]?.firstMs;
  const eachMs = Math.max(beatMs, Math.ceil((nowMs - (firstMs ?? nowMs)) / buckets));
  const toMs = Math.ceil(nowMs / eachMs) * eachMs;
  const past = useQuery(
    trpc.watermarks.history.queryOptions(
      { ...whole, fromMs: Math.min(firstMs ?? 0, toMs), toMs, maxPoints: buckets },
      { ...kept, enabled: firstMs !== undefined, placeholderData: keepPreviousData },
    ),
  );
  const bars = useMemo(() => (past.data === undefined ? undefined : overviewBars(past.data)), [past.data]);
  if (bars !== undefined) return { kind: "shown", firstMs, bars };
  const error = start.error ?? past.error;
  if (error !== null) return { kind: "failed", message: error.message };
  return start.data === undefined || firstMs !== undefined
    ? { kind: "loading" }
    : { kind: "shown", firstMs, bars: [] };
}
