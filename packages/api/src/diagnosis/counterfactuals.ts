/** "If this partition were idle": pure, from one tick, by the rule of the global watermark (invariant 6). */
import { comparePartitions, type FeedSnapshot, type PartitionWatermark } from "@stoatflow/engine/wire";
import type { Counterfactual } from "../wire/diagnosis.ts";

export const counterfactualsMax = 5;

interface Contribution {
  readonly of: PartitionWatermark;
  /** Its preview, else its watermark. */
  readonly valueMs: number | null;
  readonly part: "counts" | "idle" | "left-out";
}

/** What the holder, and each of the lowest partitions that count, keeps event time from. */
export function counterfactuals({ watermarks }: FeedSnapshot): Counterfactual[] {
  const { globalWatermarkMs, heldBackBy, partitions } = watermarks;
  const all = partitions.map(contributionOf);
  const counting = all.filter(({ part }) => part === "counts").sort(lowestFirst);
  const isHolder = ({ of }: Contribution) => heldBackBy !== null && comparePartitions(of, heldBackBy) === 0;
  const chosen = [...counting.filter(isHolder), ...counting.filter((one) => !isHolder(one))];
  const idleMs = highest(all.filter(({ part }) => part === "idle"));
  return chosen.slice(0, counterfactualsMax).map((one) => ifIdle(one, counting, idleMs, globalWatermarkMs));
}

/** @param counting lowest first, those without a value before all. */
function ifIdle(
  one: Contribution,
  counting: readonly Contribution[],
  idleMs: number | null,
  currentMs: number | null,
): Counterfactual {
  const next = counting.find((other) => other !== one);
  const candidateMs = next === undefined ? highest([one], idleMs) : next.valueMs;
  const watermarkMs = highest([], candidateMs, currentMs);
  return {
    ...refOf(one.of),
    valueMs: one.valueMs,
    watermarkMs,
    gainMs: watermarkMs === null || currentMs === null ? null : watermarkMs - currentMs,
    thenHeldBy: next === undefined ? null : refOf(next.of),
  };
}

/** Engines that do not say who counts leave out the idle alone. */
function contributionOf(of: PartitionWatermark): Contribution {
  const valueMs = highest([], of.watermarkMs, of.previewWatermarkMs);
  if (of.state === "revoked") return { of, valueMs, part: "left-out" };
  if (of.idleSinceMs !== null) return { of, valueMs, part: "idle" };
  return { of, valueMs, part: of.counts === false ? "left-out" : "counts" };
}

function lowestFirst(a: Contribution, b: Contribution): number {
  if (a.valueMs === b.valueMs) return comparePartitions(a.of, b.of);
  if (a.valueMs === null) return -1;
  return b.valueMs === null ? 1 : a.valueMs - b.valueMs;
}

function highest(of: readonly Contribution[], ...others: readonly (number | null)[]): number | null {
  let most: number | null = null;
  for (const value of [...of.map(({ valueMs }) => valueMs), ...others]) {
    if (value !== null && (most === null || value > most)) most = value;
  }
  return most;
}

function refOf({ topic, partition }: PartitionWatermark): Pick<Counterfactual, "topic" | "partition"> {
  return { topic, partition };
}
