import { formatDuration } from "../../lib/format/duration.ts";
import { formatCount } from "../../lib/format/integer.ts";
import type { Mark } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { ScrollMore } from "../../ui/scroll-more.tsx";
import type { Pressure, StagePressure } from "./pressure.ts";
import { stageWords } from "./pressure-sentence.ts";

const box = { width: 216, height: 92, gapX: 48, gapY: 16 } as const;

export const stuckMark: Mark = { glyph: "cross", hue: "text-waiting", word: "stuck" };

/** The cause has the colour and the filled shape; who only waits for it has neither. */
export function pressureMark(pressure: Pressure): Mark {
  switch (pressure.kind) {
    case "flows":
      return { glyph: "ring", hue: "text-glyph", word: "has room" };
    case "cause":
      return { glyph: "back", hue: "text-waiting", word: "slow here" };
    case "waits":
      return {
        glyph: "stop",
        hue: "text-quiet",
        word: `waits for ${pressure.for.map((stage) => `stage ${stage}`).join(", ")}`,
      };
  }
}

/** The stages of an app and what each feeds, from the dispatcher on. The sentence above it says the same in words. */
export function StagePicture({ stages }: { readonly stages: readonly StagePressure[] }) {
  const places = placesOf(stages);
  const columns = Math.max(...stages.map(({ column }) => column)) + 1;
  const rows = Math.max(...[...places.values()].map(({ row }) => row)) + 1;
  const size = {
    width: columns * (box.width + box.gapX) - box.gapX,
    height: rows * (box.height + box.gapY) - box.gapY,
  };
  return (
    <figure className="py-4" data-stage-picture="">
      <ScrollMore>
        <div className="relative" style={size}>
          <svg aria-hidden="true" className="absolute inset-0" width={size.width} height={size.height}>
            {stages.flatMap((from) =>
              from.feeds.map((to) => (
                <Edge
                  key={`${from.stage}-${to}`}
                  from={places.get(from.stage)}
                  to={places.get(to)}
                  isHeldUp={stages.some(({ stage, fullLanes }) => stage === to && fullLanes > 0)}
                />
              )),
            )}
          </svg>
          <ul>
            {stages.map((stage) => (
              <StageBox key={stage.stage} stage={stage} place={places.get(stage.stage)} />
            ))}
          </ul>
        </div>
      </ScrollMore>
    </figure>
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly row: number;
}

function placesOf(stages: readonly StagePressure[]): ReadonlyMap<number, Place> {
  const inColumn = new Map<number, number>();
  return new Map(
    stages.map(({ stage, column }) => {
      const row = inColumn.get(column) ?? 0;
      inColumn.set(column, row + 1);
      return [stage, { x: column * (box.width + box.gapX), y: row * (box.height + box.gapY), row }];
    }),
  );
}

/** Dashed where what it leads to takes nothing more. */
function Edge({
  from,
  to,
  isHeldUp,
}: {
  readonly from: Place | undefined;
  readonly to: Place | undefined;
  readonly isHeldUp: boolean;
}) {
  if (from === undefined || to === undefined) return null;
  const [x1, y1] = [from.x + box.width, from.y + box.height / 2];
  const [x2, y2] = [to.x, to.y + box.height / 2];
  const middle = (x1 + x2) / 2;
  return (
    <g fill="none" stroke={isHeldUp ? "var(--n-10)" : "var(--n-8)"} strokeWidth="1.5">
      <path
        d={`M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2 - 2} ${y2}`}
        strokeDasharray={isHeldUp ? "4 3" : undefined}
      />
      <path d={`M${x2 - 7} ${y2 - 4}L${x2 - 2} ${y2}L${x2 - 7} ${y2 + 4}`} />
    </g>
  );
}

function StageBox({ stage, place }: { readonly stage: StagePressure; readonly place: Place | undefined }) {
  const { pressure, lanes, fullLanes, oldestAgeMs, operators, stuckForMs } = stage;
  const isCause = pressure.kind === "cause" || stuckForMs !== undefined;
  const name = stageWords(stage);
  return (
    <li
      data-stage={stage.stage}
      data-pressure={pressure.kind}
      className={`absolute flex flex-col justify-center gap-0.5 overflow-hidden rounded-6 border bg-bg px-3 ${isCause ? "border-2 border-waiting" : "border-border"}`}
      style={{ left: place?.x, top: place?.y, width: box.width, height: box.height }}
      title={operators.length === 0 ? name : `${name}: ${operators.join(", ")}`}
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="shrink-0 font-medium text-13">{name.replace("the ", "")}</span>
        <MarkTag mark={stuckForMs === undefined ? pressureMark(pressure) : stuckMark} />
      </span>
      <span className="truncate font-mono text-12 text-soft">{operators.join(", ")}</span>
      <span className="font-mono text-12 text-quiet">
        {lanes === 0
          ? "in front of the lanes"
          : `${formatCount(fullLanes)} of ${formatCount(lanes)} full${oldestAgeMs === null ? "" : `, ${formatDuration(oldestAgeMs)}`}`}
      </span>
    </li>
  );
}
