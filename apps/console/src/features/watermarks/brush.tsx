"use client";

import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { formatAxisDuration, formatLength } from "../../lib/format/duration.ts";
import type { Times } from "../../lib/format/times.ts";
import type { PlotBox } from "./axes.tsx";
import { type ChartWindow, moved, type Span, selected, zoomed } from "./chart-window.ts";
import { type KeyAction, keyAction } from "./key-action.ts";
import { overviewPath, worstOf } from "./overview.ts";
import { useOverview } from "./use-overview.ts";

const height = 36;
export const brushHeight = height + 8;
/** The window is at least so wide to the eye and to the finger. */
const handlePixels = 12;

/**
 * The worst gap of the global watermark in each bucket of all that is kept, with the window in it: drag it, draw a new one, or move it by
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
  const overview = useOverview(nowMs);
  const bars = overview.kind === "shown" ? overview.bars : [];
  const keptFromMs = overview.kind === "shown" ? overview.firstMs : undefined;
  const firstMs = Math.min(keptFromMs ?? span.fromMs, span.fromMs);
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
        className="absolute whitespace-nowrap text-right text-[11px] text-quiet leading-4"
        style={{ left: 0, width: box.left - 8 }}
        title="the worst gap of the global watermark in each stretch of all that is kept"
      >
        {keptFromMs !== undefined && (
          <>
            {`all ${formatLength(Math.max(1, Math.round((nowMs - keptFromMs) / 60_000)) * 60_000)}`}
            <br />
            {bars.length > 0 && `up to ${formatAxisDuration(worstOf(bars))}`}
          </>
        )}
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
        {overview.kind !== "shown" && (
          <p
            data-overview-state={overview.kind}
            className="flex h-full items-center justify-center truncate px-2 text-[11px] text-quiet"
          >
            {overview.kind === "loading"
              ? "Loading all that is kept."
              : `All that is kept can't be had: ${overview.message}`}
          </p>
        )}
        {bars.length > 0 && (
          <svg
            width={box.width}
            height={height}
            aria-hidden="true"
            className="pointer-events-none absolute inset-0"
          >
            <path
              data-overview={bars.length}
              d={overviewPath(bars, xAt, height - 3)}
              transform="translate(0 2)"
              fill="var(--n-8)"
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
