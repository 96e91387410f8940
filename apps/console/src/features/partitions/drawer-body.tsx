"use client";

import { useQueryStates } from "nuqs";
import { partitionsSearchParams } from "../../app/apps/[id]/partitions/search-params.ts";
import { partitionName } from "../../live/append-tick.ts";
import { useLiveView } from "../../live/live-app.tsx";
import { Age, Note, RowsOnTheirWay, StaleRoot } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { DrawerEvents } from "./drawer-events.tsx";
import { factsAt, factsNow } from "./facts.ts";
import { Facts } from "./facts-list.tsx";
import { MomentBar } from "./moment-bar.tsx";
import type { PartitionRef } from "./partition-ref.ts";
import { PastChart } from "./past-chart.tsx";
import { spanAt } from "./span.ts";
import { useMoment, usePartitionPast } from "./use-partition-past.ts";

/** What the drawer shows of one partition. */
export function DrawerBody({ name, partition }: { readonly name: string; readonly partition: PartitionRef }) {
  const tickMs = useLiveView()?.snapshot?.atMs;
  const [{ at, span }, setParams] = useQueryStates(partitionsSearchParams);
  const setAt = (next: number | null): void => void setParams({ at: next });
  if (tickMs === undefined && at === null)
    return (
      <div className="px-4 pt-4 sm:px-6">
        <RowsOnTheirWay rows={8} label="Waiting for the first tick" />
      </div>
    );
  const range = spanAt(span, at, tickMs ?? 0);
  return (
    <div className="flex flex-col gap-6 px-4 pt-3 pb-12 sm:px-6">
      <MomentBar
        at={at}
        tickMs={tickMs}
        span={span}
        onAt={setAt}
        onSpan={(next) => void setParams({ span: next })}
      />
      {at === null ? <Now name={name} /> : <Then name={name} atMs={at} />}
      <Past partition={partition} at={at} range={range} onAt={setAt} />
    </div>
  );
}

function Now({ name }: { readonly name: string }) {
  const snapshot = useLiveView()?.snapshot;
  const times = useTimes();
  if (snapshot === undefined || snapshot === null) return null;
  const { partitions, heldBackBy } = snapshot.watermarks;
  const row = partitions.find((each) => partitionName(each) === name);
  if (row === undefined)
    return <Note>The app has no such partition at the newest tick. What history keeps of it is below.</Note>;
  const holder = heldBackBy !== null && partitionName(heldBackBy) === name ? heldBackBy : undefined;
  return (
    <StaleRoot>
      <Age />
      <div className="figures">
        <Facts partition={name} sequence={snapshot.sequence} facts={factsNow(row, snapshot, holder, times)} />
      </div>
    </StaleRoot>
  );
}

function Then({ name, atMs }: { readonly name: string; readonly atMs: number }) {
  const { data, error } = useMoment(atMs);
  const times = useTimes();
  if (error !== null) return <Note>That moment can't be had: {error.message}</Note>;
  if (data === undefined) return <RowsOnTheirWay rows={6} label="Asking history" />;
  if (data.kind === "unknown")
    return (
      <Note>Nothing is known of that moment: the app was not heard, or it is longer ago than is kept.</Note>
    );
  const row = data.partitions.find((each) => partitionName(each) === name);
  if (row === undefined) return <Note>The app did not have this partition then, as far as is known.</Note>;
  return <Facts partition={name} facts={factsAt(row, data, times)} />;
}

function Past({
  partition,
  at,
  range,
  onAt,
}: {
  readonly partition: PartitionRef;
  readonly at: number | null;
  readonly range: { readonly fromMs: number; readonly toMs: number };
  readonly onAt: (atMs: number) => void;
}) {
  const past = usePartitionPast(partition, { ...range, isLive: at === null });
  return (
    <>
      <PastChart past={past} range={range} at={at} onAt={onAt} />
      <DrawerEvents past={past} at={at} onAt={onAt} />
    </>
  );
}
