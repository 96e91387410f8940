import type { Times } from "../../lib/format/times.ts";
import type { Silence } from "./chart-frame.ts";
import type { ChartView } from "./chart-view.ts";
import { nowStyle } from "./line-styles.ts";
import { type PlotScale, xOf, yOf } from "./plot-scale.ts";
import { axisWord } from "./value-words.ts";

export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const textClass = "fill-quiet text-[11px] tabular-nums";
/** A band this wide has room for its word. */
const wordPixels = 52;

const silenceWords: Readonly<Record<Silence["why"], string>> = {
  silent: "no data",
  restart: "restart",
  before: "nothing kept",
};

/** What stands behind the lines: grid, axes, times of which nothing is known, and now. */
export function Axes({
  box,
  scale,
  view,
  silences,
  times,
}: {
  readonly box: PlotBox;
  readonly scale: PlotScale;
  readonly view: ChartView;
  readonly silences: readonly Silence[];
  readonly times: Times;
}) {
  const { span, valueTicks, timeTicks } = scale;
  const stepOf = (ticks: readonly number[]): number => (ticks[1] ?? 0) - (ticks[0] ?? 0);
  const wordOf = (value: number): string =>
    view === "plane" ? times.tick(value, stepOf(valueTicks)) : axisWord(view, value);
  const right = box.left + box.width;
  const bottom = box.top + box.height;
  return (
    <g>
      {silences.map(({ fromMs, untilMs, why }) => {
        const x = box.left + Math.max(0, xOf(scale, fromMs));
        const end = box.left + Math.min(box.width, xOf(scale, untilMs));
        return (
          <g key={`${fromMs} ${why}`} data-silence={why}>
            <rect
              x={x}
              y={box.top}
              width={Math.max(1, end - x)}
              height={box.height}
              fill="var(--n-3)"
              stroke="var(--n-7)"
              strokeDasharray="2 3"
            />
            {end - x > wordPixels && (
              <text x={(x + end) / 2} y={box.top + 14} textAnchor="middle" className={textClass}>
                {silenceWords[why]}
              </text>
            )}
          </g>
        );
      })}
      {valueTicks.map((value) => {
        const y = box.top + yOf(scale, value);
        return (
          <g key={value}>
            <path d={`M${box.left} ${y}H${right}`} stroke={value === 0 ? "var(--n-7)" : "var(--n-4)"} />
            <text data-axis="value" x={box.left - 8} y={y + 4} textAnchor="end" className={textClass}>
              {wordOf(value)}
            </text>
          </g>
        );
      })}
      <path d={`M${box.left} ${bottom}H${right}`} stroke="var(--n-6)" />
      {timeTicks.map((atMs) => {
        const x = box.left + xOf(scale, atMs);
        return (
          <g key={atMs}>
            <path d={`M${x} ${bottom}v4`} stroke="var(--n-6)" />
            <text
              data-axis="time"
              x={x}
              y={bottom + 16}
              textAnchor={x - box.left < 24 ? "start" : right - x < 24 ? "end" : "middle"}
              className={textClass}
            >
              {times.tick(atMs, stepOf(timeTicks))}
            </text>
          </g>
        );
      })}
      {view === "plane" && (
        <path
          data-now=""
          d={`M${box.left} ${box.top + yOf(scale, span.fromMs)}L${right} ${box.top + yOf(scale, span.toMs)}`}
          stroke={nowStyle.colour}
          strokeDasharray={nowStyle.dash.join(" ")}
          clipPath="url(#plot-clip)"
        />
      )}
    </g>
  );
}
