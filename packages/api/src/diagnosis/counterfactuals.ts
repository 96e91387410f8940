/** "If this partition were idle": pure, from one tick, by the rule of the global watermark (invariant 6). */
import {
  comparePartitions,
  type FeedSnapshot,
  type PartitionWatermark,
  type TakesPart,
} from "@stoatflow/engine/wire";
import { takesPartOf } from "../collector/merge/watermark-holder.ts";
import type { Counterfactual } from "../wire/diagnosis.ts";

export const counterfactualsMax = 5;

interface Contribution {
  readonly of: PartitionWatermark;
  /** Its preview, else its watermark. */
  readonly valueMs: number | null;
  /** What it counts with: no less than its instance's watermark, which does not go down for it. */
  readonly countsMs: number | null;
  readonly part: TakesPart;
}

/**
 * What the holder, and each of the lowest partitions that count, keeps event time from.
 *
 * @param floorsMs by place, the watermark of the instance that works on the partition. @default the global one, as of an
 * app of one instance
 */
export function counterfactuals(
  { watermarks }: FeedSnapshot,
  floorsMs?: readonly (number | null)[],
): Counterfactual[] {
  const { globalWatermarkMs, heldBackBy, partitions } = watermarks;
  const lowest: Contribution[] = [];
  let holder: Contribution | undefined;
  let idleMs: number | null = null;
  for (const [place, partition] of partitions.entries()) {
    const floorMs = floorsMs === undefined ? globalWatermarkMs : (floorsMs[place] ?? null);
    const one = contributionOf(partition, floorMs);
    idleMs = highest(idleMs, one.part === "idle" ? one.countsMs : floorMs);
    if (one.part !== "counts") continue;
    keepLowest(lowest, one);
    if (heldBackBy !== null && comparePartitions(partition, heldBackBy) === 0) holder = one;
  }
  const others = lowest.filter((one) => one !== holder);
  const chosen = holder === undefined ? others : [holder, ...others];
  return chosen.slice(0, counterfactualsMax).map((one) => ifIdle(one, lowest, idleMs, globalWatermarkMs));
}

/** Keeps those that are told of; whoever one of them would hand over to is another of them. */
function keepLowest(lowest: Contribution[], one: Contribution): void {
  const last = lowest.at(-1);
  const isFull = lowest.length >= counterfactualsMax;
  if (isFull && last !== undefined && lowestFirst(last, one) <= 0) return;
  const place = lowest.findIndex((other) => lowestFirst(one, other) < 0);
  lowest.splice(place < 0 ? lowest.length : place, 0, one);
  if (lowest.length > counterfactualsMax) lowest.pop();
}

/**
 * @param lowest of those that count, lowest first, those without a value before all.
 * @param idleMs where the instances are, and what their idle partitions would bring them to if none counted.
 */
function ifIdle(
  one: Contribution,
  lowest: readonly Contribution[],
  idleMs: number | null,
  currentMs: number | null,
): Counterfactual {
  const next = lowest.find((other) => other !== one);
  const watermarkMs = highest(currentMs, next === undefined ? highest(one.countsMs, idleMs) : next.countsMs);
  return {
    ...refOf(one.of),
    valueMs: one.valueMs,
    watermarkMs,
    gainMs: watermarkMs === null || currentMs === null ? null : watermarkMs - currentMs,
    thenHeldBy: next === undefined ? null : refOf(next.of),
  };
}

function contributionOf(of: PartitionWatermark, floorMs: number | null): Contribution {
  const valueMs = highest(of.watermarkMs, of.previewWatermarkMs);
  const countsMs = highest(valueMs, floorMs);
  if (of.state === "revoked") return { of, valueMs, countsMs, part: "left-out" };
  return { of, valueMs, countsMs, part: takesPartOf(of) };
}

/** Of several that count alike, the one that has furthest to go. */
function lowestFirst(a: Contribution, b: Contribution): number {
  return compared(a.countsMs, b.countsMs) || compared(a.valueMs, b.valueMs) || comparePartitions(a.of, b.of);
}

function compared(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return -1;
  return b === null ? 1 : a - b;
}

function highest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

function refOf({ topic, partition }: PartitionWatermark): Pick<Counterfactual, "topic" | "partition"> {
  return { topic, partition };
}
