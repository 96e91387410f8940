import type { AppLane } from "@stoatflow/api";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { previewPayload } from "../../lib/format/payload.ts";
import { formatPercent } from "../../lib/format/percent.ts";
import { absent, shown } from "../../lib/format/shown.ts";
import { ColumnHead } from "../../ui/column-head.tsx";
import type { Mark } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { Meter } from "../../ui/meter.tsx";
import { type Figure, FigureCell, figureAttributes } from "../../ui/number-cell.tsx";
import { ScrollMore } from "../../ui/scroll-more.tsx";
import { isFull, isFullOrStuck, type Pressure } from "./pressure.ts";
import { pressureMark, stuckMark } from "./stage-picture.tsx";
import { stuckForMs } from "./stuck.ts";

/** How many lanes are listed; the ones left out are counted. */
const rowsMax = 64;

export type OfInstance = AppLane & { readonly instanceId: string };

const marks: Readonly<Record<AppLane["state"], Mark>> = {
  idle: { glyph: "ring", hue: "text-glyph", word: "idle" },
  busy: { glyph: "dot", hue: "text-glyph", word: "busy" },
  parked: { glyph: "bars", hue: "text-quiet", word: "parked" },
};

/** The lanes at one tick, in their order; of more than are listed, those that are full or stuck before the others. */
export function LaneTable({
  lanes,
  sequence,
  pressureOf,
  blocks,
}: {
  readonly lanes: readonly OfInstance[];
  readonly sequence: string;
  readonly pressureOf: (lane: OfInstance) => Pressure;
  /** Whether a pause that is under way waits for it. */
  readonly blocks: (lane: OfInstance) => boolean;
}) {
  const ofSeveral = new Set(lanes.map(({ instanceId }) => instanceId)).size > 1;
  const listed =
    lanes.length <= rowsMax
      ? lanes
      : [...lanes.filter(isFullOrStuck), ...lanes.filter((lane) => !isFullOrStuck(lane))];
  return (
    <>
      <ScrollMore>
        <table className="table table-fixed" aria-label="Lanes">
          <colgroup>
            {[
              "w-[180px] max-md:w-[92px]",
              "w-[156px] max-md:w-[132px]",
              "w-[170px]",
              "w-[92px]",
              "w-[200px]",
              "w-[80px]",
              "w-[190px]",
              "w-[116px]",
            ].map((width) => (
              <col key={width} className={width} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 z-10 bg-bg">
                Lane
              </th>
              <ColumnHead means="idle: nothing waits. busy: it has records. stuck: it has been at one record for more than 5 s. slow here: it is full, and what it feeds has room. waits for: it is full since what it feeds is. parked: it stands still.">
                State
              </ColumnHead>
              <ColumnHead means="records that wait in the lane, of those it has room for" className="number">
                Waiting
              </ColumnHead>
              <ColumnHead means="how long the first of them has waited" className="number">
                Oldest
              </ColumnHead>
              <ColumnHead means="what takes the oldest of them" className="pl-4">
                Next into
              </ColumnHead>
              <ColumnHead
                means="the share of the time since the last tick that it spent in operators"
                className="number"
              >
                Busy
              </ColumnHead>
              <ColumnHead
                means="the key that most of its records of the last seconds are of, where one has a fifth or more of them: no other lane can take a part of its work"
                className="pl-4"
              >
                Hot key
              </ColumnHead>
              <ColumnHead means="records since the app's start" className="number">
                Processed
              </ColumnHead>
            </tr>
          </thead>
          <tbody>
            {listed.slice(0, rowsMax).map((lane) => (
              <LaneRow
                key={`${lane.instanceId}-${lane.stage}-${lane.lane}`}
                lane={lane}
                ofSeveral={ofSeveral}
                sequence={sequence}
                pressure={pressureOf(lane)}
                isBlocking={blocks(lane)}
              />
            ))}
          </tbody>
        </table>
      </ScrollMore>
      {lanes.length > rowsMax && (
        <p className="label pt-2">
          {formatCount(lanes.length - rowsMax)} more lanes are not listed; those that are full or stuck come
          first.
        </p>
      )}
    </>
  );
}

function LaneRow({
  lane,
  ofSeveral,
  sequence,
  pressure,
  isBlocking,
}: {
  readonly lane: OfInstance;
  /** Whose it is has to be said. */
  readonly ofSeveral: boolean;
  readonly sequence: string;
  readonly pressure: Pressure;
  readonly isBlocking: boolean;
}) {
  const count = (column: "depth" | "capacity" | "processed"): Figure => ({
    column,
    sequence,
    value: lane[column],
    shown: shown(formatCount(lane[column]), String(lane[column])),
  });
  const { oldestAgeMs, busyRatio, operator } = lane;
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
    shown: shown(formatPercent(busyRatio), String(busyRatio)),
  };
  const full = isFull(lane);
  const isStuck = stuckForMs(lane) !== undefined;
  const isCause = isStuck || (full && pressure.kind === "cause");
  const capacity = count("capacity");
  const depth = count("depth");
  const ground = isCause ? "bg-raised" : "bg-bg group-hover:bg-raised";
  return (
    <tr
      data-lane={`${lane.stage}-${lane.lane}`}
      data-cause={isCause}
      data-blocks={isBlocking}
      className={`group ${isCause ? "bg-raised" : "hover:bg-raised"}`}
    >
      <th scope="row" className={`sticky left-0 z-10 ${ground}`}>
        <span className="font-mono text-12 text-ink">{lane.lane}</span>
        <span className="ml-2 text-quiet">stage {lane.stage}</span>
        {ofSeveral && <span className="ml-2 text-quiet">{lane.instanceId}</span>}
      </th>
      <td data-column="state" data-sequence={sequence} data-value={lane.state}>
        <MarkTag
          mark={
            isStuck ? stuckMark : full && lane.state !== "parked" ? pressureMark(pressure) : marks[lane.state]
          }
        />
      </td>
      <td className="number">
        <span {...figureAttributes(depth)}>{depth.shown.text}</span>
        <span className="text-quiet"> / </span>
        <span {...figureAttributes(capacity)} className="mr-2 text-quiet">
          {capacity.shown.text}
        </span>
        <Meter share={lane.depth / Math.max(1, lane.capacity)} hot={isCause} />
      </td>
      <FigureCell figure={oldest} className={isCause ? "font-semibold text-waiting" : ""} />
      <td className="truncate pl-4 font-mono text-12" title={operator ?? "nothing waits, or it is not told"}>
        {isBlocking && <span className="hue mr-2 font-sans text-paused">the pause waits</span>}
        {operator ?? <span className="text-quiet">—</span>}
      </td>
      <FigureCell figure={busy} />
      <HotKeyCell lane={lane} />
      <FigureCell figure={count("processed")} />
    </tr>
  );
}

/** The hottest key with its share, which is a lower bound; the others of it in the title. */
function HotKeyCell({ lane: { hotKeys } }: { readonly lane: OfInstance }) {
  const [hottest] = hotKeys ?? [];
  if (hottest === undefined) {
    return (
      <td
        className="pl-4 text-quiet"
        title={hotKeys === undefined ? "this engine does not tell it" : "no key has a fifth of them"}
      >
        —
      </td>
    );
  }
  const words = ({ key, atLeastRatio }: typeof hottest) =>
    `${previewPayload(key).text}, at least ${formatPercent(atLeastRatio)}`;
  return (
    <td className="pl-4 text-12" title={(hotKeys ?? []).map(words).join("; ")} data-hot-key="">
      <span className="flex items-baseline gap-2">
        <span className="truncate font-mono">{previewPayload(hottest.key).text}</span>
        <span className="shrink-0 text-quiet">≥ {formatPercent(hottest.atLeastRatio)}</span>
      </span>
    </td>
  );
}
