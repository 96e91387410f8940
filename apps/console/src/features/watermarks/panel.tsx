"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { overviewSearchParams } from "../../app/apps/[id]/search-params.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { partitionName, recentOptions } from "../../live/append-tick.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { Panel } from "../../ui/panel.tsx";
import { isBehind } from "../app/pace.ts";
import type { TimeView } from "../partitions/times.ts";
import { WatermarkChart } from "./chart.tsx";
import { chartData } from "./chart-data.ts";
import { TimeViewToggle } from "./time-view-toggle.tsx";

const about: Readonly<Record<TimeView, string>> = {
  gap: "how far each is behind the app's clock",
  absolute: "the event time that each has reached, UTC",
};

/** The watermarks of the last ten minutes. */
export function WatermarksPanel() {
  const trpc = useTRPC();
  const appId = useAppId();
  const view = useLiveView();
  const snapshot = view?.snapshot;
  const [{ time }, setParams] = useQueryStates(overviewSearchParams);
  const recent = useQuery(trpc.watermarks.recent.queryOptions({ appId }, recentOptions));
  const staleAfterMs = view?.summary.staleAfterMs;
  const data = useMemo(
    () =>
      recent.data === undefined || staleAfterMs === undefined
        ? undefined
        : chartData(recent.data, time, staleAfterMs),
    [recent.data, time, staleAfterMs],
  );
  const held =
    snapshot?.watermarks.partitions.filter((partition) => partition.headHeldSinceMs !== null) ?? [];
  const idle = snapshot?.watermarks.partitions.filter((partition) => partition.idleSinceMs !== null) ?? [];
  const heldBackBy = snapshot?.watermarks.heldBackBy ?? undefined;
  return (
    <Panel
      id="watermarks"
      title="Watermarks"
      about={about[time]}
      aside={<TimeViewToggle value={time} onChange={(view) => void setParams({ time: view })} />}
    >
      <div className="h-80 pt-4">
        {data === undefined || data.points.length === 0 ? (
          <p role="status" className="flex h-full items-center justify-center text-quiet">
            {recent.isError
              ? `The history can't be had: ${recent.error.message}`
              : "Waiting for the first tick."}
          </p>
        ) : (
          <WatermarkChart
            data={data}
            view={time}
            heldBackBy={heldBackBy === undefined ? undefined : partitionName(heldBackBy)}
            isBehind={view !== undefined && isBehind(view.summary)}
            held={held.map(partitionName)}
            idle={idle.map(partitionName)}
          />
        )}
      </div>
      {data !== undefined && data.omitted > 0 && (
        <p className="label pt-2">
          {formatCount(data.lines.length + data.omitted)} partitions are too many lines to read: shown are the
          global watermark and the {data.lines.length} furthest behind. The table below has them all.
        </p>
      )}
    </Panel>
  );
}
