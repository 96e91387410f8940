"use client";

import type { LifecycleChange, ViolationReport } from "@stoatflow/api";
import { useQuery } from "@tanstack/react-query";
import { groupDigits } from "../../lib/format/integer.ts";
import { useAppId } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { partitionMarks } from "../../ui/mark.ts";
import { useTimes } from "../../ui/times-provider.tsx";

/** How far around a violation is looked for what may have brought it about. */
const aroundMs = 60_000;

/**
 * What else is known of that moment: changes of the app's life cycle within a minute, and how the partition stands now. A
 * change of the partition's leader is not among it: a client is not told of one.
 */
export function WhatElse({
  atMs,
  partitionNow,
}: {
  readonly atMs: number;
  readonly partitionNow: ViolationReport["partitionNow"];
}) {
  const trpc = useTRPC();
  const appId = useAppId();
  const times = useTimes();
  const around = { appId, fromMs: Math.max(0, atMs - aroundMs), toMs: atMs + aroundMs, limit: 20 };
  const { data, error } = useQuery(trpc.history.lifecycle.queryOptions(around));
  return (
    <ul
      data-what-else=""
      className="flex list-disc flex-col gap-1 pt-3 pl-4 text-13 text-soft marker:text-line"
    >
      {data?.items.map((change) => (
        <li key={`${change.bootId} ${change.atMs}`}>
          {times.words(change.atMs, atMs)}: {changeWords(change)}
        </li>
      ))}
      {data?.items.length === 0 && (
        <li>No restart, take-over or pause of the app within a minute of it is known.</li>
      )}
      {error !== null && <li>What the app went through around it can't be had: {error.message}</li>}
      <li>Whether the partition's leader changed is for the broker's log to say: a client is not told.</li>
      {partitionNow !== null && (
        <li>
          Now it is {partitionMarks[partitionNow.state].word}, position {offset(partitionNow.position)},
          committed {offset(partitionNow.committed)}, end {offset(partitionNow.endPosition)}.
        </li>
      )}
    </ul>
  );
}

function changeWords({ isRestart, to, by }: LifecycleChange): string {
  const who = by?.actor === undefined || by.actor === null ? "" : `, by ${by.actor}`;
  return isRestart
    ? `the app, or one of its instances, was started anew (${to.kind})`
    : `it became ${to.kind}${who}`;
}

function offset(text: string | null): string {
  return text === null ? "not known" : groupDigits(text);
}
