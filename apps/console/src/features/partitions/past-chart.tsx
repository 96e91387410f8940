"use client";

import type { MouseEvent } from "react";
import { describeGap, formatAxisDuration, formatGap } from "../../lib/format/duration.ts";
import { niceTimeTicks } from "../../lib/format/time-ticks.ts";
import type { Times } from "../../lib/format/times.ts";
import { Note, RowsOnTheirWay } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { type Box, gapRange, type PastStretch, pathOf } from "./past-line.ts";
import type { usePartitionPast } from "./use-partition-past.ts";

const size = { width: 560, height: 120 } as const;

/** How many of its points the table beside the chart lists. */
const listedPoints = 60;

type Past = ReturnType<typeof usePartitionPast>;

/** How far behind a partition was over time, with its holds; a click takes everything to that moment. */
export function PastChart({
  past,
  range,
  at,
  onAt,
}: {
  readonly past: Past;
  readonly range: { readonly fromMs: number; readonly toMs: number };
  readonly at: number | null;
  readonly onAt: (atMs: number) => void;
}) {
  const times = useTimes();
  const { history, stretches, bars } = past;
  if (history.error !== null) return <Note>Its history can't be had: {history.error.message}</Note>;
  if (history.data === undefined) return <RowsOnTheirWay rows={5} label="Asking history" />;
  const gaps = gapRange(stretches);
  if (gaps === undefined) return <Note>History knows no watermark of it in this time.</Note>;
  const box: Box = { ...range, ...gaps, ...size };
  const place = (timeMs: number): number =>
    Math.min(1, Math.max(0, (timeMs - range.fromMs) / (range.toMs - range.fromMs)));
  const choose = (event: MouseEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onAt(Math.round(range.fromMs + ((event.clientX - left) / width) * (range.toMs - range.fromMs)));
  };
  const clockAt = -gaps.lowMs / (gaps.highMs - gaps.lowMs);
  return (
    <figure data-past-chart="" className="flex flex-col gap-1">
      <figcaption className="text-pretty text-13 text-soft">{summaryOf(stretches, times)}</figcaption>
      <div className="grid grid-cols-[minmax(0,1fr)_76px] gap-x-2 pt-1">
        {/* The buttons above choose a moment by keys; here one points at it. */}
        <div
          aria-hidden="true"
          className="relative cursor-crosshair border-hairline border-b"
          onClick={choose}
        >
          <svg
            viewBox={`0 0 ${size.width} ${size.height}`}
            preserveAspectRatio="none"
            className="block h-30 w-full overflow-visible"
            aria-hidden="true"
          >
            <line
              x1="0"
              x2={size.width}
              y1={clockAt * size.height}
              y2={clockAt * size.height}
              stroke="var(--n-7)"
              strokeDasharray="3 3"
              vectorEffect="non-scaling-stroke"
            />
            {stretches.map((stretch) => (
              <g key={stretch[0]?.atMs} fill="none" strokeLinecap="round" strokeWidth="1.5">
                <path
                  d={pathOf(stretch, "gapMs", box)}
                  stroke="var(--n-12)"
                  vectorEffect="non-scaling-stroke"
                />
                <path
                  d={pathOf(stretch, "previewGapMs", box)}
                  stroke="var(--held)"
                  strokeDasharray="4 3"
                  vectorEffect="non-scaling-stroke"
                />
              </g>
            ))}
          </svg>
          <div className="relative h-3">
            {bars.map(({ key, fromMs, untilMs }) => (
              <span
                key={key}
                data-past-hold=""
                className="absolute top-0.5 h-2 rounded-[2px] bg-held"
                style={{
                  left: `${place(fromMs) * 100}%`,
                  width: `max(2px, ${(place(untilMs) - place(fromMs)) * 100}%)`,
                }}
              />
            ))}
          </div>
          {at !== null && (
            <span className="absolute inset-y-0 w-px bg-ink" style={{ left: `${place(at) * 100}%` }} />
          )}
        </div>
        <div aria-hidden="true" className="label relative">
          <span className="absolute -translate-y-1/2" style={{ top: `${clockAt * size.height}px` }}>
            now
          </span>
          <span className="absolute -translate-y-1/2" style={{ top: clockAt > 0.85 ? 6 : size.height }}>
            {formatAxisDuration(clockAt > 0.85 ? gaps.lowMs : gaps.highMs)}
          </span>
        </div>
        <div aria-hidden="true" className="relative h-5">
          {niceTimeTicks(
            range.fromMs + times.offsetMs(range.fromMs),
            range.toMs + times.offsetMs(range.toMs),
            5,
          ).map((local, index, all) => {
            const timeMs = local - times.offsetMs(local);
            const stepMs = (all[1] ?? local) - (all[0] ?? local);
            return (
              <span
                key={local}
                className={`label absolute -translate-x-1/2 ${index % 2 === 0 ? "" : "max-sm:hidden"}`}
                style={{ left: `${place(timeMs) * 100}%` }}
              >
                {times.tick(timeMs, stepMs)}
              </span>
            );
          })}
        </div>
      </div>
      <div aria-hidden="true" className="flex gap-4 text-12 text-soft">
        <span className="inline-flex items-center gap-1.5">
          <span className="h-px w-4 bg-ink" /> behind the clock
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span className="w-4 border-held border-t border-dashed" /> {previewWords(stretches, box)}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span className="h-2 w-4 rounded-[2px] bg-held" /> held
        </span>
      </div>
      <PointTable stretches={stretches} times={times} />
    </figure>
  );
}

