"use client";

import { useRouter } from "next/navigation";
import { type inferParserType, useQueryStates } from "nuqs";
import { useId, useMemo } from "react";
import { overviewSearchParams } from "../../app/apps/[id]/search-params.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { partitionHref } from "../partitions/partition-href.ts";
import { axisScale, whoIsBeyond } from "./axis-scale.ts";
import { Brush, brushHeight } from "./brush.tsx";
import { ChartTable } from "./chart-table.tsx";
import { chartForms, chartViews, chartViewWords, drawnFrame } from "./chart-view.ts";
import { type ChartWindow, defaultSpanMs } from "./chart-window.ts";
import { Choice } from "./choice.tsx";
import { HeatLegend, Heatmap } from "./heatmap.tsx";
import { InstanceClocks } from "./instance-clocks.tsx";
import { Legend } from "./legend.tsx";
import { PartitionChoice } from "./partition-choice.tsx";
import { planeMarks } from "./plane-marks.ts";
import { chartHeight, Plot, plotBox } from "./plot.tsx";
import { plotScale } from "./plot-scale.ts";
import { SpanBar } from "./span-bar.tsx";
import { summarySentence } from "./summary-sentence.ts";
import { useAnnotations } from "./use-annotations.ts";
import { type ShownFrame, useFrame } from "./use-frame.ts";
import { useWidth } from "./use-size.ts";
import { waitingWords } from "./waiting-words.ts";

/** More partitions than this are a heatmap, unless lines are asked for. */
const linesMax = 64;
const wholeHeight = chartHeight + brushHeight;
/** Of a line of the legend and two of the sentence, with the space around the figure. */
const captionHeight = 84;

/** The watermarks of an app: gap, plane or skew over any span, as a chart or a table. */
export function WatermarksPanel() {
  const [params, setParams] = useQueryStates(overviewSearchParams);
  const { view, span: spanMs, from, to, lines: chosen, as, draw } = params;
  const window = useMemo(
    (): ChartWindow =>
      from !== null && to !== null && to > from
        ? { kind: "fixed", fromMs: from, toMs: to }
        : { kind: "live", spanMs: spanMs ?? defaultSpanMs },
    [from, to, spanMs],
  );
  const state = useFrame(window, chosen);
  const shown = state.kind === "shown" ? state.shown : undefined;
  const [host, width] = useWidth();
  const times = useTimes();
  const live = useLiveView();
  const isMany = chosen === null && (live?.summary.partitions ?? 0) > linesMax;
  const canBeHeat = view === "gap" && isMany;
  const isHeat = canBeHeat && as === "chart" && draw !== "lines";
  const onWindow = (next: ChartWindow | undefined): void => {
    void setParams(
      next?.kind === "fixed"
        ? { from: next.fromMs, to: next.toMs, span: null }
        : {
            from: null,
            to: null,
            span: next === undefined || next.spanMs === defaultSpanMs ? null : next.spanMs,
          },
    );
  };
  return (
    <Panel
      id="watermarks"
      title="Watermarks"
      about={chartViewWords[view].about}
      aside={
        <div className="flex flex-wrap gap-2">
          <Choice
            label="What the chart shows"
            value={view}
            choices={chartViews.map((value) => ({ value, word: chartViewWords[value].name }))}
            onChange={(next) => void setParams({ view: next })}
          />
          <Choice
            label="Chart or table"
            value={as}
            choices={chartForms.map((value) => ({ value, word: value === "chart" ? "Chart" : "Table" }))}
            onChange={(next) => void setParams({ as: next })}
          />
        </div>
      }
    >
      <SpanBar
        window={window}
        span={shown?.span ?? (window.kind === "fixed" ? window : undefined)}
        nowMs={shown?.nowMs}
        times={times}
        onWindow={onWindow}
      >
        {canBeHeat && (
          <Choice
            label="How so many partitions are drawn"
            value={isHeat ? "heat" : "lines"}
            choices={[
              { value: "heat", word: "All" },
              { value: "lines", word: "Furthest behind" },
            ]}
            onChange={(next) => void setParams({ draw: next === "heat" ? "auto" : "lines" })}
          />
        )}
        <PartitionChoice
          chosen={chosen}
          onChange={(next) => void setParams({ lines: next === null ? null : [...next] })}
        />
      </SpanBar>
      <div ref={host} className="min-w-0">
        {shown === undefined || width === 0 ? (
          <p
            role="status"
            className="flex items-center justify-center text-quiet"
            style={{ height: wholeHeight + captionHeight }}
          >
            {state.kind === "failed" && `The history can't be had: ${state.message}`}
            {state.kind === "waiting" && waitingWords(state.awaited, window, times)}
          </p>
        ) : (
          <Chart
            shown={shown}
            width={width}
            window={window}
            onWindow={onWindow}
            params={params}
            isHeat={isHeat}
          />
        )}
      </div>
    </Panel>
  );
}

