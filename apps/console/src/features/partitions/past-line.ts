import type { WatermarkHistory } from "@stoatflow/api";
import type { PartitionState } from "@stoatflow/engine/wire";

/** How far behind a partition was at the end of one step of history; `null`: it had no such value. */
export interface PastPoint {
  readonly atMs: number;
  readonly gapMs: number | null;
  readonly previewGapMs: number | null;
  readonly state: PartitionState | null;
}

/** Points that follow on one another, without a gap in what is known between them. */
export type PastStretch = readonly PastPoint[];

/** What was known of one partition, in stretches: no line is drawn from one to the next. */
export function pastStretches(
  history: Pick<WatermarkHistory, "steps" | "gaps" | "partitions">,
): readonly PastStretch[] {
  const [partition] = history.partitions;
  if (partition === undefined || !partition.isKnown) return [];
  const gapOf = (watermarkMs: number | null | undefined, atMs: number): number | null =>
    watermarkMs === null || watermarkMs === undefined ? null : atMs - watermarkMs;
  const stretches: PastPoint[][] = [];
  let beforeMs = Number.NEGATIVE_INFINITY;
  let isWithin = false;
  for (const [at, { lastMs }] of history.steps.entries()) {
    const state = partition.state[at] ?? null;
    // No state: the app did not have the partition then, or nobody heard of it.
    if (state === null) {
      isWithin = false;
      continue;
    }
    const from = beforeMs;
    const isBroken = history.gaps.some(({ fromMs, untilMs }) => fromMs >= from && untilMs <= lastMs);
    if (!isWithin || isBroken) stretches.push([]);
    stretches.at(-1)?.push({
      atMs: lastMs,
      gapMs: gapOf(partition.watermarkMs.last[at], lastMs),
      previewGapMs: gapOf(partition.previewWatermarkMs.last[at], lastMs),
      state,
    });
    beforeMs = lastMs;
    isWithin = true;
  }
  return stretches;
}

/**
 * The lowest and the highest gap, with the app's clock between or at the end of them; `undefined`: no value is known. A
 * preview an hour ahead would flatten it, so previews stay out unless there is nothing else.
 */
export function gapRange(stretches: readonly PastStretch[]): { lowMs: number; highMs: number } | undefined {
  const points = stretches.flat();
  const ofGaps = points.flatMap(({ gapMs }) => gapMs ?? []);
  const values = ofGaps.length > 0 ? ofGaps : points.flatMap(({ previewGapMs }) => previewGapMs ?? []);
  if (values.length === 0) return undefined;
  const lowMs = Math.min(0, ...values);
  return { lowMs, highMs: Math.max(lowMs + 1000, ...values) };
}

export interface Box {
  readonly fromMs: number;
  readonly toMs: number;
  readonly lowMs: number;
  readonly highMs: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The line of one value of a stretch as the path of an SVG; a point without a value breaks it, one beyond the box stays at
 * its edge. The gap grows downwards.
 */
export function pathOf(stretch: PastStretch, value: "gapMs" | "previewGapMs", box: Box): string {
  const parts: string[] = [];
  let isDown = false;
  for (const point of stretch) {
    const gapMs = point[value];
    if (gapMs === null) {
      isDown = false;
      continue;
    }
    const x = ((point.atMs - box.fromMs) / (box.toMs - box.fromMs)) * box.width;
    const share = (gapMs - box.lowMs) / (box.highMs - box.lowMs);
    const y = Math.min(1, Math.max(0, share)) * box.height;
    // A lone point is a line of no length, which round ends make a dot.
    parts.push(`${isDown ? "L" : "M"}${round(x)} ${round(y)}${isDown ? "" : "h0"}`);
    isDown = true;
  }
  return parts.join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
