import type { LatenessBucket, LatenessFigures } from "../wire/index.ts";
import { figurePercents, nearestRank } from "./quantile.ts";

/** 1, 2, 5 times each power of ten that an exact integer reaches. */
const edgesMs: readonly number[] = Array.from({ length: 16 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
)
  .flat()
  .filter(Number.isSafeInteger);

/** Pure. @param sortedMs latenesses, ascending. */
export function latenessFiguresOf(sortedMs: ArrayLike<number>): LatenessFigures {
  const minMs = sortedMs[0];
  const maxMs = sortedMs[sortedMs.length - 1];
  if (minMs === undefined || maxMs === undefined) return { kind: "none" };
  return {
    kind: "known",
    minMs,
    maxMs,
    method: "nearest-rank",
    quantiles: figurePercents.map((percent) => ({
      percent,
      latenessMs: nearestRank(sortedMs, percent) ?? maxMs,
    })),
    histogram: histogramOf(sortedMs),
  };
}

/** From the first bucket that holds one to the last, without a hole. */
function histogramOf(sortedMs: ArrayLike<number>): LatenessBucket[] {
  const buckets: LatenessBucket[] = [];
  let next = 0;
  for (let i = 0; i <= edgesMs.length && next < sortedMs.length; i += 1) {
    const toMs = edgesMs[i] ?? null;
    const first = next;
    while (next < sortedMs.length && (toMs === null || (sortedMs[next] ?? toMs) < toMs)) next += 1;
    if (next > first || buckets.length > 0)
      buckets.push({ fromMs: edgesMs[i - 1] ?? null, toMs, count: next - first });
  }
  return buckets;
}
