"use client";

import type { ViolationReport } from "@stoatflow/api";
import { leaderChangesAroundMs as aroundMs } from "@stoatflow/api/wire";
import { useQuery } from "@tanstack/react-query";
import { groupDigits } from "../../lib/format/integer.ts";
import { partitionName } from "../../live/append-tick.ts";
import { useAppId } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { partitionMarks } from "../../ui/mark.ts";
import { useTimes } from "../../ui/times-provider.tsx";
import { aroundViolation } from "./around.ts";

/**
 * What else is known of that moment: changes of the app's life cycle and new leader epochs of the partition within a
 * minute, and how the partition stands now.
 */
export function WhatElse({
  report: { violation, leaderChanges, partitionNow },
}: {
  readonly report: Pick<ViolationReport, "violation" | "leaderChanges" | "partitionNow">;
}) {
  const { atMs } = violation;
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
      {aroundViolation(partitionName(violation), data?.items ?? [], leaderChanges).map((each) => (
        <li key={each.key}>
          {times.words(each.atMs, atMs)}: {each.words}
        </li>
      ))}
      {data?.items.length === 0 && (
        <li>No restart, take-over or pause of the app within a minute of it is known.</li>
      )}
      {error !== null && <li>What the app went through around it can't be had: {error.message}</li>}
      {leaderChanges.length === 0 && (
        <li>
          No new leader epoch of the partition within a minute of it is known: one is seen once a record of it
          is read.
        </li>
      )}
      {partitionNow !== null && (
        <li>
          Now it is {partitionMarks[partitionNow.state].word}, position {offset(partitionNow.position)},
          committed {offset(partitionNow.committed)}, end {offset(partitionNow.endPosition)}.
        </li>
      )}
    </ul>
  );
}

function offset(text: string | null): string {
  return text === null ? "not known" : groupDigits(text);
}
