"use client";

import type { AppSnapshot } from "@stoatflow/api";
import { commitsOf } from "@stoatflow/api/wire";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { partitionName } from "../../live/append-tick.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { type PartitionEvent, partitionEvents } from "./partition-events.ts";
import type { PartitionRef } from "./partition-ref.ts";
import { pastStretches } from "./past-line.ts";

/** As many points as a small chart can show. */
const maxPoints = 120;

/** The most of each kind that are asked for; of an app with more, the newest. */
const eventsMax = 200;

/** How often the live end of a history is asked for. */
const beatMs = 5000;

export interface PastSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly isLive: boolean;
}

/** The history of one partition and all that happened to it, within a span. */
export function usePartitionPast({ topic, partition }: PartitionRef, { fromMs, toMs, isLive }: PastSpan) {
  const trpc = useTRPC();
  const appId = useAppId();
  const snapshot = useLiveView()?.snapshot;
  const name = partitionName({ topic, partition });
  const span = { appId, fromMs, toMs };
  const live = { placeholderData: keepPreviousData, refetchInterval: isLive ? beatMs : false } as const;
  const history = useQuery(
    trpc.watermarks.history.queryOptions({ ...span, maxPoints, partitions: [name] }, live),
  );
  const marks = useQuery(trpc.history.marks.queryOptions({ ...span, limit: eventsMax }, live));
  const drops = useQuery(
    trpc.lateDrops.list.queryOptions(
      {
        appId,
        limit: eventsMax,
        from: isLive ? "collector" : "history",
        filter: { topic, partition, fromMs, untilMs: toMs + 1 },
      },
      live,
    ),
  );
  const stretches = useMemo(
    () => (history.data === undefined ? [] : pastStretches(history.data)),
    [history.data],
  );
  const commits = isLive && snapshot !== undefined && snapshot !== null ? commitsOf(snapshot) : [];
  const isOfIt = (each: PartitionRef): boolean => each.topic === topic && each.partition === partition;
  const held = marks.data?.holds.items.filter(isOfIt) ?? [];
  const asked = [marks, drops];
  const events: readonly PartitionEvent[] = partitionEvents({
    holds: held,
    violations: marks.data?.violations.items.filter(isOfIt) ?? [],
    leaderChanges: marks.data?.leaderChanges.items.filter(isOfIt) ?? [],
    lateDrops: drops.data?.items ?? [],
    stretches,
    lifecycle: marks.data?.lifecycle.items ?? [],
    commits,
  });
  return {
    history,
    stretches,
    /** As bars, the one that lasts among them. */
    bars: [
      ...(isLive ? lastingBar(snapshot, name) : []),
      ...held.map(({ bootId, id, fromMs, untilMs }) => ({ key: `${bootId}-${id}`, fromMs, untilMs })),
    ],
    events,
    isAsking: asked.some(({ isPending }) => isPending),
    /** Why some of the events can't be had. */
    fault: asked.find(({ error }) => error !== null)?.error?.message,
    /** More happened in the span than was asked for. */
    isMore:
      Object.values(marks.data ?? {}).some(({ more }) => more > 0) ||
      (drops.data !== undefined && drops.data.nextBefore !== null),
  };
}

interface HeldBar {
  readonly key: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

function lastingBar(snapshot: AppSnapshot | null | undefined, name: string): readonly HeldBar[] {
  const row = snapshot?.watermarks.partitions.find((each) => partitionName(each) === name);
  const fromMs = row?.headHeldSinceMs ?? undefined;
  return snapshot === null || snapshot === undefined || fromMs === undefined
    ? []
    : [{ key: `lasts ${fromMs}`, fromMs, untilMs: snapshot.atMs }];
}

/** All that history keeps of the app at a moment; nothing is asked for where there is none. */
export function useMoment(atMs: number | null) {
  const trpc = useTRPC();
  const appId = useAppId();
  return useQuery(trpc.watermarks.at.queryOptions(atMs === null ? skipToken : { appId, atMs }));
}
