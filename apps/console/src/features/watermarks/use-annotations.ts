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
  lifecycleAnnotations,
  violationAnnotation,
} from "./annotations.ts";
import type { Span } from "./chart-window.ts";

export interface Annotations {
  readonly all: readonly Annotation[];
  /** There are older ones in the span that were not fetched. */
  readonly areMore: boolean;
}

/** The most of each kind that is fetched, the newest ones. */
const most = 200;
/** What is new is asked for at this beat of the app's clock. */
const beatMs = 10_000;
/** A pause may have begun before the span. */
const leadMs = 3_600_000;

const options = {
  placeholderData: keepPreviousData,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  refetchOnWindowFocus: false,
} as const;

/** What happened in a span, with the heads that are held now. */
export function useAnnotations(span: Span | undefined): Annotations {
  const trpc = useTRPC();
  const appId = useAppId();
  const snapshot = useLiveView()?.snapshot;
  const toMs = span === undefined ? 0 : Math.ceil(span.toMs / beatMs) * beatMs;
  const fromMs = span === undefined ? 0 : Math.floor(span.fromMs / beatMs) * beatMs;
  const asked = { appId, fromMs, toMs, limit: most };
  const enabled = span !== undefined;
  const { data: holds } = useQuery(trpc.holds.history.queryOptions(asked, { ...options, enabled }));
  const { data: violations } = useQuery(trpc.violations.history.queryOptions(asked, { ...options, enabled }));
  const { data: lifecycle } = useQuery(
    trpc.history.lifecycle.queryOptions(
      { ...asked, fromMs: Math.max(0, fromMs - leadMs) },
      { ...options, enabled },
    ),
  );
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
      ...[...(holds?.items ?? []).map(endedHold), ...held].map(holdAnnotation),
      ...(violations?.items ?? []).map(violationAnnotation),
      ...lifecycleAnnotations((lifecycle?.items ?? []).toReversed()),
    ];
    const areMore = [holds, violations, lifecycle].some((page) => (page?.nextBefore ?? null) !== null);
    return { all: all.toSorted((a, b) => a.fromMs - b.fromMs), areMore };
  }, [holds, violations, lifecycle, lasting]);
}
