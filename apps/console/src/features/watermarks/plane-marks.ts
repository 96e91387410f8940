/** What of the annotations is drawn within the plane, and where: pure. */
import type { Annotation } from "./annotations.ts";
import type { ChartFrame } from "./chart-frame.ts";
import type { DrawnFrame } from "./chart-view.ts";
import { nearestMoment } from "./hit-test.ts";
import type { PlotScale } from "./plot-scale.ts";

export interface PlaneMark {
  readonly of: Annotation;
  /** The event time at which its partition stood when it began. */
  readonly valueMs: number;
}

/** Holds, and what has a badge: pauses and restarts are in every view, and of no partition. */
export function planeMarks(
  annotations: readonly Annotation[],
  frame: ChartFrame,
  drawn: DrawnFrame,
  { span, lowMs, highMs }: Pick<PlotScale, "span" | "lowMs" | "highMs">,
): readonly PlaneMark[] {
  if (drawn.view !== "plane") return [];
  return annotations.flatMap((of) => {
    const { kind, fromMs, untilMs } = of;
    if (kind === "pause" || kind === "restart") return [];
    if ((untilMs ?? span.toMs) < span.fromMs || fromMs > span.toMs) return [];
    const valueMs = standingAt(frame, drawn, of);
    return valueMs === undefined || valueMs < lowMs || valueMs > highMs ? [] : [{ of, valueMs }];
  });
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
