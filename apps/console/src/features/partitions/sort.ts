import type { PartitionWatermark } from "@stoatflow/engine/wire";

export const partitionSorts = ["partition", "watermark", "lag"] as const;
export type PartitionSort = (typeof partitionSorts)[number];

/**
 * Partitions in the order asked for: as the wire has them, the furthest behind in event time first (those without a
 * watermark last), or the longest lag first. Ties keep the order of the wire.
 */
export function sortPartitions(
  partitions: readonly PartitionWatermark[],
  sort: PartitionSort,
): readonly PartitionWatermark[] {
  if (sort === "partition") return partitions;
  if (sort === "lag") return partitions.toSorted((a, b) => compareLag(b, a));
  return partitions.toSorted(
    (a, b) => (a.watermarkMs ?? Number.POSITIVE_INFINITY) - (b.watermarkMs ?? Number.POSITIVE_INFINITY) || 0,
  );
}

function compareLag(a: PartitionWatermark, b: PartitionWatermark): number {
  const [left, right] = [a.lag ?? "", b.lag ?? ""];
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}
