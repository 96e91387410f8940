/**
 * Which instance each partition of an app counts for: pure.
 *
 * In one consumer group a partition is held by one instance, so two that name it are a take-over that one of them has
 * not noticed, or apps that share no group. The newest tick counts; a partition that was revoked, and what an instance
 * said that tells nothing new any more, count only where nobody else names it.
 */
import { comparePartitions, type PartitionWatermark, partitionId } from "@stoatflow/engine/wire";
import type { ReceivedTick } from "../summary.ts";

/** An instance that has told something. */
export interface Claimant {
  readonly url: string;
  readonly tick: ReceivedTick;
  /** Its connection is live and its tick is fresh. */
  readonly isCurrent: boolean;
}

export interface Claim {
  readonly by: Claimant;
  readonly partition: PartitionWatermark;
  /** Other live instances that hold it, too. */
  readonly contestedBy: readonly Claimant[];
}

/** One claim a partition, in the order of partitions. */
export function settleClaims(claimants: readonly Claimant[]): readonly Claim[] {
  const claims = new Map<string, Claim>();
  for (const by of claimants) {
    for (const partition of by.tick.snapshot.watermarks.partitions) {
      const id = partitionId(partition);
      const claim: Claim = { by, partition, contestedBy: [] };
      const held = claims.get(id);
      claims.set(id, held === undefined ? claim : settled(held, claim));
    }
  }
  return [...claims.values()].sort((a, b) => comparePartitions(a.partition, b.partition));
}

function settled(a: Claim, b: Claim): Claim {
  const [winner, loser] =
    weight(b) > weight(a) || (weight(b) === weight(a) && isNewer(b, a)) ? [b, a] : [a, b];
  const others = [...a.contestedBy, ...b.contestedBy];
  return { ...winner, contestedBy: weight(loser) === 2 ? [...others, loser.by] : others };
}

/** 2: it is held there now. */
function weight({ by, partition }: Claim): number {
  return (partition.state === "revoked" ? 0 : 1) + (by.isCurrent ? 1 : 0);
}

function isNewer(a: Claim, b: Claim): boolean {
  return a.by.tick.receivedAtMs > b.by.tick.receivedAtMs;
}