type Params = inferParserType<typeof overviewSearchParams>;

function Chart({
  shown,
  width,
  window,
  onWindow,
  params,
  isHeat,
}: {
  readonly shown: ShownFrame;
  readonly width: number;
  readonly window: ChartWindow;
  readonly onWindow: (window: ChartWindow | undefined) => void;
  readonly params: Params;
  readonly isHeat: boolean;
}) {
  const times = useTimes();
  const appId = useAppId();
  const live = useLiveView();
  const router = useRouter();
  const summaryId = useId();
  const { view, as, lines: chosen } = params;
  const { frame, span, nowMs, heldBackBy, idle, held } = shown;
  const { fromMs, toMs } = span;
  const drawn = useMemo(() => drawnFrame(frame, view), [frame, view]);
  const axis = useMemo(() => axisScale(frame, drawn, idle, toMs), [frame, drawn, idle, toMs]);
  const annotations = useAnnotations(span);
  const sentence = useMemo(
    () => summarySentence(frame, drawn, idle, { fromMs, toMs }, times),
    [frame, drawn, idle, fromMs, toMs, times],
  );
  const onOpen = (partition: string, atMs: number): void =>
    router.push(partitionHref(appId, partition, atMs));
  const box = useMemo(() => plotBox(width), [width]);
  const scale = useMemo(
    () => plotScale(axis, view, { fromMs, toMs }, box.width, box.height),
    [axis, view, fromMs, toMs, box],
  );
  const marks = useMemo(
    () => planeMarks(annotations.all, frame, drawn, scale),
    [annotations.all, frame, drawn, scale],
  );
  const heatBox = useMemo(() => ({ ...box, height: chartHeight - box.top - 24 }), [box]);
  return (
    <>
      <figure aria-label={chartViewWords[view].title} className="chart pt-2">
        {as === "table" ? (
          <ChartTable
            frame={frame}
            view={view}
            span={span}
            annotations={annotations.all}
            times={times}
            height={chartHeight}
          />
        ) : isHeat ? (
          <div style={{ height: chartHeight }}>
            <Heatmap
              width={width}
              box={heatBox}
              window={window}
              span={span}
              nowMs={nowMs}
              times={times}
              describedBy={summaryId}
              onOpen={onOpen}
            />
          </div>
        ) : (
          <Plot
            width={width}
            shown={shown}
            drawn={drawn}
            scale={scale}
            marks={marks}
            view={view}
            window={window}
            annotations={annotations}
            times={times}
            describedBy={summaryId}
            onWindow={onWindow}
            onOpen={onOpen}
          />
        )}
        <Brush box={box} span={span} window={window} nowMs={nowMs} times={times} onWindow={onWindow} />
        <figcaption className="pt-2">
          <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-12 text-soft">
            {isHeat ? (
              <HeatLegend />
            ) : (
              <Legend
                app={appId}
                frame={frame}
                drawn={drawn}
                scale={scale}
                marks={marks}
                marked={{ heldBackBy, held, idle }}
                beyond={whoIsBeyond(frame, drawn, idle, scale)}
                times={times}
              />
            )}
          </div>
          <p
            id={summaryId}
            data-summary=""
            className="min-h-11 max-w-[100ch] text-pretty pt-1 text-12 text-quiet leading-5"
          >
            {sentence}
            {annotations.omitted > 0 &&
              ` ${formatCount(annotations.omitted)} more happened before what is marked.`}
          </p>
        </figcaption>
      </figure>
      {view === "skew" && <InstanceClocks instances={live?.summary.instances ?? []} />}
      {frame.omitted > 0 && !isHeat && chosen === null && (
        <p className="label">
          {formatCount(frame.lines.length + frame.omitted)} partitions are too many lines to read: shown are
          the global watermark and the {frame.lines.length} furthest behind. The page of partitions has them
          all.
        </p>
      )}
    </>
  );
}
