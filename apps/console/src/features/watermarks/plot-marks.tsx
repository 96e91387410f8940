import { type Annotation, annotationMarks } from "./annotations.ts";
import type { PlotBox } from "./axes.tsx";
import type { ChartFrame } from "./chart-frame.ts";
import type { DrawnFrame } from "./chart-view.ts";
import { nearestMoment } from "./hit-test.ts";
import { type PlotScale, xOf, yOf } from "./plot-scale.ts";

/**
 * What happened, within the plot: pauses as bands and restarts as posts in every view; in the plane holds as bars where
 * their partition stood, with the preview ahead of it, and seek-backs, violations and new leader epochs on the line of theirs.
 */
export function PlotMarks({
  box,
  scale,
  frame,
  drawn,
  annotations,
}: {
  readonly box: PlotBox;
  readonly scale: PlotScale;
  readonly frame: ChartFrame;
  readonly drawn: DrawnFrame;
  readonly annotations: readonly Annotation[];
}) {
  const { fromMs, toMs } = scale.span;
  const inSpan = annotations.filter((each) => (each.untilMs ?? toMs) >= fromMs && each.fromMs <= toMs);
  return (
    <g clipPath="url(#plot-clip)">
      {inSpan.map((each, place) => {
        const x = box.left + xOf(scale, each.fromMs);
        const end = box.left + xOf(scale, each.untilMs ?? toMs);
        const key = `${each.kind} ${each.fromMs} ${each.partition} ${place}`;
        const { token } = annotationMarks[each.kind];
        if (each.kind === "pause")
          return (
            <rect
              key={key}
              x={x}
              y={box.top}
              width={Math.max(1, end - x)}
              height={box.height}
              fill={token}
              opacity={0.1}
            />
          );
        if (each.kind === "restart")
          return (
            <path
              key={key}
              d={`M${x} ${box.top}V${box.top + box.height}`}
              stroke={token}
              strokeDasharray="4 3"
            />
          );
        if (drawn.view !== "plane") return null;
        const value = standingAt(frame, drawn, each);
        if (value === undefined) return null;
        const y = box.top + yOf(scale, value);
        if (each.kind === "hold")
          return (
            <HeldBar key={key} box={box} scale={scale} x={x} end={end} y={y} previewMs={each.previewMs} />
          );
        if (each.kind === "leader-change")
          return (
            <path
              key={key}
              data-plane-mark={each.kind}
              d={`M${x - 7} ${y - 5}l4 4l3 -6l3 6l4 -4l-1.5 9h-11Z`}
              fill={token}
              stroke="var(--bg)"
            />
          );
        return (
          <g key={key} data-plane-mark={each.kind}>
            <path d={`M${x - 5} ${y - 5}l10 10m0 -10l-10 10`} stroke={token} strokeWidth={2} />
            <circle cx={x} cy={y} r={8} fill="none" stroke={token} />
          </g>
        );
      })}
    </g>
  );
}

/** A bar where the partition stands, and a diamond where it will be; at the edge where that is beyond the plot. */
function HeldBar({
  box,
  scale,
  x,
  end,
  y,
  previewMs,
}: {
  readonly box: PlotBox;
  readonly scale: PlotScale;
  readonly x: number;
  readonly end: number;
  readonly y: number;
  readonly previewMs: number | null;
}) {
  const ahead = previewMs === null ? undefined : box.top + Math.max(8, yOf(scale, previewMs));
  const at = Math.min(end, box.left + box.width - 8);
  return (
    <g data-plane-mark="hold">
      <path d={`M${x} ${y}H${Math.max(x + 2, end)}`} stroke="var(--held)" strokeWidth={5} opacity={0.55} />
      {ahead !== undefined && (
        <>
          <path d={`M${at} ${y}V${ahead}`} stroke="var(--held)" strokeDasharray="1 3" />
          <path data-preview="" d={`M${at} ${ahead - 6}l6 6l-6 6l-6 -6Z`} fill="var(--held)" />
        </>
      )}
    </g>
  );
}

/** Where the partition of an annotation stood when it began; the global watermark where it has no line. */
function standingAt(
  frame: ChartFrame,
  drawn: DrawnFrame,
  { partition, fromMs }: Annotation,
): number | undefined {
  const moment = nearestMoment(frame.atMs, fromMs);
  if (moment === undefined) return undefined;
  const line = frame.lines.findIndex(({ name }) => name === partition);
  return (drawn.lines[line] ?? drawn.global)[moment] ?? undefined;
}
