import type { AppSummary } from "@stoatflow/api";

/**
 * How event time stands at one tick to the clock of the instance whose watermark it is. A watermark is behind by its bound at least, by design, so only
 * what goes beyond the bound is trouble.
 */
export type Pace =
  | { readonly kind: "none" }
  /** Every partition is idle, so none holds it back. */
  | { readonly kind: "resting"; readonly gapMs: number }
  | { readonly kind: "ahead"; readonly gapMs: number }
  | { readonly kind: "keeps-up"; readonly gapMs: number; readonly boundMs: number }
  | { readonly kind: "behind"; readonly gapMs: number };

/** What polling, dispatch and the beat of the ticks may add to the bound before it is worth a colour. */
const slackMs = 2000;

/** Whether a gap is more than the bound explains. */
export function isBeyond(gapMs: number, boundMs: number): boolean {
  return gapMs > boundMs + slackMs;
}

export function paceOf({
  globalWatermarkMs,
  watermarkAtMs,
  heldBackBy,
  heldBackBoundMs,
}: Pick<AppSummary, "globalWatermarkMs" | "watermarkAtMs" | "heldBackBy" | "heldBackBoundMs">): Pace {
  if (globalWatermarkMs === null || watermarkAtMs === null) return { kind: "none" };
  const gapMs = watermarkAtMs - globalWatermarkMs;
  if (heldBackBy === null) return { kind: "resting", gapMs };
  if (gapMs < 0) return { kind: "ahead", gapMs };
  const boundMs = heldBackBoundMs ?? 0;
  return isBeyond(gapMs, boundMs) ? { kind: "behind", gapMs } : { kind: "keeps-up", gapMs, boundMs };
}

/** Whether event time is in trouble: behind in a running app. In a paused one it stands still because it was asked to. */
export function isBehind(summary: AppSummary): boolean {
  return summary.lifecycle?.kind === "running" && paceOf(summary).kind === "behind";
}
