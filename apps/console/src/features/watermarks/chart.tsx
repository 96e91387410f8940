"use client";

import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatAxisDuration } from "../../lib/format/duration.ts";
import { formatClock } from "../../lib/format/time.ts";
import { coveringTimeTicks, niceTimeTicks } from "../../lib/format/time-ticks.ts";
import { Glyph } from "../../ui/glyph.tsx";
import type { TimeView } from "../partitions/times.ts";
import type { ChartData, ChartPoint } from "./chart-data.ts";
import { chartScale } from "./chart-scale.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import { wordsBeyond } from "./words-beyond.ts";

export interface WatermarkChartProps {
  readonly data: ChartData;
  readonly view: TimeView;
  readonly heldBackBy: string | undefined;
  /** Whether event time is in trouble, so that the one that holds it back is coloured. */
  readonly isBehind: boolean;
  readonly held: readonly string[];
  /** Those that are excluded from the minimum. */
  readonly idle: readonly string[];
}

/** The axis never shows less than this, so that a new chart does not stretch. */
const spanMsMin = 120_000;
const headroom = 1.15;
const axisWidth = { usual: 64, withAhead: 84 };
const axisText = { fill: "var(--n-10)", fontSize: 11 };

/** Thin neutral lines for the partitions; colour for the one that holds back and for the held; the global strongest. */
export function WatermarkChart({ data, view, heldBackBy, isBehind, held, idle }: WatermarkChartProps) {
  const last = data.points.at(-1)?.atMs ?? 0;
  const first = Math.min(data.points[0]?.atMs ?? 0, last - spanMsMin);
  const timeTicks = niceTimeTicks(first, last, 6);
  const { lowMs, highMs, beyond } = chartScale(data, view);
  // Lines at rest do not run along the ceiling: that looks like an alarm.
  const valueTicks = coveringTimeTicks(lowMs, view === "gap" ? highMs * headroom : highMs, 5);
  const strokeOf = (name: string): string =>
    isBehind && name === heldBackBy ? "var(--waiting)" : held.includes(name) ? "var(--held)" : "var(--n-8)";
  const isMarked = (name: string): boolean => (isBehind && name === heldBackBy) || held.includes(name);
  const isAway = (name: string): boolean => beyond.some((each) => each.isNow && each.name === name);
  const plain = data.lines.filter((name) => !isMarked(name) && !isAway(name));
  const resting = plain.filter((name) => idle.includes(name)).length;
  const others = plain.length - resting;
  const silent = silences(data, first);
  const partitionLine = (name: string, index: number) => (
    <Line
      key={name}
      name={name}
      dataKey={(point: ChartPoint) => point.values[index + 1]}
      stroke={strokeOf(name)}
      strokeWidth={isMarked(name) ? 1.25 : 1}
      {...(idle.includes(name) ? { strokeDasharray: "2 4" } : {})}
      dot={false}
      activeDot={false}
      isAnimationActive={false}
      type="linear"
    />
  );
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
            {silent.map(({ fromMs, toMs }) => (
              <ReferenceArea
                key={fromMs}
                x1={fromMs}
                x2={toMs}
                fill="var(--n-4)"
                stroke="var(--n-7)"
                strokeDasharray="2 3"
              />
            ))}
            <XAxis
              dataKey="atMs"
              type="number"
              domain={[first, last]}
              ticks={[...timeTicks]}
              tickFormatter={formatClock}
              tick={axisText}
              tickLine={false}
              axisLine={{ stroke: "var(--n-6)" }}
              height={24}
            />
            <YAxis
              type="number"
              domain={[valueTicks[0] ?? lowMs, valueTicks.at(-1) ?? highMs]}
              // A line that goes beyond leaves the chart at its edge, and the axis does not follow it.
              allowDataOverflow={beyond.length > 0}
              ticks={[...valueTicks]}
              tickFormatter={view === "gap" ? formatAxisDuration : formatClock}
              tick={axisText}
              tickLine={false}
              axisLine={false}
              width={view === "gap" && lowMs < 0 ? axisWidth.withAhead : axisWidth.usual}
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
            {data.lines.map((name, index) => (isMarked(name) ? null : partitionLine(name, index)))}
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
            {data.lines.map((name, index) => (isMarked(name) ? partitionLine(name, index) : null))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 pt-2 text-12 text-soft">
        <LegendLine colour="var(--n-12)" width={2.25} word="global watermark" />
        {isBehind && heldBackBy !== undefined && (
          <LegendLine colour="var(--waiting)" width={1.5} word={`${heldBackBy} holds it back`} />
        )}
        {held
          .filter((name) => !(isBehind && name === heldBackBy) && data.lines.includes(name))
          .slice(0, 3)
          .map((name) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <Glyph name="diamond" className="text-held" />
              {name} held
            </span>
          ))}
        {resting > 0 && (
          <LegendLine colour="var(--n-8)" width={1} dash="2 4" word={`${resting} idle, not counted`} />
        )}
        {others > 0 && (
          <LegendLine
            colour="var(--n-8)"
            width={1}
            word={`${others}${others < data.lines.length ? " other" : ""} ${others === 1 ? "partition" : "partitions"}`}
          />
        )}
        {wordsBeyond(beyond).map((words) => (
          <span key={words} data-beyond="" className="inline-flex items-baseline gap-1.5">
            <span aria-hidden="true">{view === "gap" ? "↓" : "↑"}</span>
            {words}
          </span>
        ))}
        {silent.length > 0 && (
          <span className="inline-flex items-center gap-1.5">
            <span className="h-3 w-4 border border-border border-dashed bg-selected" /> no data
          </span>
        )}
      </figcaption>
    </figure>
  );
}

function LegendLine({
  colour,
  width,
  word,
  dash,
}: {
  readonly colour: string;
  readonly width: number;
  readonly word: string;
  readonly dash?: string;
}) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg width="16" height="8" aria-hidden="true">
        <path d="M0 4h16" stroke={colour} strokeWidth={width} strokeDasharray={dash} />
      </svg>
      {word}
    </span>
  );
}

/** A stretch without ticks: nothing is known of it, and nothing is drawn. */
interface Silence {
  readonly fromMs: number;
  readonly toMs: number;
}

function silences({ points }: ChartData, firstMs: number): readonly Silence[] {
  const found: Silence[] = [];
  for (const [place, { tick }] of points.entries()) {
    const [before, after] = [points[place - 1], points[place + 1]];
    if (tick !== undefined || before === undefined || after === undefined) continue;
    const fromMs = Math.max(firstMs, before.atMs);
    if (after.atMs > fromMs) found.push({ fromMs, toMs: after.atMs });
  }
  return found;
}
