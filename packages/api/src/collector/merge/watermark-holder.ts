/**
 * Whose watermark is the app's: pure. It is the rule of one engine (invariant 6) over the partitions of all instances.
 *
 * The instance that is furthest behind, of those that have a partition in the minimum; one whose partitions are all idle
 * holds nobody back. Where none has one, the instance that is furthest ahead, as the maximum counts where all partitions
 * are idle. Each instance's own watermark never goes down; what they make together does where one comes back from
 * idleness that is behind the others, since its own lanes were never further.
 */
import type { PartitionWatermark, TakesPart } from "@stoatflow/engine/wire";
import type { Claim, Claimant } from "./claims.ts";

/** @param makers those that work, in their order. */
export function watermarkHolder(makers: readonly Claimant[], claims: readonly Claim[]): Claimant | undefined {
  const counting = new Set<string>();
  for (const { by, partition, contestedBy } of claims) {
    if (takesPartOf(partition) !== "counts") continue;
    counting.add(by.url);
    for (const { url } of contestedBy) counting.add(url);
  }
  const inMinimum = makers.filter(({ url }) => counting.has(url));
  return inMinimum.length > 0 ? furthest(inMinimum, "behind") : furthest(makers, "ahead");
}

/** An older engine does not say who takes part; that a partition is idle it does. */
export function takesPartOf({ takesPart, idleSinceMs }: PartitionWatermark): TakesPart {
  return takesPart ?? (idleSinceMs === null ? "counts" : "idle");
}

/** One without a watermark is behind all others. The first of several that are as far. */
function furthest([first, ...others]: readonly Claimant[], where: "behind" | "ahead"): Claimant | undefined {
  const sign = where === "ahead" ? 1 : -1;
  return others.reduce(
    (found, one) => (found && sign * watermarkOf(one) > sign * watermarkOf(found) ? one : found),
    first,
  );
}

function watermarkOf({ tick: { snapshot } }: Claimant): number {
  return snapshot.watermarks.globalWatermarkMs ?? Number.NEGATIVE_INFINITY;
}
