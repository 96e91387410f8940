"use client";

import type { LateDropEntry } from "@stoatflow/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useRef } from "react";
import { lateDropsSearchParams } from "../../app/apps/[id]/late-drops/search-params.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { NewestOlder } from "../../ui/newest-older.tsx";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";
import { LateDropDetail } from "./detail.tsx";
import { droppedOtherwise } from "./dropped-otherwise.ts";
import { LateDropList } from "./list.tsx";

const pageSize = 50;

/** The name of a drop in a link. */
function dropName(drop: LateDropEntry): string {
  return `${drop.bootId}-${drop.id}`;
}

/** The records that were dropped as late: the list, newest first, and the one that is open. */
export function LateDropsPanel() {
  const trpc = useTRPC();
  const appId = useAppId();
  const snapshot = useLiveView()?.snapshot;
  const detail = useRef<HTMLDivElement>(null);
  const [{ drop, dropsBefore }, setParams] = useQueryStates(lateDropsSearchParams);
  const before = dropsBefore === null ? {} : { before: dropsBefore };
  const turnTo = (page: string | null) => void setParams({ dropsBefore: page });
  const { data, error } = useQuery(
    trpc.lateDrops.list.queryOptions(
      { appId, limit: pageSize, ...before },
      { placeholderData: keepPreviousData },
    ),
  );
  // Without a choice the newest at the first look is open, and stays open: a record does not change under its reader.
  const firstSeen = useRef<string>(undefined);
  if (firstSeen.current === undefined && data?.items[0] !== undefined)
    firstSeen.current = dropName(data.items[0]);
  const chosen = drop ?? firstSeen.current;
  const open = data?.items.find((item) => dropName(item) === chosen);
  return (
    <Panel
      id="late-drops"
      title="Late drops"
      about="records that came after their window had closed"
      aside={
        data !== undefined &&
        data.items.length > 0 && (
          <span className="label">
            {formatCount(data.total ?? data.retained)} since its start, {formatCount(data.retained)} kept
          </span>
        )
      }
    >
      {error !== null && (
        <>
          <Note>The late drops can't be had: {error.message}</Note>
          {data === undefined && <NewestOlder before={dropsBefore} nextBefore={null} onTurn={turnTo} />}
        </>
      )}
      {data === undefined && error === null && <RowsOnTheirWay rows={6} label="Asking for the late drops" />}
      {data?.freshness.kind === "failed" && <Note>The newest can't be had: {data.freshness.reason}</Note>}
      {data?.items.length === 0 &&
        (data.freshness.kind === "fetching" ? (
          <RowsOnTheirWay rows={6} label="The entries are on their way" />
        ) : (
          data.freshness.kind === "current" && <Note>Nothing was dropped as late since its start.</Note>
        ))}
      {data !== undefined && data.items.length > 0 && (
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <div className="min-w-0">
            <LateDropList
              drops={data.items}
              bootId={snapshot?.bootId ?? null}
              open={open === undefined ? undefined : dropName(open)}
              onOpen={(name) => {
                void setParams({ drop: name });
                detail.current?.scrollIntoView({ block: "nearest" });
              }}
            />
            <NewestOlder before={dropsBefore} nextBefore={data.nextBefore} onTurn={turnTo}>
              {data.nextBefore === null && data.olderThanRetained && (
                <span className="label">older ones are no longer kept</span>
              )}
            </NewestOlder>
          </div>
          <div ref={detail} className="min-w-0">
            {open === undefined ? (
              <Note>This drop is not on this page of the list, or is no longer kept.</Note>
            ) : (
              <LateDropDetail
                key={dropName(open)}
                drop={open}
                isOfEarlierRun={
                  snapshot !== undefined && snapshot !== null && open.bootId !== snapshot.bootId
                }
              />
            )}
          </div>
        </div>
      )}
      {snapshot !== undefined && snapshot !== null && (
        <p data-column="dropped" data-sequence={snapshot.sequence} className="label pt-3">
          {droppedOtherwise(snapshot.status.counters.dropped)}
        </p>
      )}
    </Panel>
  );
}
