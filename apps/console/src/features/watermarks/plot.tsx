"use client";

import { type ReactNode, useMemo } from "react";
import type { Times } from "../../lib/format/times.ts";
import { Axes, type PlotBox } from "./axes.tsx";
import { CanvasLayer } from "./canvas-layer.tsx";
import { type ChartView, chartViewWords, type DrawnFrame } from "./chart-view.ts";
import type { ChartWindow } from "./chart-window.ts";
import { EndLabels } from "./end-labels.tsx";
import { Happenings, happeningsHeight } from "./happenings.tsx";
import { elementLinesMax, LineLayer } from "./line-layer.tsx";
import { lineStyles } from "./line-styles.ts";
import type { PlaneMark } from "./plane-marks.ts";
import { PlotMarks } from "./plot-marks.tsx";
import { type PlotScale, timeAt, xOf } from "./plot-scale.ts";
import { Readout, spokenReadout } from "./readout.tsx";
import type { Annotations } from "./use-annotations.ts";
import type { ShownFrame } from "./use-frame.ts";
import { useGestures } from "./use-gestures.ts";

/** The same height whatever it shows, so that nothing below it moves. */
const plotHeight = 300;
const margin = { top: 8, bottom: 24 } as const;
const narrow = { left: 88, right: 8 } as const;
const wide = { left: 92, right: 104 } as const;
/** Below this there is no room for names beside the plot. */
const wideFrom = 640;

const keysHint =
  "Arrow keys move from moment to moment and from partition to partition, Shift with them moves the window, plus and minus zoom, 0 goes back to live, Enter opens the partition.";

export interface PlotProps {
  readonly width: number;
  readonly shown: ShownFrame;
  readonly drawn: DrawnFrame;
  readonly scale: PlotScale;
  readonly marks: readonly PlaneMark[];
  readonly view: ChartView;
  readonly window: ChartWindow;
  readonly annotations: Annotations;
  readonly times: Times;
  /** The element with the sentence of the chart. */
  readonly describedBy: string;
  readonly onWindow: (window: ChartWindow | undefined) => void;
  readonly onOpen: (partition: string, atMs: number) => void;
}

/** Where the plot stands within the width that there is. */
export function plotBox(width: number): PlotBox {
  const { left, right } = width >= wideFrom ? wide : narrow;
  return {
    left,
    top: margin.top,
    width: Math.max(0, width - left - right),
    height: plotHeight - margin.top - margin.bottom,
  };
}

/** The height of a chart with what happened below it, before and after it is there. */
export const chartHeight = plotHeight + happeningsHeight + 1;

/** Axes, lines, marks and cursor of one view, and what happened below on the same axis. */
export function Plot(props: PlotProps) {
  const { width, shown, drawn, scale, marks, view, annotations, times } = props;
  const { frame, nowMs, heldBackBy, idle, held } = shown;
  const box = useMemo(() => plotBox(width), [width]);
  const names = useMemo(() => frame.lines.map(({ name }) => name), [frame]);
  const styles = useMemo(
    () => lineStyles(names, { heldBackBy, held, idle }),
    [names, heldBackBy, held, idle],
  );
  const { cursor, selection, surface, handlers } = useGestures({ ...props, frame, nowMs });
  const cursorX = cursor === undefined ? undefined : xOf(scale, frame.atMs[cursor.moment] ?? 0);
  const pointed = cursor?.line === undefined ? undefined : names[cursor.line];
  const at = cursor?.moment ?? Math.max(0, frame.atMs.length - 1);
  const layer = { drawn, names, styles, scale };
  return (
    <>
      <div className="relative" style={{ height: plotHeight }} data-plot={view}>
        <svg className="absolute inset-0" width={width} height={plotHeight} aria-hidden="true">
          <clipPath id="plot-clip">
            <rect x={box.left} y={box.top} width={box.width} height={box.height} />
          </clipPath>
          <Axes box={box} scale={scale} view={view} silences={frame.silences} times={times} />
        </svg>
        <div className="line-layer absolute overflow-hidden" style={box} aria-hidden="true">
          {names.length <= elementLinesMax ? <LineLayer {...layer} /> : <CanvasLayer {...layer} />}
        </div>
        <svg className="absolute inset-0" width={width} height={plotHeight} aria-hidden="true">
          <PlotMarks box={box} scale={scale} annotations={annotations.all} marks={marks} />
          {width >= wideFrom && (
            <EndLabels
              box={box}
              scale={scale}
              drawn={drawn}
              names={names}
              marked={{ heldBackBy, held, idle }}
            />
          )}
          {cursorX !== undefined && cursorX >= 0 && cursorX <= box.width && (
            <path d={`M${box.left + cursorX} ${box.top}v${box.height}`} stroke="var(--n-9)" />
          )}
          {selection !== undefined && (
            <rect
              data-selection=""
              x={box.left + Math.min(selection.from, selection.to)}
              y={box.top}
              width={Math.abs(selection.to - selection.from)}
              height={box.height}
              fill="var(--focus)"
              opacity={0.15}
            />
          )}
        </svg>
        <div
          ref={surface}
          role="slider"
          tabIndex={0}
          aria-label={`${chartViewWords[view].title}. ${keysHint}`}
          aria-describedby={props.describedBy}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, frame.atMs.length - 1)}
          aria-valuenow={at}
          aria-valuetext={`${pointed ?? ""} ${spokenReadout(frame, view, at, times)}`.trim()}
          data-surface=""
          className="absolute cursor-crosshair touch-pan-y"
          style={box}
          {...handlers}
        />
        {cursor !== undefined && cursorX !== undefined && selection === undefined && (
          <Beside box={box} x={cursorX} width={width}>
            <Readout
              frame={frame}
              view={view}
              moment={cursor.moment}
              nowMs={nowMs}
              heldBackBy={heldBackBy}
              pointed={pointed}
              happenings={annotations.all.filter(({ fromMs: from, untilMs }) => {
                const [low, high] = [timeAt(scale, cursorX - 7), timeAt(scale, cursorX + 7)];
                return from <= high && (untilMs ?? Number.POSITIVE_INFINITY) >= low;
              })}
            />
          </Beside>
        )}
      </div>
      <Happenings box={box} scale={scale} annotations={annotations} />
    </>
  );
}

/** A readout stands on the side of the cursor that has more room, and never in the pointer's way. */
function Beside({
  box,
  x,
  width,
  children,
}: {
  readonly box: PlotBox;
  readonly x: number;
  readonly width: number;
  readonly children: ReactNode;
}) {
  const isLeft = x > box.width / 2;
  const style = isLeft
    ? { top: box.top + 8, right: width - box.left - x + 12 }
    : { top: box.top + 8, left: box.left + x + 12 };
  const onPhone = width < wideFrom;
  return (
    <div
      data-readout=""
      className="pointer-events-none absolute z-20 max-w-full"
      style={onPhone ? { top: plotHeight, left: 0, right: 0 } : style}
    >
      {children}
    </div>
  );
}
