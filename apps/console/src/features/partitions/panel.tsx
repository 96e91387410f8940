"use client";

import { useQueryStates } from "nuqs";
import { useRef } from "react";
import { partitionsSearchParams } from "../../app/apps/[id]/partitions/search-params.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { partitionName } from "../../live/append-tick.ts";
import { useLiveView } from "../../live/live-app.tsx";
import { Button } from "../../ui/button.tsx";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";
import { isBehind } from "../app/pace.ts";
import { type PartitionSort, sortPartitions } from "./sort.ts";
import { PartitionTable } from "./table.tsx";

const about = "how far each was read, at the newest tick";

/** How many rows one page of the table holds. */
const pageRows = 50;

/** Every partition at the newest tick. The order stands still while the pointer or the focus is on the table. */
export function PartitionsPanel() {
  const view = useLiveView();
  const snapshot = view?.snapshot;
  const [{ time, sort, from }, setParams] = useQueryStates(partitionsSearchParams);
  const host = useRef<HTMLDivElement>(null);
  const order = useRef<{ readonly sort: PartitionSort; readonly names: readonly string[] }>(undefined);

  if (view === undefined || snapshot === undefined || snapshot === null) {
    return (
      <Panel id="partitions" title="Partitions" about={about}>
        <RowsOnTheirWay rows={6} label="Waiting for the first tick" />
      </Panel>
    );
  }
  const { partitions, heldBackBy } = snapshot.watermarks;
  const inUse = host.current?.matches(":hover, :focus-within") === true;
  const held = inUse && order.current?.sort === sort ? order.current.names : undefined;
  const rows = held === undefined ? sortPartitions(partitions, sort) : inOrder(partitions, held);
  order.current = { sort, names: rows.map(partitionName) };
  const first = from < partitions.length ? from : 0;
  return (
    <Panel
      id="partitions"
      title="Partitions"
      about={about}
      aside={
        <span className="label">
          {first === 0 && partitions.length <= pageRows
            ? `${formatCount(partitions.length)} in all`
            : `${formatCount(first + 1)} to ${formatCount(Math.min(first + pageRows, partitions.length))} of ${formatCount(partitions.length)}`}
        </span>
      }
    >
      {partitions.length === 0 ? (
        <Note>No partition is assigned to this app yet.</Note>
      ) : (
        <div ref={host}>
          <PartitionTable
            partitions={rows.slice(first, first + pageRows)}
            tick={snapshot}
            heldBackBy={heldBackBy === null ? undefined : partitionName(heldBackBy)}
            isBehind={isBehind(view.summary)}
            time={time}
            sort={sort}
            onSort={(next) => void setParams({ sort: next, from: 0 })}
          />
        </div>
      )}
      {partitions.length > pageRows && (
        <div className="flex gap-2 pt-3">
          <Button
            disabled={first === 0}
            onClick={() => void setParams({ from: Math.max(0, first - pageRows) })}
          >
            Previous
          </Button>
          <Button
            disabled={first + pageRows >= partitions.length}
            onClick={() => void setParams({ from: first + pageRows })}
          >
            Next
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** The rows in the order of their names in `order`; new ones at the end. */
function inOrder<Row extends { readonly topic: string; readonly partition: number }>(
  rows: readonly Row[],
  order: readonly string[],
): readonly Row[] {
  const places = new Map(order.map((name, place) => [name, place]));
  return rows.toSorted(
    (a, b) => (places.get(partitionName(a)) ?? rows.length) - (places.get(partitionName(b)) ?? rows.length),
  );
}
