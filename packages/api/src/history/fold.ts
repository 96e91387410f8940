/**
 * Fewer, longer steps of the same entities: pure. Folding what was folded gives what folding the ticks would.
 *
 * A bucket keeps the lowest, the highest and the last value. The last one is that of its last tick, absent if it was
 * absent then; lowest and highest are of the ticks that had a value. How much of a bucket nothing is known of stays
 * with it, so that no gap is ever bridged by making its bucket longer.
 */
import type { Block, BlockParts, Step } from "./block.ts";
import type { Column } from "./column.ts";
import type { Exact } from "./exact.ts";
import { type Group, type MetricName, metricNames, metrics, type Stat } from "./metrics.ts";

/** How much of the time between a step and what comes next counts as not known. */
export function gapBetween(
  { lastMs, gapAboveMs }: Pick<Step, "lastMs" | "gapAboveMs">,
  nextMs: number,
): number {
  return nextMs - lastMs > gapAboveMs ? nextMs - lastMs : 0;
}

/** Where in time a step belongs. */
export function bucketOf(firstMs: number, stepMs: number): number {
  return Math.floor(firstMs / stepMs);
}

const rangeStats: readonly Stat[] = ["last", "min", "max"];
const lastOnly: readonly Stat[] = ["last"];

export function fold(blocks: readonly Block[], stepMs: number): BlockParts {
  const plan = planOf(blocks, stepMs);
  const sizes = Object.fromEntries(
    (["app", "lane", "partition"] as const).map((group) => [group, blocks[0]?.entities(group) ?? 0]),
  ) as Record<Group, number>;
  return { steps: plan.steps, entities: sizes, columns: columns() };

  function* columns(): Generator<readonly [MetricName, Stat, Column]> {
    for (const metric of metricNames) {
      const { group, keeps } = metrics[metric];
      if (sizes[group] === 0) continue;
      let last: Column | undefined;
      for (const stat of keeps === "last" ? lastOnly : rangeStats) {
        const folded = foldColumn(blocks, plan, sizes[group], metric, stat);
        if (stat === "last") last = folded;
        // One that is the same need not be there: the last values are read for it.
        else if (last !== undefined && folded?.every((value, i) => value === last?.[i])) continue;
        if (folded !== undefined) yield [metric, stat, folded];
      }
    }
  }
}

interface Plan {
  readonly steps: readonly Step[];
  /** By block and step: the bucket that it goes to. */
  readonly bucket: readonly (readonly number[])[];
  /** By bucket: the block and the step of its last tick. */
  readonly last: readonly { readonly block: number; readonly step: number }[];
}

function planOf(blocks: readonly Block[], stepMs: number): Plan {
  const order = blocks
    .flatMap((block, b) => block.steps.map((step, s) => ({ step, b, s })))
    .sort((a, z) => a.step.firstMs - z.step.firstMs);
  const steps: Step[] = [];
  const last: { block: number; step: number }[] = [];
  const bucket = blocks.map((block) => new Array<number>(block.steps.length));
  let current: number | undefined;
  for (const { step, b, s } of order) {
    const place = bucketOf(step.firstMs, stepMs);
    const before = steps.at(-1);
    if (before === undefined || place !== current) {
      steps.push(step);
      last.push({ block: b, step: s });
      current = place;
    } else {
      steps[steps.length - 1] = joined(before, step);
      last[last.length - 1] = { block: b, step: s };
    }
    const places = bucket[b];
    if (places !== undefined) places[s] = steps.length - 1;
  }
  return { steps, bucket, last };
}

/** `next` comes after `before`. */
export function joined(before: Step, next: Step): Step {
  return {
    firstMs: before.firstMs,
    lastMs: Math.max(before.lastMs, next.lastMs),
    missingMs: before.missingMs + gapBetween(before, next.firstMs) + next.missingMs,
    ticks: before.ticks + next.ticks,
    gapAboveMs: (before.lastMs > next.lastMs ? before : next).gapAboveMs,
  };
}

function foldColumn(
  blocks: readonly Block[],
  { steps, bucket, last }: Plan,
  entities: number,
  metric: MetricName,
  stat: Stat,
): Column | undefined {
  const columns = blocks.map((block) => block.column(metric, stat));
  if (columns.every((column) => column === undefined)) return undefined;
  const folded = new Array<Exact | undefined>(entities * steps.length).fill(undefined);
  for (const [b, column] of columns.entries()) {
    const places = bucket[b];
    if (column === undefined || places === undefined) continue;
    for (const [s, place] of places.entries()) {
      const end = last[place];
      if (stat === "last" && !(end?.block === b && end.step === s)) continue;
      for (let entity = 0; entity < entities; entity += 1) {
        const value = column[entity * places.length + s];
        const at = entity * steps.length + place;
        const held = folded[at];
        if (value === undefined) continue;
        if (held === undefined || stat === "last" || (stat === "min" ? value < held : value > held))
          folded[at] = value;
      }
    }
  }
  return folded;
}
