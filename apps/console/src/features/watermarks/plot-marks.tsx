import { Glyph } from "../../ui/glyph.tsx";
import { type Annotation, annotationMarks } from "./annotations.ts";
import type { PlotBox } from "./axes.tsx";
import type { PlaneMark } from "./plane-marks.ts";
import { type PlotScale, xOf, yOf } from "./plot-scale.ts";

/**
 * What happened, within the plot: pauses as bands and restarts as posts in every view; in the plane holds as bars where
 * their partition stood, with the preview ahead of it, and seek-backs, violations and new leader epochs as badges on the
 * line of theirs, with the shape of their row.
 */
export function PlotMarks({
  box,
  scale,
  annotations,
  marks,
}: {
  readonly box: PlotBox;
  readonly scale: PlotScale;
  readonly annotations: readonly Annotation[];
  readonly marks: readonly PlaneMark[];
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
        if (each.kind !== "restart") return null;
        return (
          <path
            key={key}
            d={`M${x} ${box.top}V${box.top + box.height}`}
            stroke={token}
            strokeDasharray="4 3"
          />
        );
      })}
      {marks.map(({ of, valueMs }, place) => {
        const { kind, fromMs, untilMs, previewMs } = of;
        const key = `${kind} ${fromMs} ${of.partition} ${place}`;
        const [x, y] = [box.left + xOf(scale, fromMs), box.top + yOf(scale, valueMs)];
        if (kind !== "hold")
          return (
            <g key={key} data-plane-mark={kind}>
              <Badge kind={kind} x={x} y={y} />
            </g>
          );
        const end = box.left + xOf(scale, untilMs ?? toMs);
        return <HeldBar key={key} box={box} scale={scale} x={x} end={end} y={y} previewMs={previewMs} />;
      })}
    </g>
  );
}

/** The shape of a kind in a ring, so that it is found on a line of any colour. */
export function Badge({
  kind,
  x,
  y,
}: {
  readonly kind: Annotation["kind"];
  readonly x: number;
  readonly y: number;
}) {
  const { glyph, hue, token } = annotationMarks[kind];
  return (
    <g className={hue}>
      <circle cx={x} cy={y} r={8} fill="var(--n-1)" stroke={token} />
      <g transform={`translate(${x - 6} ${y - 6})`}>
        <Glyph name={glyph} />
      </g>
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
