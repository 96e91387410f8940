/** Which tier a question is answered from, and in what steps: pure. */
import { finestTier, type Tier, tiers } from "./tiers.ts";

export interface Grain {
  readonly tier: Tier;
  /** A multiple of the tier's own. */
  readonly stepMs: number;
}

/**
 * The coarsest tier whose steps are fine enough, since least has to be read of it; a coarser one where that one does
 * not reach back as far.
 *
 * @param oldestMs the oldest of the app that can be read at each tier, finest first; `undefined`: nothing.
 */
export function chooseGrain(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  maxPoints: number,
  oldestMs: readonly (number | undefined)[],
): Grain {
  const wantedMs = stepWanted({ fromMs, toMs }, maxPoints);
  const fine = tiers.filter(({ stepMs }) => stepMs <= wantedMs).length;
  let chosen = Math.max(0, fine - 1);
  for (let coarser = chosen + 1; coarser < tiers.length; coarser += 1) {
    const reached = oldestMs[chosen];
    const further = oldestMs[coarser];
    const isFurther = further !== undefined && (reached === undefined || further < reached);
    if (isFurther && (reached === undefined || reached > fromMs)) chosen = coarser;
  }
  const tier = tiers[chosen] ?? finestTier;
  return { tier, stepMs: wholeSteps(wantedMs, tier) };
}

/** The step of a coarser tier, or of fewer points, that is no finer than that of `grain`. */
export function coarsened(
  grain: Grain,
  tier: Tier,
  span: { readonly fromMs: number; readonly toMs: number },
  maxPoints: number,
): Grain {
  return { tier, stepMs: wholeSteps(Math.max(grain.stepMs, stepWanted(span, maxPoints)), tier) };
}

function stepWanted(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  maxPoints: number,
): number {
  return Math.max(1, (toMs - fromMs) / Math.max(1, maxPoints - 1));
}

function wholeSteps(wantedMs: number, { stepMs }: Tier): number {
  return stepMs * Math.max(1, Math.ceil(wantedMs / stepMs));
}
