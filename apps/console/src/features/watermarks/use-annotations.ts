"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { partitionName } from "../../live/append-tick.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import {
  type Annotation,
  endedHold,
  holdAnnotation,
  leaderAnnotation,
  lifecycleAnnotations,
  violationAnnotation,
} from "./annotations.ts";
import type { Span } from "./chart-window.ts";

export interface Annotations {
  readonly all: readonly Annotation[];
  /** How many older ones there are in the span that were not fetched. */
  readonly omitted: number;
}

/** The most of each kind that is fetched, the newest ones. */
const most = 200;
/** What is new is asked for at this beat of the app's clock. */
const beatMs = 10_000;
/** What lasts may have begun before the span. */
const leadMs = 3_600_000;

const options = {
  placeholderData: keepPreviousData,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  refetchOnWindowFocus: false,
} as const;

/** What happened in a span, with the heads that are held now. */
export function useAnnotations(span: Span): Annotations {
  const trpc = useTRPC();
  const appId = useAppId();
  const snapshot = useLiveView()?.snapshot;
  const toMs = Math.ceil(span.toMs / beatMs) * beatMs;
  const fromMs = Math.floor(span.fromMs / beatMs) * beatMs;
  const asked = { appId, fromMs: Math.max(0, fromMs - leadMs), toMs, limit: most };
  const { data } = useQuery(trpc.history.marks.queryOptions(asked, options));
  const lasting = snapshot?.watermarks.partitions;
  return useMemo(() => {
    const held = (lasting ?? []).flatMap((each) =>
      each.headHeldSinceMs === null
        ? []
        : [
            {
              partition: partitionName(each),
              fromMs: each.headHeldSinceMs,
              untilMs: null,
              previewMs: each.previewWatermarkMs,
            },
          ],
    );
    const all = [
      ...[...(data?.holds.items ?? []).map(endedHold), ...held].map(holdAnnotation),
      ...(data?.violations.items ?? []).map(violationAnnotation),
      ...(data?.leaderChanges.items ?? []).map(leaderAnnotation),
      ...lifecycleAnnotations((data?.lifecycle.items ?? []).toReversed()),
    ];
    const kinds = data === undefined ? [] : Object.values(data);
    const omitted = kinds.reduce((sum, { more }) => sum + more, 0);
    return { all: all.toSorted((a, b) => a.fromMs - b.fromMs), omitted };
  }, [data, lasting]);
}
