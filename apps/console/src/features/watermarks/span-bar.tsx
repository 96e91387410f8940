"use client";

import type { ReactNode } from "react";
import { formatLength } from "../../lib/format/duration.ts";
import { formatIso } from "../../lib/format/time.ts";
import type { Times } from "../../lib/format/times.ts";
import { type ChartWindow, type Span, spanChoices, zoomed } from "./chart-window.ts";

const buttonClass =
  "inline-flex h-7 min-w-7 items-center justify-center whitespace-nowrap rounded-6 border border-hairline px-2 text-12 text-soft hover:bg-hover hover:text-ink aria-pressed:bg-selected aria-pressed:text-ink disabled:text-quiet disabled:hover:bg-transparent";

/** Which stretch of time is shown, and the way to any other one and back to live. */
export function SpanBar({
  window,
  span,
  nowMs,
  times,
  onWindow,
  children,
}: {
  readonly window: ChartWindow;
  /** Of a live one, with the app's clock; `undefined`: it is not known yet. */
  readonly span: Span | undefined;
  readonly nowMs: number | undefined;
  readonly times: Times;
  readonly onWindow: (window: ChartWindow | undefined) => void;
  readonly children?: ReactNode;
}) {
  const isLive = window.kind === "live";
  const zoom = (factor: number): void => {
    if (span === undefined || nowMs === undefined) return;
    onWindow(zoomed(window, factor, (span.fromMs + span.toMs) / 2, nowMs));
  };
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 pt-3">
      <button
        type="button"
        className={buttonClass}
        aria-pressed={isLive}
        title="follow the newest ticks"
        onClick={() => onWindow(undefined)}
      >
        {isLive ? "live" : "back to live"}
      </button>
      <div className="flex gap-0.5 max-sm:hidden">
        {spanChoices.map(({ spanMs, word }) => (
          <button
            key={word}
            type="button"
            className={buttonClass}
            aria-pressed={isLive && window.spanMs === spanMs}
            onClick={() => onWindow({ kind: "live", spanMs })}
          >
            {word}
          </button>
        ))}
      </div>
      <select
        aria-label="The newest stretch to show"
        className="h-7 rounded-6 border border-hairline bg-bg px-1 text-12 sm:hidden"
        value={isLive ? window.spanMs : ""}
        onChange={(event) => {
          const spanMs = Number(event.target.value);
          if (spanMs > 0) onWindow({ kind: "live", spanMs });
        }}
      >
        {!(isLive && spanChoices.some(({ spanMs }) => spanMs === window.spanMs)) && (
          <option value={isLive ? window.spanMs : ""}>
            {isLive ? formatLength(window.spanMs) : "a fixed span"}
          </option>
        )}
        {spanChoices.map(({ spanMs, word }) => (
          <option key={word} value={spanMs}>
            {word}
          </option>
        ))}
      </select>
      <div className="flex gap-0.5">
        <button
          type="button"
          className={buttonClass}
          aria-label="Zoom in"
          disabled={nowMs === undefined}
          onClick={() => zoom(0.5)}
        >
          +
        </button>
        <button
          type="button"
          className={buttonClass}
          aria-label="Zoom out"
          disabled={nowMs === undefined}
          onClick={() => zoom(2)}
        >
          −
        </button>
      </div>
      <span
        data-span=""
        className="label whitespace-nowrap tabular-nums"
        title={
          span === undefined
            ? undefined
            : `${formatIso(span.fromMs)} · ${span.fromMs} ms to ${formatIso(span.toMs)} · ${span.toMs} ms`
        }
      >
        {isLive
          ? `the last ${formatLength(window.spanMs)}`
          : `${times.near(window.fromMs, nowMs ?? window.toMs)} to ${times.near(window.toMs, window.fromMs)}`}
      </span>
      <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}
