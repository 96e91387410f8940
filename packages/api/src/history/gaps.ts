/** The stretches of which nothing is known, between the steps and at both ends: pure. */
import type { HistoryGap } from "../wire/history.ts";
import { gapBetween } from "./fold.ts";
import { type GatheredStep, isOneRecording } from "./gather.ts";
import { isRestarted, widestRun } from "./run.ts";
import type { Span } from "./stored-rows.ts";

/** What is known of a span and next to it. */
export interface Around {
  /** The last tick before the first step, if there is one near enough that there may be no gap between the two. */
  readonly before: GatheredStep | undefined;
  readonly steps: readonly GatheredStep[];
  /** Likewise the first tick after the last step. */
  readonly after: GatheredStep | undefined;
}

/**
 * A gap is one whatever span is asked for: what of it is within the span.
 *
 * @param nowMs what is later is no gap: it is the future.
 */
export function gapsOf(
  { before, steps, after }: Around,
  { fromMs, toMs }: Pick<Span, "fromMs" | "toMs">,
  nowMs: number,
): HistoryGap[] {
  const all = [before, ...steps, after].filter((step) => step !== undefined);
  const gaps: HistoryGap[] = [];
  const [first] = all;
  const last = all.at(-1);
  if (before === undefined) gaps.push({ fromMs, untilMs: first?.firstMs ?? nowMs, isRestart: false });
  let run = first?.firstBoot ?? "";
  for (const [i, next] of all.entries()) {
    const previous = all[i - 1];
    if (previous !== undefined) {
      const isBroken = previous.lastRecording !== next.firstRecording;
      const isRestart = isRestarted(run, next.firstBoot);
      if (isRestart || isBroken || gapBetween(previous, next.firstMs) > 0)
        gaps.push({ fromMs: previous.lastMs, untilMs: next.firstMs, isRestart });
    }
    for (const boot of [next.firstBoot, next.lastBoot]) run = widestRun(run, boot);
  }
  if (last !== undefined && gapBetween(last, nowMs) > 0)
    gaps.push({ fromMs: last.lastMs, untilMs: nowMs, isRestart: false });
  const untilMs = Math.min(toMs, Math.max(nowMs, last?.lastMs ?? nowMs));
  return gaps
    .map((gap) => ({
      ...gap,
      fromMs: Math.max(fromMs, gap.fromMs),
      untilMs: Math.min(untilMs, gap.untilMs),
    }))
    .filter((gap) => gap.untilMs > gap.fromMs);
}

/** Whether a counter can be read from the step before `at` to it: one run of the app, and no gap between or within. */
export function followsOn(steps: readonly GatheredStep[], at: number): boolean {
  const before = steps[at - 1];
  const step = steps[at];
  if (before === undefined || step === undefined) return false;
  if (!isOneRecording(before, step) || !isOneRecording(step, step)) return false;
  return step.missingMs === 0 && gapBetween(before, step.firstMs) === 0;
}
