"use client";

import { useQueryStates } from "nuqs";
import { useRef } from "react";
import { partitionsSearchParams } from "../../app/apps/[id]/partitions/search-params.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { partitionName } from "../../live/append-tick.ts";
import { useLiveView } from "../../live/live-app.tsx";
import { Button } from "../../ui/button.tsx";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { isBehind } from "../app/pace.ts";
import { PartitionDrawer } from "./drawer.tsx";
import { type OrderBase, orderBase, questionOf } from "./row-order.ts";
import { stateCounts, topicsOf } from "./state-counts.ts";
import { PartitionTable } from "./table.tsx";
import { PartitionToolbar } from "./toolbar.tsx";
import { useOpenPartition } from "./use-open-partition.ts";

const about = "how far each was read, at the newest tick";

/** Every partition at the newest tick: found by name, topic and state, the worst on top. */
export function PartitionsPanel() {
  const view = useLiveView();
  const snapshot = view?.snapshot;
  const [{ sort, find: text, topic, states }, setParams] = useQueryStates(partitionsSearchParams);
  const filter = { text, topic, states };
  const { open, hrefOf, setOpen } = useOpenPartition();
  const body = useRef<HTMLTableSectionElement>(null);
  const order = useRef<OrderBase>(undefined);

  if (view === undefined || snapshot === undefined || snapshot === null) {
    return (
      <Panel id="partitions" title="Partitions" about={about}>
        <RowsOnTheirWay rows={6} label="Waiting for the first tick" />
      </Panel>
    );
  }
  const { partitions, heldBackBy } = snapshot.watermarks;
  const holder = heldBackBy === null ? undefined : partitionName(heldBackBy);
  const question = questionOf(filter, sort);
  const inUse = body.current?.matches(":hover, :focus-within") === true;
  const base = orderBase(
    order.current,
    { question, filter, sort, atMs: snapshot.atMs, partitions, holder },
    inUse,
  );
  order.current = base;
  return (
    <Panel
      id="partitions"
      title="Partitions"
      about={about}
      aside={<OrderWord base={base} isHeld={inUse && base.atMs !== snapshot.atMs} />}
    >
      {partitions.length === 0 ? (
        <Note>No partition is assigned to this app yet.</Note>
      ) : (
        <>
          <PartitionToolbar
            filter={filter}
            topics={topicsOf(partitions)}
            counts={stateCounts(partitions)}
            onFilter={(next) =>
              void setParams({ find: next.text, topic: next.topic, states: [...next.states] })
            }
          />
          <PartitionTable
            base={base}
            partitions={partitions}
            tick={snapshot}
            heldBackBy={holder}
            isBehind={isBehind(view.summary)}
            open={open}
            body={body}
            hrefOf={hrefOf}
            onSort={(next) => void setParams({ sort: next })}
            onOpen={setOpen}
            nothing={
              <Note>
                No partition is so at the moment.{" "}
                <Button onClick={() => void setParams({ find: null, topic: null, states: null })}>
                  Show all {formatCount(partitions.length)}
                </Button>
              </Note>
            }
          />
        </>
      )}
      <PartitionDrawer name={open} onClose={() => setOpen(null)} />
    </Panel>
  );
}

/** When the order was made: rows show the newest tick, and are put in order every few seconds. */
function OrderWord({ base, isHeld }: { readonly base: OrderBase; readonly isHeld: boolean }) {
  const times = useTimes();
  return (
    <span
      className="label"
      title="Rows show the newest tick. They are put in order anew each 5 s, and never under a pointer or a focus."
    >
      {isHeld ? "order held, as of " : "order as of "}
      <span className="font-mono">{times.clock(base.atMs)}</span>
    </span>
  );
}
