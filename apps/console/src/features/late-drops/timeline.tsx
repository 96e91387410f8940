import { formatLength } from "../../lib/format/duration.ts";

/**
 * Event time from the window's start to the watermark at the drop: the window and its grace as brackets, the record and
 * the watermark as marks. The numbers stand in the list below it; this is for the eye.
 */
export function DropTimeline(times: {
  readonly timestampMs: number;
  readonly windowStartMs: number;
  readonly windowEndMs: number;
  readonly closedAtMs: number;
  readonly watermarkMs: number;
}) {
  const { timestampMs, windowStartMs, windowEndMs, closedAtMs, watermarkMs } = times;
  const firstMs = Math.min(timestampMs, windowStartMs);
  const spanMs = Math.max(1, Math.max(watermarkMs, closedAtMs) - firstMs);
  const place = (timeMs: number): string => `${((timeMs - firstMs) / spanMs) * 100}%`;
  const width = (fromMs: number, toMs: number): string => `${((toMs - fromMs) / spanMs) * 100}%`;
  return (
    <div aria-hidden="true" className="pt-4">
      <div className="relative h-8">
        <div
          className="absolute bottom-2 h-2 rounded-l-full bg-line"
          style={{ left: place(windowStartMs), width: width(windowStartMs, windowEndMs) }}
        />
        <div
          className="absolute bottom-2 h-2 border border-line border-l-0 bg-hover"
          style={{ left: place(windowEndMs), width: width(windowEndMs, closedAtMs) }}
        />
        <div
          className="absolute bottom-0 h-6 w-0.5 bg-ink"
          style={{ left: `calc(${place(watermarkMs)} - 2px)` }}
        />
        <div
          className="absolute bottom-1.5 size-3 rounded-full border-2 border-bg bg-late"
          style={{ left: `calc(${place(timestampMs)} - 6px)` }}
        />
      </div>
      <div className="label flex flex-wrap gap-x-4">
        <span className="inline-flex items-center gap-1.5">
          <span className="size-2 rounded-full bg-late" /> the record
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span className="h-2 w-4 rounded-full bg-line" /> its window,{" "}
          {formatLength(windowEndMs - windowStartMs)}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span className="h-2 w-4 border border-line bg-hover" /> grace,{" "}
          {formatLength(closedAtMs - windowEndMs)}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span className="h-3 w-0.5 bg-ink" /> the watermark at the drop
        </span>
      </div>
    </div>
  );
}
