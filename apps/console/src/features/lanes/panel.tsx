"use client";

import { lanesOf } from "@stoatflow/api/wire";
import type { Lane } from "@stoatflow/engine/wire";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { absent, shown } from "../../lib/format/shown.ts";
import { unbroken } from "../../lib/format/unbroken.ts";
import { useLiveView } from "../../live/live-app.tsx";
import { ColumnHead } from "../../ui/column-head.tsx";
import type { Mark } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { Meter } from "../../ui/meter.tsx";
import { type Figure, FigureCell, figureAttributes } from "../../ui/number-cell.tsx";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";

const about = "where operators run, one record at a time in each";

/** How many lanes are listed; the ones left out are counted. */
const rowsMax = 64;

const marks: Readonly<Record<Lane["state"], Mark>> = {
  idle: { glyph: "ring", hue: "text-glyph", word: "idle" },
  busy: { glyph: "dot", hue: "text-glyph", word: "busy" },
  parked: { glyph: "quarter", hue: "text-waiting", word: "parked" },
};

const fullMark: Mark = { glyph: "quarter", hue: "text-waiting", word: "full" };

/** The lanes at the newest tick. */
export function LanesPanel() {
  const snapshot = useLiveView()?.snapshot;
  if (snapshot === undefined || snapshot === null) {
    return (
      <Panel id="lanes" title="Lanes" about={about}>
        <RowsOnTheirWay rows={8} label="Waiting for the first tick" />
      </Panel>
    );
  }
  const lanes = lanesOf(snapshot);
  const instances = new Set(lanes.map(({ instanceId }) => instanceId));
  const { sequence } = snapshot;
  return (
    <Panel
      id="lanes"
      title="Lanes"
      about={about}
      aside={
        <span className="label" data-column="eventLoopDelayMs" data-sequence={sequence}>
          event loop delay {unbroken(`${snapshot.lanes.eventLoopDelayMs.toFixed(1)} ms`)}
        </span>
      }
    >
      {lanes.length === 0 ? (
        <Note>This app runs no lane yet.</Note>
      ) : (
        <table className="table table-fixed">
          <thead>
            <tr>
              <th scope="col">Lane</th>
              <ColumnHead means="idle: nothing waits. busy: it has records. full: it has no room, so nothing is dispatched to it. parked: it stands still.">
                State
              </ColumnHead>
              <ColumnHead
                means="records that wait in the lane, of those it has room for"
                className="number w-[38%] sm:w-[26%]"
              >
                Waiting
              </ColumnHead>
              <ColumnHead means="how long the first of them has waited" className="number">
                Oldest
              </ColumnHead>
              <ColumnHead
                means="the share of the time since the last tick that it spent in operators"
                className="number max-sm:hidden"
              >
                Busy
              </ColumnHead>
              <ColumnHead means="records since the app's start" className="number max-sm:hidden">
                Processed
              </ColumnHead>
            </tr>
          </thead>
          <tbody>
            {lanes.slice(0, rowsMax).map((lane) => (
              <LaneRow
                key={`${lane.instanceId}-${lane.stage}-${lane.lane}`}
                lane={lane}
                ofSeveral={instances.size > 1}
                sequence={sequence}
              />
            ))}
          </tbody>
        </table>
      )}
      {lanes.length > rowsMax && (
        <p className="label pt-2">{formatCount(lanes.length - rowsMax)} more lanes are not listed.</p>
      )}
    </Panel>
  );
}

function LaneRow({
  lane,
  ofSeveral,
  sequence,
}: {
  readonly lane: Lane & { readonly instanceId: string };
  /** Whose it is has to be said. */
  readonly ofSeveral: boolean;
  readonly sequence: string;
}) {
  const count = (column: "depth" | "capacity" | "processed"): Figure => ({
    column,
    sequence,
    value: lane[column],
    shown: shown(formatCount(lane[column]), String(lane[column])),
  });
  const { oldestAgeMs, busyRatio } = lane;
  const oldest: Figure = {
    column: "oldestAgeMs",
    sequence,
    value: oldestAgeMs,
    shown:
      oldestAgeMs === null
        ? absent("nothing waits")
        : shown(formatDuration(oldestAgeMs), `${oldestAgeMs} ms`),
  };
  const busy: Figure = {
    column: "busyRatio",
    sequence,
    value: busyRatio,
    shown: shown(`${Math.round(busyRatio * 100)} %`, String(busyRatio)),
  };
  const isFull = lane.depth >= lane.capacity;
  const capacity = count("capacity");
  const depth = count("depth");
  return (
    <tr data-lane={`${lane.stage}-${lane.lane}`} className="hover:bg-raised">
      <th scope="row">
        <span className="font-mono text-12 text-ink">{lane.lane}</span>
        <span className="ml-2 text-quiet">stage {lane.stage}</span>
        {ofSeveral && <span className="ml-2 text-quiet">{lane.instanceId}</span>}
      </th>
      <td data-column="state" data-sequence={sequence} data-value={lane.state}>
        <MarkTag mark={isFull && lane.state === "busy" ? fullMark : marks[lane.state]} />
      </td>
      <td className="number">
        <span {...figureAttributes(depth)}>{depth.shown.text}</span>
        <span className="text-quiet"> / </span>
        <span {...figureAttributes(capacity)} className="mr-2 text-quiet">
          {capacity.shown.text}
        </span>
        <Meter share={lane.depth / Math.max(1, lane.capacity)} hot={isFull} />
      </td>
      <FigureCell figure={oldest} />
      <FigureCell figure={busy} className="max-sm:hidden" />
      <FigureCell figure={count("processed")} className="max-sm:hidden" />
    </tr>
  );
}
