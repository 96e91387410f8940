/** Columns of integers as the wire has them: pure. What is absent is `null`. */
import type { HeldBackBy } from "@stoatflow/engine/wire";
import { followsOn } from "./gaps.ts";
import type { Gathered, GatheredRange, Values } from "./gather.ts";
import { heldBackReasons, type MetricName } from "./metrics.ts";

interface WireRange<T> {
  readonly min: (T | null)[];
  readonly max: (T | null)[];
  readonly last: (T | null)[];
}

export function integers(values: Values): (number | null)[] {
  return values.map((value) => (value === undefined ? null : Number(value)));
}

function texts(values: Values): (string | null)[] {
  return values.map((value) => (value === undefined ? null : String(value)));
}

export function integerRange({ min, max, last }: GatheredRange): WireRange<number> {
  return { min: integers(min), max: integers(max), last: integers(last) };
}

/** For what may be beyond 2^53. */
export function textRange({ min, max, last }: GatheredRange): WireRange<string> {
  return { min: texts(min), max: texts(max), last: texts(last) };
}

/** Of a thousand times the value, as durations and shares are kept. */
export function thousandthRange({ min, max, last }: GatheredRange): WireRange<number> {
  return { min: thousandths(min), max: thousandths(max), last: thousandths(last) };
}

function thousandths(values: Values): (number | null)[] {
  return values.map((value) => (value === undefined ? null : Number(value) / 1000));
}

export function words<Word>(values: Values, known: readonly Word[]): (Word | null)[] {
  return values.map((code) => (code === undefined ? null : (known[Number(code)] ?? null)));
}

/** How much a counter grew a second; `null` where it can't be read on from the step before. */
export function perSecond(gathered: Gathered, metric: MetricName, name?: string): (number | null)[] {
  const { steps } = gathered;
  const { last } = gathered.range(metric, name);
  return steps.map((step, i) => {
    const before = steps[i - 1];
    const grown = growth(gathered, last, i);
    if (before === undefined || grown === null) return null;
    return (grown * 1000) / (step.lastMs - before.lastMs);
  });
}

/** How much `sum` grew for each one that `count` grew; `null` also where that did not. */
export function growthEach(gathered: Gathered, sum: MetricName, count: MetricName): (number | null)[] {
  const sums = gathered.range(sum).last;
  const counts = gathered.range(count).last;
  return gathered.steps.map((_, i) => {
    const more = growth(gathered, counts, i);
    const grown = growth(gathered, sums, i);
    return more === null || grown === null || more === 0 ? null : grown / more;
  });
}

function growth({ steps }: Gathered, values: Values, at: number): number | null {
  const before = values[at - 1];
  const value = values[at];
  if (before === undefined || value === undefined || !followsOn(steps, at)) return null;
  const grown = Number(value) - Number(before);
  // No counter goes down: nobody knows what it counted meanwhile.
  return grown < 0 ? null : grown;
}

/** `topic-3` as a topic and its partition; a topic may have dashes too. */
export function partitionRefOf(id: string): { readonly topic: string; readonly partition: number } {
  const dash = id.lastIndexOf("-");
  return { topic: id.slice(0, dash), partition: Number(id.slice(dash + 1)) };
}

export function heldBackByOf(id: string | undefined, reasonCode: unknown): HeldBackBy | null {
  const reason = heldBackReasons[Number(reasonCode)];
  return id === undefined || reason === undefined ? null : { ...partitionRefOf(id), reason };
}
