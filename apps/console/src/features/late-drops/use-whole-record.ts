"use client";

import type { LateDropEntry, LogRecord } from "@stoatflow/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAppId } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { isSameRecord } from "./whole-record.ts";

/** The record of a drop of which the app kept a part. */
export type WholeRecord =
  | { readonly kind: "not-asked"; readonly load: () => void }
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly message: string; readonly again: () => void }
  /** The log has another record there by now. */
  | { readonly kind: "another" }
  | { readonly kind: "whole"; readonly record: LogRecord };

/** Nothing is asked for before `load` is called, and nothing is kept once the drop is left. */
export function useWholeRecord(drop: LateDropEntry): WholeRecord {
  const appId = useAppId();
  const [isAsked, setAsked] = useState(false);
  const { bootId, id } = drop;
  const { data, error, isFetching, refetch } = useQuery(
    useTRPC().lateDrops.record.queryOptions(
      { appId, bootId, id },
      {
        enabled: isAsked,
        gcTime: 0,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        structuralSharing: false,
      },
    ),
  );
  if (!isAsked) return { kind: "not-asked", load: () => setAsked(true) };
  if (data !== undefined)
    return isSameRecord(drop, data) ? { kind: "whole", record: data } : { kind: "another" };
  if (isFetching || error === null) return { kind: "loading" };
  return { kind: "failed", message: error.message, again: () => void refetch() };
}
