/** The stretches of which nothing is known, between the steps and at both ends: pure. */
import type { HistoryGap } from "../wire/history.ts";
import { gapBetween } from "./fold.ts";
import { type GatheredStep, isOneRecording } from "./gather.ts";
import { isRestarted, widestRun } from "./run.ts";

/** @param untilMs where the span ends, or now where that is earlier: the future is no gap. */
export function gapsOf(steps: readonly GatheredStep[], fromMs: number, untilMs: number): HistoryGap[] {
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined)
    return untilMs > fromMs ? [{ fromMs, untilMs, isRestart: false }] : [];
  const gaps: HistoryGap[] = [];
  add({ ...first, lastMs: fromMs }, first.firstMs, false, false);
  let run = first.firstBoot;
  for (const [i, next] of steps.entries()) {
    const before = steps[i - 1];
    if (before !== undefined) {
      const isBroken = before.lastRecording !== next.firstRecording;
      add(before, next.firstMs, isBroken, isRestarted(run, next.firstBoot));
    }
    for (const boot of [next.firstBoot, next.lastBoot]) run = widestRun(run, boot);
  }
  add(last, untilMs, false, false);
  return gaps;

  function add(before: GatheredStep, nextMs: number, isBroken: boolean, isRestart: boolean): void {
    if (isRestart || (isBroken && nextMs > before.lastMs) || gapBetween(before, nextMs) > 0)
      gaps.push({ fromMs: before.lastMs, untilMs: nextMs, isRestart });
  }
}

/** Whether a counter can be read from the step before `at` to it: one run of the app, and no gap between or within. */
export function followsOn(steps: readonly GatheredStep[], at: number): boolean {
  const before = steps[at - 1];
  const step = steps[at];
  if (before === undefined || step === undefined) return false;
  if (!isOneRecording(before, step) || !isOneRecording(step, step)) return false;
  return step.missingMs === 0 && gapBetween(before, step.firstMs) === 0;
}
