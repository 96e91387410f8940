import type { AppSnapshot, RecentTick, RecentTicks } from "@stoatflow/api";
import { watermarkAtOf } from "@stoatflow/api/wire";

/** How many ticks a chart holds: ten minutes at one a second. */
export const keptTicks = 600;

/** The history is asked for once a stream, which then appends to it. */
export const recentOptions = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const;

/** The name of a partition on every page, e.g. `orders-3`. */
export function partitionName(partition: { readonly topic: string; readonly partition: number }): string {
  return `${partition.topic}-${partition.partition}`;
}

/**
 * The history with one more tick. A tick that is already there, or an older one of the same run, changes nothing; where
 * the answer left partitions out, the appended tick keeps to those that it has.
 */
export function appendTick(recent: RecentTicks, snapshot: AppSnapshot): RecentTicks {
  const last = recent.ticks.at(-1);
  if (last?.bootId === snapshot.bootId && BigInt(last.sequence) >= BigInt(snapshot.sequence)) return recent;
  const chosen = recent.omittedPartitions > 0 && last !== undefined ? last.watermarks : undefined;
  const watermarks: RecentTick["watermarks"] = {};
  for (const partition of snapshot.watermarks.partitions) {
    const name = partitionName(partition);
    if (chosen === undefined || name in chosen) watermarks[name] = partition.watermarkMs;
  }
  const { bootId, sequence, atMs } = snapshot;
  const tick = {
    bootId,
    sequence,
    atMs,
    globalWatermarkMs: snapshot.watermarks.globalWatermarkMs,
    watermarkAtMs: watermarkAtOf(snapshot),
    watermarks,
  };
  return { ...recent, ticks: [...recent.ticks, tick].slice(-keptTicks) };
}
