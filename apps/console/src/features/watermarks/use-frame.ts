"use client";

/**
 * What the chart of an app is drawn from, for a window and a choice of partitions. Ticks as they came where they reach
 * back far enough; in front of them, or for long spans, history, which the newest ticks go on from.
 */
import type { WatermarkHistory } from "@stoatflow/api";
import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { partitionName, recentOptions } from "../../live/append-tick.ts";
import { useAppId, useFreshness, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { type ChartFrame, continued, frameOfHistory, frameOfTicks, within } from "./chart-frame.ts";
import { type ChartWindow, type Span, spanOf } from "./chart-window.ts";
import { usePatience } from "./use-patience.ts";
import { type Awaited, awaitedOf } from "./waiting-words.ts";

export interface ShownFrame {
  readonly frame: ChartFrame;
  readonly span: Span;
  /** The app's clock: at the newest tick, and on from there where that is long ago. */
  readonly nowMs: number;
  /** At the end of the span. */
  readonly heldBackBy: string | undefined;
  readonly idle: ReadonlySet<string>;
  readonly held: ReadonlySet<string>;
}

export type FrameState =
  | { readonly kind: "waiting"; readonly awaited: Awaited }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "shown"; readonly shown: ShownFrame; readonly isRefreshing: boolean };

/** The most lines that history is asked for, and the most of its steps: three moments each. */
const historyLines = 32;
const historySteps = 300;

/** A live span of history is asked for anew after so much of it has passed, and not more often. */
const beatShare = 1 / 60;
const beatMsMin = 10_000;
/** Partitions that are not among the ticks at hand move with history alone. */
const beatMsWithoutTicks = 2000;

export function useFrame(window: ChartWindow, chosen: readonly string[] | null): FrameState {
  const trpc = useTRPC();
  const appId = useAppId();
  const view = useLiveView();
  const freshness = useFreshness();
  const recent = useQuery(trpc.watermarks.recent.queryOptions({ appId }, recentOptions));
  const newest = recent.data?.ticks.at(-1);
  const staleMs = freshness.kind === "stale" ? Math.floor(freshness.ageMs / 1000) * 1000 : 0;
  const nowMs = newest === undefined ? undefined : newest.atMs + staleMs;

  const tickNames = newest === undefined ? [] : Object.keys(newest.watermarks);
  const areAtHand = chosen === null || chosen.every((name) => tickNames.includes(name));
  const oldestMs = recent.data?.ticks[0]?.atMs;
  const span = spanOf(window, nowMs ?? 0);
  const needsHistory = !areAtHand || (oldestMs !== undefined && span.fromMs < oldestMs);
  const wanted = askedSpan(window, span, areAtHand ? beatMsMin : beatMsWithoutTicks);
  const [asked, ask] = useState(wanted);
  const names = chosen ?? (tickNames.length <= historyLines && tickNames.length > 0 ? tickNames : undefined);
  const past = useQuery(
    trpc.watermarks.history.queryOptions(
      {
        appId,
        ...asked,
        maxPoints: historySteps,
        ...(names === undefined ? {} : { partitions: names.slice(0, historyLines) }),
      },
      {
        enabled: nowMs !== undefined && needsHistory,
        placeholderData: keepPreviousData,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 60_000,
        refetchOnWindowFocus: false,
      },
    ),
  );

  usePatience(asked, wanted, past.isFetching, ask);

  const staleAfterMs = view?.summary.staleAfterMs;
  const ticks = useMemo(
    () =>
      recent.data === undefined || staleAfterMs === undefined
        ? undefined
        : frameOfTicks(recent.data, staleAfterMs, areAtHand ? (chosen ?? undefined) : []),
    [recent.data, staleAfterMs, areAtHand, chosen],
  );
  const history = useMemo(
    () => (past.data === undefined ? undefined : frameOfHistory(past.data)),
    [past.data],
  );
  const { fromMs, toMs } = span;
  const meetTicks = areAtHand && oldestMs !== undefined && toMs >= oldestMs;
  const frame = useMemo(() => {
    if (ticks === undefined) return undefined;
    const whole = needsHistory ? historyAndTicks(history, meetTicks ? ticks : undefined) : ticks;
    return whole === undefined ? undefined : within(whole, fromMs, toMs);
  }, [ticks, history, needsHistory, meetTicks, fromMs, toMs]);

  const isNow = newest !== undefined && span.toMs >= newest.atMs;
  const then = isNow ? undefined : past.data;
  const partitions = view?.snapshot?.watermarks.partitions;
  const idle = useNames(then === undefined ? idleNow(partitions) : namesThen(then, "idle"));
  const held = useNames(then === undefined ? heldNow(partitions) : namesThen(then, "held"));

  if (recent.isError) return { kind: "failed", message: recent.error.message };
  if (needsHistory && past.isError) return { kind: "failed", message: past.error.message };
  if (frame === undefined || nowMs === undefined || newest === undefined) {
    const isHistoryThere = !needsHistory || history !== undefined;
    return { kind: "waiting", awaited: awaitedOf(recent.data?.ticks.length, isHistoryThere) };
  }
  const silences = [
    ...frame.silences.filter(({ fromMs, untilMs }) => untilMs > span.fromMs && fromMs < span.toMs),
    ...(staleMs > 0 && isNow ? [{ fromMs: newest.atMs, untilMs: nowMs, why: "silent" as const }] : []),
  ];
  const heldBackBy = then === undefined ? view?.snapshot?.watermarks.heldBackBy : then.heldBackBy.at(-1);
  return {
    kind: "shown",
    isRefreshing: past.isPlaceholderData,
    shown: {
      frame: { ...frame, silences },
      span,
      nowMs,
      heldBackBy: heldBackBy === null || heldBackBy === undefined ? undefined : partitionName(heldBackBy),
      idle,
      held,
    },
  };
}

/** The same set for as long as the same names are in it. */
function useNames(names: readonly string[]): ReadonlySet<string> {
  const text = names.join("\n");
  return useMemo(() => new Set(text === "" ? [] : text.split("\n")), [text]);
}

function idleNow(partitions: readonly PartitionWatermark[] = []): readonly string[] {
  return partitions.filter(({ idleSinceMs }) => idleSinceMs !== null).map(partitionName);
}

function heldNow(partitions: readonly PartitionWatermark[] = []): readonly string[] {
  return partitions.filter(({ headHeldSinceMs }) => headHeldSinceMs !== null).map(partitionName);
}

function historyAndTicks(
  history: ChartFrame | undefined,
  ticks: ChartFrame | undefined,
): ChartFrame | undefined {
  if (history === undefined) return undefined;
  return ticks === undefined ? history : continued(history, ticks);
}

function namesThen({ partitions }: WatermarkHistory, state: "idle" | "held"): readonly string[] {
  return partitions.filter((each) => each.state.at(-1) === state).map(partitionName);
}

/** The same question for a while, so that a live window asks for history once a beat rather than once a tick. */
export function askedSpan(window: ChartWindow, span: Span, leastBeatMs: number): Span {
  if (window.kind === "fixed") return { fromMs: window.fromMs, toMs: window.toMs };
  const beatMs = Math.max(leastBeatMs, Math.ceil(window.spanMs * beatShare));
  const toMs = Math.ceil(span.toMs / beatMs) * beatMs;
  return { fromMs: Math.max(0, toMs - window.spanMs - beatMs), toMs };
}
