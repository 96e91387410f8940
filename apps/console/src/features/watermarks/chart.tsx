"use client";

import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatAxisDuration } from "../../lib/format/duration.ts";
import { formatClock } from "../../lib/format/time.ts";
import { Glyph } from "../../ui/glyph.tsx";
import type { TimeView } from "../partitions/times.ts";
import type { ChartData, ChartPoint } from "./chart-data.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";

export interface WatermarkChartProps {
  readonly data: ChartData;
  readonly view: TimeView;
  readonly heldBackBy: string | undefined;
  readonly held: readonly string[];
}

/** The axis never shows less than this, so that a new chart does not stretch. */
const spanMsMin = 120_000;
const axisText = { fill: "var(--n-10)", fontSize: 11 };

/** Thin neutral lines for the partitions; colour for the one that holds back and for the held; the global strongest. */
export function WatermarkChart({ data, view, heldBackBy, held }: WatermarkChartProps) {
  const last = data.points.at(-1)?.atMs ?? 0;
  const first = Math.min(data.points[0]?.atMs ?? 0, last - spanMsMin);
  const strokeOf = (name: string): string =>
    name === heldBackBy ? "var(--waiting)" : held.includes(name) ? "var(--held)" : "var(--n-8)";
  const others = data.lines.filter((name) => name !== heldBackBy && !held.includes(name)).length;
  return (
    <figure className="flex h-full flex-col">
      <div className="min-h-0 flex-1">
        <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 900, height: 280 }}>
          <LineChart
            data={[...data.points]}
            margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
            title={view === "gap" ? "Gap of each watermark to now" : "Each watermark"}
          >
            <CartesianGrid vertical={false} stroke="var(--n-4)" />
            <XAxis
              dataKey="atMs"
              type="number"
              domain={[first, last]}
              tickFormatter={formatClock}
              tick={axisText}
              tickLine={false}
              axisLine={{ stroke: "var(--n-6)" }}
              minTickGap={56}
              height={24}
            />
            <YAxis
              type="number"
              domain={view === "gap" ? [(min: number) => Math.min(0, min), "auto"] : ["auto", "auto"]}
              tickFormatter={view === "gap" ? formatAxisDuration : formatClock}
              tick={axisText}
              tickLine={false}
              axisLine={false}
              width={64}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: "var(--n-8)" }}
              content={({ active, payload }) => {
                const point: ChartPoint | undefined = payload[0]?.payload;
                return active && point !== undefined ? (
                  <ChartTooltip point={point} lines={data.lines} heldBackBy={heldBackBy} />
                ) : null;
              }}
            />
            {data.lines.map((name, index) => (
              <Line
                key={name}
                name={name}
                dataKey={(point: ChartPoint) => point.values[index + 1]}
                stroke={strokeOf(name)}
                strokeWidth={name === heldBackBy || held.includes(name) ? 1.5 : 1}
                dot={false}
                activeDot={false}
                isAnimationActive={false}
                type="linear"
              />
            ))}
            <Line
              name="global"
              dataKey={(point: ChartPoint) => point.values[0]}
              stroke="var(--n-12)"
              strokeWidth={2.25}
              dot={false}
              activeDot={{ r: 3, fill: "var(--n-12)", stroke: "var(--n-1)" }}
              isAnimationActive={false}
              type="linear"
            />
          </LineChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 pt-2 text-12 text-soft">
        <LegendLine colour="var(--n-12)" width={2.25} word="global watermark" />
        {heldBackBy !== undefined && (
          <LegendLine colour="var(--waiting)" width={1.5} word={`${heldBackBy} holds it back`} />
        )}
        {held
          .filter((name) => name !== heldBackBy && data.lines.includes(name))
          .slice(0, 3)
          .map((name) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <Glyph name="diamond" className="text-held" />
              {name} held
            </span>
          ))}
        {others > 0 && <LegendLine colour="var(--n-8)" width={1} word={`${others} other partitions`} />}
      </figcaption>
    </figure>
  );
}

function LegendLine({
  colour,
  width,
  word,
}: {
  readonly colour: string;
  readonly width: number;
  readonly word: string;
}) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg width="16" height="8" aria-hidden="true">
        <path d="M0 4h16" stroke={colour} strokeWidth={width} />
      </svg>
      {word}
    </span>
  );
}
