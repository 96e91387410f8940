"use client";

import { lanesOf } from "@stoatflow/api/wire";
import { skipToken, useQuery } from "@tanstack/react-query";
import { formatDuration } from "../../lib/format/duration.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { LaneTable, type OfInstance } from "./lane-table.tsx";
import { pauseWords } from "./pause-words.ts";
import { type Pressure, pressureOf, type StagePressure } from "./pressure.ts";
import { loopSentence, pressureSentence } from "./pressure-sentence.ts";
import { stageGraph } from "./stage-graph.ts";
import { StagePicture } from "./stage-picture.tsx";
import { isWaitedFor } from "./waited-for.ts";

const about = "where operators run, one record at a time in each";

/** The lanes at the newest tick: where work comes to a stop, who waits for it, and each lane in numbers. */
export function LanesPanel() {
  const trpc = useTRPC();
  const appId = useAppId();
  const view = useLiveView();
  const snapshot = view?.snapshot;
  const bootId = snapshot?.bootId;
  const times = useTimes();
  // It is of one run of the app, and a new run may have another.
  const topology = useQuery(
    trpc.topology.get.queryOptions(bootId === undefined ? skipToken : { appId }, {
      staleTime: 60_000,
      refetchInterval: 60_000,
    }),
  );
  if (view === undefined || snapshot === undefined || snapshot === null) {
    return (
      <Panel id="lanes" title="Lanes" about={about}>
        <RowsOnTheirWay rows={8} label="Waiting for the first tick" />
      </Panel>
    );
  }
  const lanes = lanesOf(snapshot);
  const { sequence } = snapshot;
  const { eventLoopDelayMs } = snapshot.lanes;
  const stages = stageGraph(topology.data?.nodes, [...new Set(lanes.map(({ stage }) => stage))]);
  const instances = [...new Set(lanes.map(({ instanceId }) => instanceId))];
  const ofInstances = new Map(
    instances.map((id) => [
      id,
      pressureOf(
        stages,
        lanes.filter(({ instanceId }) => instanceId === id),
      ),
    ]),
  );
  const pause = pauseWords(snapshot, times);
  const { lifecycle } = snapshot.status;
  const ofSeveral = instances.length > 1;
  const loop = loopSentence(eventLoopDelayMs, instances.length);
  return (
    <Panel
      id="lanes"
      title="Lanes"
      about={about}
      aside={
        <span
          className="label"
          title={`${eventLoopDelayMs} ms`}
          data-column="eventLoopDelayMs"
          data-sequence={sequence}
        >
          {ofSeveral ? "longest event loop delay" : "event loop delay"}{" "}
          <span className="font-mono">{formatDuration(eventLoopDelayMs)}</span>
        </span>
      }
    >
      {lanes.length === 0 ? (
        <Note>This app runs no lane yet.</Note>
      ) : (
        <>
          {pause !== undefined && (
            <p data-pause-waits="" className="max-w-[80ch] text-pretty pt-3 text-15">
              {pause}
            </p>
          )}
          {[...ofInstances].map(([id, pressures]) => (
            <InstancePressure
              key={id}
              instanceId={ofSeveral ? id : undefined}
              stages={pressures}
              lanes={lanes.filter(({ instanceId }) => instanceId === id)}
              loop={ofSeveral ? undefined : loop}
            />
          ))}
          {ofSeveral && <p className="min-h-12 max-w-[80ch] text-pretty text-15">{loop}</p>}
          <LaneTable
            lanes={lanes}
            sequence={sequence}
            pressureOf={(lane) => pressureOfLane(ofInstances, lane)}
            blocks={(lane) => isWaitedFor(lane, lifecycle, ofSeveral ? view.summary.instances : undefined)}
          />
        </>
      )}
    </Panel>
  );
}

function InstancePressure({
  instanceId,
  stages,
  lanes,
  loop,
}: {
  /** Named where there are several. */
  readonly instanceId: string | undefined;
  readonly stages: readonly StagePressure[];
  readonly lanes: readonly OfInstance[];
  /** What is said of its event loop, where it is known whose delay it is. */
  readonly loop: string | undefined;
}) {
  return (
    <div>
      <p data-pressure-sentence="" className="min-h-16 max-w-[80ch] text-pretty pt-3 text-15">
        {instanceId !== undefined && <span className="font-mono text-13">{instanceId}: </span>}
        {pressureSentence(stages, lanes)}
        {loop !== undefined && ` ${loop}`}
      </p>
      <StagePicture stages={stages} />
    </div>
  );
}

function pressureOfLane(
  ofInstances: ReadonlyMap<string, readonly StagePressure[]>,
  { instanceId, stage }: OfInstance,
): Pressure {
  return ofInstances.get(instanceId)?.find((each) => each.stage === stage)?.pressure ?? { kind: "flows" };
}
