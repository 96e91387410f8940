import type { LateDropEntry } from "@stoatflow/api";
import type { ReactNode } from "react";
import { formatLength } from "../../lib/format/duration.ts";
import { niceTimeTicks } from "../../lib/format/time-ticks.ts";
import { useTimes } from "../../ui/times-provider.tsx";
import { type WindowLine, windowLinesOf } from "./window-lines.ts";

/**
 * Event time from the first window's start to the last one's close: each window with its grace as a bar, the record and
 * the watermark at the drop as upright lines through all of them. A window whose bar ends left of the watermark is
 * closed. The numbers stand in the list below it; this is for the eye.
 */
export function DropTimeline({ drop }: { readonly drop: LateDropEntry }) {
  const times = useTimes();
  const { lines, omitted, fromMs, untilMs } = windowLinesOf(drop);
  const spanMs = Math.max(1, untilMs - fromMs);
  const place = (timeMs: number): string => `${((timeMs - fromMs) / spanMs) * 100}%`;
  const shiftMs = times.offsetMs(fromMs);
  const ticks = niceTimeTicks(fromMs + shiftMs, untilMs + shiftMs, 4).map((tick) => tick - shiftMs);
  const stepMs = (ticks[1] ?? untilMs) - (ticks[0] ?? fromMs);
  return (
    <figure aria-hidden="true" data-timeline="" className="pt-4">
      <div className="relative">
        <div className="relative flex flex-col gap-1 py-2">
          {lines.map((line) => (
            <WindowBar key={`${line.kind}-${line.startMs}-${line.endMs}`} line={line} place={place} />
          ))}
        </div>
        <Upright at={place(drop.timestampMs)} className="border-late border-dashed" />
        <Upright at={place(drop.watermarkMs)} className="border-ink" />
        <span
          className="absolute top-0 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full bg-late"
          style={{ left: place(drop.timestampMs) }}
        />
      </div>
      <div className="label relative h-5 border-hairline border-t">
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute pt-0.5 [transform:translateX(-50%)] first:[transform:none] last:[transform:translateX(-100%)]"
            style={{ left: place(tick) }}
          >
            {times.tick(tick, stepMs)}
          </span>
        ))}
      </div>
      <figcaption className="label flex flex-wrap gap-x-4 pt-1">
        <Legend mark={<span className="size-2.5 rounded-full bg-late" />}>the record</Legend>
        <Legend mark={<span className="h-3 border-ink border-l-2" />}>the watermark at the drop</Legend>
        <Legend mark={<span className="h-2 w-4 bg-late" />}>
          missed window, {formatLength(drop.window.endMs - drop.window.startMs)}
        </Legend>
        {lines.length > 1 && (
          <Legend mark={<span className="h-2 w-4 border border-glyph bg-selected" />}>
            also counted in{omitted > 0 && `, ${omitted} more not drawn`}
          </Legend>
        )}
        {drop.graceMs > 0 && (
          <Legend mark={<span className="h-2 w-4 border border-line border-dashed" />}>
            grace, {formatLength(drop.graceMs)}
          </Legend>
        )}
      </figcaption>
    </figure>
  );
}

function WindowBar({
  line,
  place,
}: {
  readonly line: WindowLine;
  readonly place: (timeMs: number) => string;
}) {
  const right = (timeMs: number): string => `calc(100% - ${place(timeMs)})`;
  return (
    <div className="relative h-3">
      <div
        className={`absolute inset-y-0 min-w-0.5 ${line.kind === "missed" ? "bg-late" : "border border-glyph bg-selected"}`}
        style={{ left: place(line.startMs), right: right(line.endMs) }}
      />
      {line.closesAtMs > line.endMs && (
        <div
          className="absolute inset-y-0 border border-line border-l-0 border-dashed"
          style={{ left: place(line.endMs), right: right(line.closesAtMs) }}
        />
      )}
    </div>
  );
}

function Upright({ at, className }: { readonly at: string; readonly className: string }) {
  return (
    <div className={`absolute inset-y-0 -translate-x-1/2 border-l-2 ${className}`} style={{ left: at }} />
  );
}

function Legend({ mark, children }: { readonly mark: ReactNode; readonly children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {mark} {children}
    </span>
  );
}
