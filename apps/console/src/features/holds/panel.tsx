"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { partitionsSearchParams } from "../../app/apps/[id]/partitions/search-params.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { NewestOlder } from "../../ui/newest-older.tsx";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";
import { runsOf } from "../app/earlier-run.ts";
import { shownHolds } from "./shown-holds.ts";
import { HoldStrip } from "./strip.tsx";
import { HoldTable } from "./table.tsx";

const about = "records that waited at the head of their partition while older ones elsewhere went out";

const pageSize = 50;

/** Every time that a head was held: as bars, and in numbers. Those that last are of the newest tick. */
export function HoldsPanel() {
  const snapshot = useLiveView()?.snapshot;
  // It stands below a table whose height is not known yet.
  if (snapshot === undefined || snapshot === null) return null;
  return (
    <Panel id="holds" title="Holds" about={about} aside={<Total />}>
      {snapshot.capabilities.includes("holds") ? (
        <Holds />
      ) : (
        <Note>This app does not tell of its holds; those of a newer version do.</Note>
      )}
    </Panel>
  );
}

function useHolds() {
  const trpc = useTRPC();
  const appId = useAppId();
  const [{ holdsBefore }] = useQueryStates(partitionsSearchParams);
  const before = holdsBefore === null ? {} : { before: holdsBefore };
  return useQuery(
    trpc.holds.list.queryOptions(
      { appId, limit: pageSize, ...before },
      { placeholderData: keepPreviousData },
    ),
  );
}

function Total() {
  const { data } = useHolds();
  if (data === undefined || data.total === null || data.total === 0) return null;
  return (
    <span className="label">
      {formatCount(data.total)} ended since its start, {formatCount(data.retained)} kept
    </span>
  );
}

function Holds() {
  const view = useLiveView();
  const snapshot = view?.snapshot;
  const { data, error } = useHolds();
  const [{ holdsBefore }, setParams] = useQueryStates(partitionsSearchParams);
  const turnTo = (before: string | null) => void setParams({ holdsBefore: before });
  if (error !== null) {
    return (
      <>
        <Note>The holds can't be had: {error.message}</Note>
        <NewestOlder before={holdsBefore} nextBefore={null} onTurn={turnTo} />
      </>
    );
  }
  if (data === undefined || view === undefined || snapshot === undefined || snapshot === null)
    return <RowsOnTheirWay rows={6} label="Asking for the holds" />;
  const all = shownHolds(data.items, snapshot, runsOf(view.summary.instances));
  // What lasts belongs to the newest page alone.
  const holds = holdsBefore === null ? all : all.filter(({ end }) => end.kind === "ended");
  if (holds.length === 0 && data.freshness.kind === "fetching")
    return <RowsOnTheirWay rows={6} label="The entries are on their way" />;
  return (
    <>
      {data.freshness.kind === "failed" && <Note>The newest can't be had: {data.freshness.reason}</Note>}
      {holds.length === 0 ? (
        <Note>No head was held since its start.</Note>
      ) : (
        <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <HoldStrip holds={holds} />
          <HoldTable holds={holds} atMs={snapshot.atMs} />
        </div>
      )}
      <NewestOlder before={holdsBefore} nextBefore={data.nextBefore} onTurn={turnTo} />
    </>
  );
}