function summaryOf(stretches: readonly PastStretch[], times: Times): string {
  const known = stretches.flat().filter(({ gapMs }) => gapMs !== null);
  const last = known.at(-1);
  const worst = known.toSorted((a, b) => (b.gapMs ?? 0) - (a.gapMs ?? 0))[0];
  if (last === undefined || worst === undefined) return "It had no watermark in this time, only a preview.";
  const breaks = stretches.length - 1;
  const gaps =
    breaks === 0 ? "" : ` Nothing is known ${breaks === 1 ? "once" : `${breaks} times`} in between.`;
  return `Furthest ${describeGap(worst.gapMs ?? 0)} at ${times.words(worst.atMs, last.atMs)}; ${describeGap(last.gapMs ?? 0)} at the end of it.${gaps}`;
}

/** What the dashed line is, and how far where it is beyond the chart. */
function previewWords(stretches: readonly PastStretch[], { lowMs }: Box): string {
  const last = stretches.flat().findLast(({ previewGapMs }) => previewGapMs !== null)?.previewGapMs ?? null;
  return last === null || last >= lowMs ? "preview" : `preview, ${describeGap(last)}, beyond the chart`;
}

/** The same as the chart, in numbers. */
function PointTable({
  stretches,
  times,
}: {
  readonly stretches: readonly PastStretch[];
  readonly times: Times;
}) {
  const points = stretches.flat();
  const every = Math.ceil(points.length / listedPoints);
  const listed = points.filter((_, index) => (points.length - 1 - index) % every === 0).toReversed();
  return (
    <details className="text-13">
      <summary className="label cursor-pointer py-1">The same in numbers</summary>
      <div className="max-h-64 overflow-auto">
        <table className="table" aria-label="How far behind it was, newest first">
          <thead>
            <tr>
              <th scope="col">At</th>
              <th scope="col">State</th>
              <th scope="col" className="number">
                Behind
              </th>
              <th scope="col" className="number">
                Preview
              </th>
            </tr>
          </thead>
          <tbody>
            {listed.map(({ atMs, gapMs, previewGapMs, state }) => (
              <tr key={atMs}>
                <th scope="row" className="font-mono text-12">
                  {times.dateTime(atMs)}
                </th>
                <td>{state?.replaceAll("-", " ")}</td>
                <td className="number">{gapMs === null ? "none" : formatGap(gapMs)}</td>
                <td className="number">{previewGapMs === null ? "none" : formatGap(previewGapMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
