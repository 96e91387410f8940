/**
 * What stored blocks say of some entities, put together step by step.
 *
 * Blocks of other boots and of other sets of partitions are put beside each other by name. A step belongs to the bucket
 * that its first tick is in, as in `fold`. A block is added and let go of, so that few are held at a time.
 */
import type { Step } from "./block.ts";
import type { Exact } from "./exact.ts";
import { bucketOf, joined } from "./fold.ts";
import { type Group, type MetricName, metrics, type Stat } from "./metrics.ts";
import { appSlab, placeOf } from "./series.ts";
import type { StoredBlock } from "./stored-blocks.ts";
import type { Span } from "./stored-rows.ts";

export interface GatheredStep extends Step {
  /** Its beginning. */
  readonly fromMs: number;
  /** The runs of the app that its first and its last tick are of. */
  readonly firstBoot: string;
  readonly lastBoot: string;
  /** And the recordings. */
  readonly firstRecording: string;
  readonly lastRecording: string;
}

export type Values = readonly (Exact | undefined)[];

/** One metric of one entity: by step. Of what is kept as its last value alone all three are that. */
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

/** What is to be gathered: some metrics of some entities of one group. */
export interface Ask {
  readonly group: Group;
  /** Of that group. */
  readonly metrics: readonly MetricName[];
  /** As in {@link Gathered.range}. */
  readonly names: readonly string[];
}

type Column = (Exact | undefined)[];
type Range = Readonly<Record<Stat, Column>>;

export class Gathering implements Gathered {
  readonly steps: readonly GatheredStep[];
  readonly #stepMs: number;
  readonly #places: ReadonlyMap<number, number>;
  readonly #asks: readonly Ask[];
  readonly #ranges = new Map<string, Range>();

  constructor(steps: readonly GatheredStep[], stepMs: number, asks: readonly Ask[]) {
    this.steps = steps;
    this.#stepMs = stepMs;
    this.#places = new Map(steps.map(({ fromMs }, i) => [fromMs / stepMs, i]));
    this.#asks = asks;
    for (const { metrics: wanted, names } of asks)
      for (const metric of wanted)
        for (const name of names) this.#ranges.set(rangeKey(metric, name), emptyRange(metric, steps.length));
  }

  range(metric: MetricName, name = ""): GatheredRange {
    const range = this.#ranges.get(rangeKey(metric, name));
    if (range === undefined) throw new Error(`${metric} of "${name}" was not asked for`);
    return range;
  }

  add(stored: StoredBlock): void {
    const places = stored.block.steps.map(({ firstMs }) => this.#places.get(bucketOf(firstMs, this.#stepMs)));
    for (const { group, metrics: wanted, names } of this.#asks) {
      if (wanted.length === 0) continue;
      for (const name of names) {
        const entity = entityAt(stored, group, name);
        if (entity === undefined) continue;
        for (const metric of wanted) {
          const range = this.#ranges.get(rangeKey(metric, name));
          if (range === undefined) continue;
          for (const stat of metrics[metric].keeps === "last" ? lastOnly : allStats)
            this.#put(range[stat], stat, stored.block.entity(metric, stat, entity), stored, places);
        }
      }
    }
  }

  #put(
    gathered: Column,
    stat: Stat,
    column: Values | undefined,
    { block }: StoredBlock,
    places: readonly (number | undefined)[],
  ): void {
    for (const [s, value] of column?.entries() ?? []) {
      const i = places[s];
      if (i === undefined || value === undefined) continue;
      const held = gathered[i];
      if (stat === "last") {
        if (block.steps[s]?.lastMs === this.steps[i]?.lastMs) gathered[i] = value;
      } else if (held === undefined || (stat === "min" ? value < held : value > held)) gathered[i] = value;
    }
  }
}

const allStats: readonly Stat[] = ["last", "min", "max"];
const lastOnly: readonly Stat[] = ["last"];

function rangeKey(metric: MetricName, name: string): string {
  return `${metric} ${name}`;
}

function emptyRange(metric: MetricName, length: number): Range {
  const column = () => new Array<Exact | undefined>(length).fill(undefined);
  const last = column();
  return metrics[metric].keeps === "last"
    ? { last, min: last, max: last }
    : { last, min: column(), max: column() };
}

/** Where in the block that entity is, if it is there. */
function entityAt({ slab, places }: StoredBlock, group: Group, name: string): number | undefined {
  if (group === "app") return slab === appSlab ? 0 : undefined;
  if (group === "lane") return slab === appSlab ? places.lanes.get(name) : undefined;
  const index = places.partitions.get(name);
  if (index === undefined) return undefined;
  const at = placeOf(index);
  return at.slab === slab ? at.place : undefined;
}

/** The steps that touch the span. @param own the app's own blocks, which have every tick. */
export function stepsOf(own: readonly StoredBlock[], span: Span, stepMs: number): readonly GatheredStep[] {
  const order = own
    .flatMap((stored) => stored.block.steps.map((step) => ({ step, stored })))
    .filter(({ step }) => step.lastMs >= span.fromMs && step.firstMs <= span.toMs)
    .sort((a, z) => a.step.firstMs - z.step.firstMs);
  const steps: OpenStep[] = [];
  for (const { step, stored } of order) {
    const { bootId, series } = stored;
    const fromMs = bucketOf(step.firstMs, stepMs) * stepMs;
    const before = steps.at(-1);
    if (before?.fromMs === fromMs) {
      join(before, step, stored);
      continue;
    }
    // All is named and nothing spread: of the thousands of steps of a long span that would take many times as long.
    steps.push({
      firstMs: step.firstMs,
      lastMs: step.lastMs,
      missingMs: step.missingMs,
      ticks: step.ticks,
      gapAboveMs: step.gapAboveMs,
      fromMs,
      firstBoot: bootId,
      lastBoot: bootId,
      firstRecording: series.recording,
      lastRecording: series.recording,
    });
  }
  return steps;
}

type OpenStep = { -readonly [Key in keyof GatheredStep]: GatheredStep[Key] };

/** Between two runs of the app or two recordings nothing is known, however short the time. */
function join(open: OpenStep, next: Step, { bootId, series: { recording } }: StoredBlock): void {
  const { lastMs, missingMs, ticks, gapAboveMs } = joined(open, next);
  const isOne = isOneRecording(open, { firstBoot: bootId, firstRecording: recording });
  const apartMs = Math.max(0, next.firstMs - open.lastMs);
  open.missingMs = isOne ? missingMs : open.missingMs + apartMs + next.missingMs;
  open.lastMs = lastMs;
  open.ticks = ticks;
  open.gapAboveMs = gapAboveMs;
  open.lastBoot = bootId;
  open.lastRecording = recording;
}

/** Whether what was told between the two was recorded, if the time between them is short. */
export function isOneRecording(
  before: Pick<GatheredStep, "lastBoot" | "lastRecording">,
  next: Pick<GatheredStep, "firstBoot" | "firstRecording">,
): boolean {
  return before.lastBoot === next.firstBoot && before.lastRecording === next.firstRecording;
}
