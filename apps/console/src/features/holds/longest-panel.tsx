"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { partitionsSearchParams } from "../../app/apps/[id]/partitions/search-params.ts";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatQuantity, groupDigits } from "../../lib/format/integer.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC, useTRPCClient } from "../../trpc/context.ts";
import { keepAnswerOf } from "../../trpc/keep-answer-of.ts";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { PartitionLink } from "../partitions/partition-link.tsx";
import { spanAt, spanWords } from "../partitions/span.ts";
import { SpanSelect } from "../partitions/span-select.tsx";
import { type LongHold, longestHolds, lookThrough, pageSize } from "./longest.ts";
import { lastingHolds } from "./shown-holds.ts";

const about = "by the app's clock, within the time that is looked back at";

/** The longest holds of a span, as far as history goes back. */
export function LongestHoldsPanel() {
  const snapshot = useLiveView()?.snapshot;
  const [{ span }, setParams] = useQueryStates(partitionsSearchParams);
  // It stands below a table whose height is not known yet.
  if (snapshot === undefined || snapshot === null) return null;
  return (
    <Panel
      id="longest-holds"
      title="Longest holds"
      about={about}
      aside={<SpanSelect span={span} onSpan={(next) => void setParams({ span: next })} />}
    >
      <Longest tickMs={snapshot.atMs} />
    </Panel>
  );
}

function Longest({ tickMs }: { readonly tickMs: number }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const appId = useAppId();
  const snapshot = useLiveView()?.snapshot;
  const [{ span }] = useQueryStates(partitionsSearchParams);
  const { fromMs, toMs } = spanAt(span, null, tickMs);
  const question = { appId, fromMs, toMs, limit: pageSize };
  const { data, error } = useQuery({
    queryKey: [...trpc.holds.history.queryKey(question), "longest"],
    queryFn: ({ signal }) =>
      lookThrough((before) =>
        client.holds.history.query({ ...question, ...(before === undefined ? {} : { before }) }, { signal }),
      ),
    ...keepAnswerOf(span),
    refetchInterval: 10_000,
  });
  if (error !== null) return <Note>They can't be had: {error.message}</Note>;
  if (data === undefined) return <RowsOnTheirWay rows={3} label="Asking history" />;
  const longest = longestHolds(
    data.holds,
    snapshot === undefined || snapshot === null ? [] : lastingHolds(snapshot),
  );
  return (
    <>
      {longest.length === 0 ? (
        <Note>No head was held in the last {spanWords[span]}.</Note>
      ) : (
        <ol>
          {longest.map((hold) => (
            <LongRow key={hold.key} hold={hold} nowMs={tickMs} mostMs={longest[0]?.durationMs ?? 1} />
          ))}
        </ol>
      )}
      <p className="label min-h-6 pt-2">
        {data.isMore
          ? `Of the newest ${formatQuantity(data.holds.length, "hold")} in this time; older ones were not looked at.`
          : `Of ${formatQuantity(data.holds.length, "hold")} that ended in this time.`}
      </p>
    </>
  );
}

function LongRow({
  hold: { partition, headOffset, fromMs, durationMs, lasts },
  nowMs,
  mostMs,
}: {
  readonly hold: LongHold;
  readonly nowMs: number;
  readonly mostMs: number;
}) {
  const times = useTimes();
  return (
    <li
      data-long-hold={`${partition}@${headOffset}`}
      data-value={durationMs}
      className="grid min-h-8 grid-cols-[minmax(96px,auto)_92px_minmax(0,1fr)] items-center gap-x-4 border-selected border-b md:grid-cols-[160px_92px_minmax(0,1fr)_200px_290px]"
    >
      <PartitionLink name={partition} atMs={lasts ? null : fromMs + durationMs - 1} className="truncate" />
      <span className="text-right font-medium font-mono text-12" title={`${durationMs} ms`}>
        {formatDuration(durationMs)}
      </span>
      <span aria-hidden="true" className="h-2">
        <span
          className={`hue block h-2 rounded-[2px] ${lasts ? "rounded-r-none border-held border-y border-l bg-held/40" : "bg-held"}`}
          style={{ width: `max(2px, ${(durationMs / Math.max(1, mostMs)) * 100}%)` }}
        />
      </span>
      <span className="text-right font-mono text-12 max-md:hidden" title={times.title(fromMs, nowMs)}>
        from {times.near(fromMs, nowMs)}
      </span>
      <span className="whitespace-nowrap text-right text-12 text-soft max-md:hidden">
        {lasts ? "still held" : "ended"}, head <span className="font-mono">{groupDigits(headOffset)}</span>
      </span>
    </li>
  );
}
