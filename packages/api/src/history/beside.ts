/**
 * Finds the ticks next to a span, which tell whether the app went on at its ends. It owns nothing; who reads a span
 * calls it.
 *
 * How far off such a tick may be is known of the app only when it is found, so that it is looked for twice, the second
 * time further off. Where the grain of the span begins with it, a coarser one has what was before.
 */
import { gapAboveLeastMs, gapAboveMostMs } from "./gap-above.ts";
import { type GatheredStep, stepsOf } from "./gather.ts";
import type { Reading } from "./reading.ts";
import { rowsIn } from "./sample-near.ts";
import { listed } from "./stored-blocks.ts";
import type { Span } from "./stored-rows.ts";
import { type Tier, tiers } from "./tiers.ts";

/** The last tick before the span, near enough that there may be no gap. @throws {ApiError} as `sampleNear` */
export function tickBefore(
  reading: Reading,
  { appId, fromMs }: Span,
  tier: Tier,
): Promise<GatheredStep | undefined> {
  const spanOf = (aroundMs: number) => ({ appId, fromMs: fromMs - aroundMs, toMs: fromMs - 1 });
  return nearest(reading, spanOf, tier, (steps) => steps.findLast(({ lastMs }) => lastMs < fromMs));
}

/** As {@link tickBefore}, the first one after it. */
export function tickAfter(
  reading: Reading,
  { appId, toMs }: Span,
  tier: Tier,
): Promise<GatheredStep | undefined> {
  const spanOf = (aroundMs: number) => ({ appId, fromMs: toMs + 1, toMs: toMs + aroundMs });
  return nearest(reading, spanOf, tier, (steps) => steps.find(({ firstMs }) => firstMs > toMs));
}

async function nearest(
  reading: Reading,
  spanOf: (aroundMs: number) => Span,
  finest: Tier,
  pick: (steps: readonly GatheredStep[]) => GatheredStep | undefined,
): Promise<GatheredStep | undefined> {
  for (const tier of tiers.slice(tiers.indexOf(finest))) {
    for (const aroundMs of [gapAboveLeastMs, gapAboveMostMs]) {
      const span = spanOf(aroundMs);
      const { app } = await rowsIn(reading, span, tier);
      // As they are stored: no two of them are one step.
      const step = pick(stepsOf(await listed(app), span, 1));
      if (step !== undefined) return step;
    }
  }
  return undefined;
}
