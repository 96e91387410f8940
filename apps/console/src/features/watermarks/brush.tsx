"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from "react";
import { formatLength } from "../../lib/format/duration.ts";
import type { Times } from "../../lib/format/times.ts";
import { useAppId } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import type { PlotBox } from "./axes.tsx";
import { frameOfHistory } from "./chart-frame.ts";
import { type ChartWindow, moved, type Span, selected, zoomed } from "./chart-window.ts";
import { keptMoments } from "./downsample.ts";
import { type KeyAction, keyAction } from "./key-action.ts";

const height = 36;
export const brushHeight = height + 8;
/** The window is at least so wide to the eye and to the finger. */
const handlePixels = 12;
const steps = 300;
const beatMs = 60_000;

/**
 * The gap of the global watermark over all that is kept, with the window in it: drag it, draw a new one, or move it by
 * the arrow keys.
 */
export function Brush({
  box,
  span,
  window,
  nowMs,
  times,
  onWindow,
}: {
  readonly box: Pick<PlotBox, "left" | "width">;
  readonly span: Span;
  readonly window: ChartWindow;
  readonly nowMs: number;
  readonly times: Times;
  readonly onWindow: (window: ChartWindow) => void;
}) {
  const trpc = useTRPC();
  const appId = useAppId();
  const toMs = Math.ceil(nowMs / beatMs) * beatMs;
  const asked = { appId, fromMs: 0, toMs, maxPoints: steps, partitions: [] };
  const { data } = useQuery(
    trpc.watermarks.history.queryOptions(asked, {
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      refetchOnWindowFocus: false,
    }),
  );
  const frame = useMemo(() => (data === undefined ? undefined : frameOfHistory(data)), [data]);
  const firstMs = Math.min(frame?.atMs[0] ?? span.fromMs, span.fromMs);
  const lengthMs = Math.max(1, nowMs - firstMs);
  const xAt = (atMs: number): number => ((atMs - firstMs) / lengthMs) * box.width;
  const timeOf = (x: number): number => firstMs + (x / Math.max(1, box.width)) * lengthMs;
  const left = Math.min(Math.max(0, xAt(span.fromMs)), box.width - handlePixels);
  const width = Math.max(handlePixels, Math.min(box.width, xAt(span.toMs)) - left);
  const [drag, setDrag] = useState<{
    readonly x: number;
    readonly isMove: boolean;
    readonly of: ChartWindow;
  }>();

  const placeOf = (event: PointerEvent<HTMLDivElement>): number => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    return Math.min(Math.max(0, x), box.width);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = windowAfter(keyAction(event), window, span, firstMs, nowMs);
    if (next === undefined) return;
    event.preventDefault();
    onWindow(next);
  };
  const words = `from ${times.words(span.fromMs, nowMs)} to ${times.words(span.toMs, nowMs)}`;
  return (
    <div className="relative mt-2" style={{ height }} data-brush="">
      <span
        className="absolute text-right text-[11px] text-quiet leading-4"
        style={{ left: 0, width: box.left - 8 }}
      >
        {frame === undefined ? "" : `all ${formatLength(Math.ceil(lengthMs / 60_000) * 60_000)}`}
      </span>
      <div
        className="absolute inset-y-0 touch-pan-y border border-hairline bg-raised"
        style={{ left: box.left, width: box.width }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          const x = placeOf(event);
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ x, isMove: x >= left && x <= left + width, of: window });
        }}
        onPointerMove={(event) => {
          if (drag === undefined) return;
          const x = placeOf(event);
          if (drag.isMove)
            onWindow(moved(drag.of, ((x - drag.x) / Math.max(1, box.width)) * lengthMs, nowMs));
          else onWindow(selected(timeOf(drag.x), timeOf(x), nowMs));
        }}
        onPointerUp={() => setDrag(undefined)}
        onPointerCancel={() => setDrag(undefined)}
      >
        {frame !== undefined && (
          <svg
            width={box.width}
            height={height}
            aria-hidden="true"
            className="pointer-events-none absolute inset-0"
          >
            <path
              d={shapeOf(frame.atMs, frame.globalGapMs, xAt, box.width)}
              fill="none"
              stroke="var(--n-9)"
            />
          </svg>
        )}
        <div
          role="slider"
          tabIndex={0}
          aria-label="The window within all that is kept"
          aria-valuemin={firstMs}
          aria-valuemax={nowMs}
          aria-valuenow={span.toMs}
          aria-valuetext={words}
          title={words}
          data-brush-window=""
          className="absolute -inset-y-px cursor-grab border-ink border-x-2 bg-[color-mix(in_oklab,var(--n-12)_12%,transparent)] active:cursor-grabbing"
          style={{ left, width }}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  );
}

/** What a key makes of the window: here the arrows move it, and by a quarter of its length. */
function windowAfter(
  action: KeyAction | undefined,
  window: ChartWindow,
  span: Span,
  firstMs: number,
  nowMs: number,
): ChartWindow | undefined {
  const lengthMs = span.toMs - span.fromMs;
  if (action?.kind === "step") return moved(window, (action.by * lengthMs) / 4, nowMs);
  if (action?.kind === "move") return moved(window, action.share * lengthMs, nowMs);
  if (action?.kind === "zoom") return zoomed(window, action.factor, (span.fromMs + span.toMs) / 2, nowMs);
  if (action?.kind !== "end") return undefined;
  return moved(window, action.which === "first" ? firstMs - span.fromMs : nowMs - span.toMs, nowMs);
}

/** The gap from the bottom up; a break where nothing is known. */
function shapeOf(
  atMs: readonly number[],
  gapMs: readonly (number | null)[],
  xAt: (atMs: number) => number,
  width: number,
): string {
  const most = Math.max(1000, ...gapMs.map((gap) => gap ?? 0));
  let isDown = false;
  return keptMoments(atMs, gapMs, Math.max(1, Math.floor(width)))
    .map((moment) => {
      const gap = gapMs[moment] ?? null;
      if (gap === null) {
        isDown = false;
        return "";
      }
      const step = isDown ? "L" : "M";
      isDown = true;
      const y = height - 3 - (Math.max(0, gap) / most) * (height - 6);
      return `${step}${xAt(atMs[moment] ?? 0).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}
