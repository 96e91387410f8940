/** "If this partition were idle": pure, from one tick, by the rule of the global watermark (invariant 6). */
import {
  comparePartitions,
  type FeedSnapshot,
  type PartitionWatermark,
  type TakesPart,
} from "@stoatflow/engine/wire";
import type { Counterfactual } from "../wire/diagnosis.ts";

export const counterfactualsMax = 5;

interface Contribution {
  readonly of: PartitionWatermark;
  /** Its preview, else its watermark. */
  readonly valueMs: number | null;
  readonly part: TakesPart;
}

/** What the holder, and each of the lowest partitions that count, keeps event time from. */
export function counterfactuals({ watermarks }: FeedSnapshot): Counterfactual[] {
  const { globalWatermarkMs, heldBackBy, partitions } = watermarks;
  const lowest: Contribution[] = [];
  let holder: Contribution | undefined;
  let idleMs: number | null = null;
  for (const partition of partitions) {
    const one = contributionOf(partition);
    if (one.part === "idle") idleMs = highest(idleMs, one.valueMs);
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

/** @param lowest of those that count, lowest first, those without a value before all. */
function ifIdle(
  one: Contribution,
  lowest: readonly Contribution[],
  idleMs: number | null,
  currentMs: number | null,
): Counterfactual {
  const next = lowest.find((other) => other !== one);
  const watermarkMs = highest(currentMs, next === undefined ? highest(one.valueMs, idleMs) : next.valueMs);
  return {
    ...refOf(one.of),
    valueMs: one.valueMs,
    watermarkMs,
    gainMs: watermarkMs === null || currentMs === null ? null : watermarkMs - currentMs,
    thenHeldBy: next === undefined ? null : refOf(next.of),
  };
}

/** An older engine does not say who takes part; that a partition is idle it does. */
function contributionOf(of: PartitionWatermark): Contribution {
  const valueMs = highest(of.watermarkMs, of.previewWatermarkMs);
  if (of.state === "revoked") return { of, valueMs, part: "left-out" };
  return { of, valueMs, part: of.takesPart ?? (of.idleSinceMs === null ? "counts" : "idle") };
}

function lowestFirst(a: Contribution, b: Contribution): number {
  if (a.valueMs === b.valueMs) return comparePartitions(a.of, b.of);
  if (a.valueMs === null) return -1;
  return b.valueMs === null ? 1 : a.valueMs - b.valueMs;
}

function highest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

function refOf({ topic, partition }: PartitionWatermark): Pick<Counterfactual, "topic" | "partition"> {
  return { topic, partition };
}
