/**
 * What stored blocks say of some entities, put together step by step: pure.
 *
 * Blocks of other boots and of other sets of partitions are put beside each other by name. A step belongs to the bucket
 * that its first tick is in, as in `fold`.
 */
import type { Step } from "./block.ts";
import type { Exact } from "./exact.ts";
import { bucketOf, joined } from "./fold.ts";
import { type Group, type MetricName, metrics, type Stat } from "./metrics.ts";
import { appSlab, placeOf } from "./series.ts";
import type { Span, StoredBlock } from "./stored-blocks.ts";

export interface GatheredStep extends Step {
  /** Its beginning. */
  readonly fromMs: number;
  /** The runs of the app that its first and its last tick are of. */
  readonly firstBoot: string;
  readonly lastBoot: string;
}

export type Values = readonly (Exact | undefined)[];

/** One metric of one entity: by step. */
export interface GatheredRange {
  readonly min: Values;
  readonly max: Values;
  readonly last: Values;
}

export interface Gathered {
  readonly steps: readonly GatheredStep[];
  /** @param name of a partition or lane as the series has it; the app itself has none. */
  range(metric: MetricName, name?: string): GatheredRange;
}

/** The steps that touch the span. Values are worked out when they are asked for. */
export function gather(blocks: readonly StoredBlock[], span: Span, stepMs: number): Gathered {
  const steps = stepsOf(blocks, span, stepMs);
  const at = new Map(steps.map(({ fromMs }, i) => [fromMs / stepMs, i]));

  return {
    steps,
    range: (metric, name = "") => ({
      min: values(metric, "min", name),
      max: values(metric, "max", name),
      last: values(metric, "last", name),
    }),
  };

  function values(metric: MetricName, stat: Stat, name: string): Values {
    const gathered = new Array<Exact | undefined>(steps.length).fill(undefined);
    for (const { block, ...stored } of blocks) {
      const entity = entityAt(stored, metrics[metric].group, name);
      const column = entity === undefined ? undefined : block.entity(metric, stat, entity);
      if (column === undefined) continue;
      for (const [s, step] of block.steps.entries()) {
        const i = at.get(bucketOf(step.firstMs, stepMs));
        const target = i === undefined ? undefined : steps[i];
        const value = column[s];
        if (i === undefined || target === undefined || value === undefined) continue;
        const held = gathered[i];
        if (stat === "last") {
          if (step.lastMs === target.lastMs) gathered[i] = value;
        } else if (held === undefined || (stat === "min" ? value < held : value > held)) gathered[i] = value;
      }
    }
    return gathered;
  }
}

/** Where in the block that entity is, if it is there. */
function entityAt(
  { slab, places }: Omit<StoredBlock, "block">,
  group: Group,
  name: string,
): number | undefined {
  if (group === "app") return slab === appSlab ? 0 : undefined;
  if (group === "lane") return slab === appSlab ? places.lanes.get(name) : undefined;
  const index = places.partitions.get(name);
  if (index === undefined) return undefined;
  const at = placeOf(index);
  return at.slab === slab ? at.place : undefined;
}

/** The app's own blocks have every tick. */
function stepsOf(blocks: readonly StoredBlock[], span: Span, stepMs: number): readonly GatheredStep[] {
  const order = blocks
    .filter(({ slab }) => slab === appSlab)
    .flatMap(({ block, bootId }) => block.steps.map((step) => ({ step, bootId })))
    .filter(({ step }) => step.lastMs >= span.fromMs && step.firstMs <= span.toMs)
    .sort((a, z) => a.step.firstMs - z.step.firstMs);
  const steps: GatheredStep[] = [];
  for (const { step, bootId } of order) {
    const fromMs = bucketOf(step.firstMs, stepMs) * stepMs;
    const before = steps.at(-1);
    if (before?.fromMs === fromMs) steps[steps.length - 1] = joinedAcross(before, step, bootId);
    else steps.push({ ...step, fromMs, firstBoot: bootId, lastBoot: bootId });
  }
  return steps;
}

/** Between two runs of the app nothing is known, however short the time. */
function joinedAcross(before: GatheredStep, next: Step, bootId: string): GatheredStep {
  const whole = joined(before, next);
  const apartMs = Math.max(0, next.firstMs - before.lastMs);
  const missingMs =
    before.lastBoot === bootId ? whole.missingMs : before.missingMs + apartMs + next.missingMs;
  return { ...before, ...whole, missingMs, lastBoot: bootId };
}
