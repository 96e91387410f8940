import type { Cluster } from "kafkajs";
import type { CommittedOffset } from "../ports.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import { asking } from "./asking.ts";
import type { KafkaSettings } from "./options.ts";
import { fetchStableOffsets } from "./stable-offset-fetch.ts";

/**
 * What the group has committed, once no transaction is pending that commits offsets of these partitions: the former
 * ones would be read again beside state that is ahead of them (invariant 12). A partition without a commit is absent,
 * and so is one whose commit is negative: a client that resets a position may leave such a mark, which is no offset.
 *
 * @throws {StoatFlowError} `log-unavailable`, also where a transaction stays pending.
 */
export function committedOffsets(
  settings: KafkaSettings,
  cluster: Cluster,
  groupId: string,
  partitions: readonly TopicPartition[],
): Promise<ReadonlyMap<PartitionId, CommittedOffset>> {
  const topics = [...new Set(partitions.map(({ topic }) => topic))].map((topic) => ({
    topic,
    partitions: partitions.filter((of) => of.topic === topic).map(({ partition }) => partition),
  }));
  return asking(settings, `asking for the offsets of group "${groupId}"`, async () => {
    const coordinator = await cluster.findGroupCoordinator({ groupId });
    const committed = new Map<PartitionId, CommittedOffset>();
    for (const { topic, partition, offset, metadata } of await fetchStableOffsets(coordinator, {
      groupId,
      topics,
    })) {
      const exact = BigInt(offset);
      if (exact < 0n) continue;
      committed.set(partitionId({ topic, partition }), { offset: exact, metadata: metadata ?? "" });
    }
    return committed;
  });
}
