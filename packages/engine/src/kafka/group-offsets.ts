import type { Cluster } from "kafkajs";
import type { CommittedOffset } from "../ports.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import { asking } from "./asking.ts";
import type { KafkaSettings } from "./options.ts";

/** The shape in which kafkajs hands over committed offsets; its own types leave the metadata out. */
interface FetchedOffsets {
  readonly responses: readonly {
    readonly topic: string;
    readonly partitions: readonly {
      readonly partition: number;
      readonly offset: string;
      readonly metadata?: string | null;
    }[];
  }[];
}

/**
 * What the group has committed. A partition without a commit is absent, and so is one whose commit is negative: a
 * client that resets a position may leave such a mark, which is no offset.
 *
 * @throws {StoatFlowError} `log-unavailable`.
 */
export function committedOffsets(
  settings: KafkaSettings,
  cluster: Cluster,
  groupId: string,
  partitions: readonly TopicPartition[],
): Promise<ReadonlyMap<PartitionId, CommittedOffset>> {
  const topics = [...new Set(partitions.map(({ topic }) => topic))].map((topic) => ({
    topic,
    partitions: partitions
      .filter((partition) => partition.topic === topic)
      // Only the partition is sent; the offset is there for the type.
      .map(({ partition }) => ({ partition, offset: "0" })),
  }));
  return asking(settings, `asking for the offsets of group "${groupId}"`, async () => {
    const coordinator = await cluster.findGroupCoordinator({ groupId });
    const fetched: FetchedOffsets = await coordinator.offsetFetch({ groupId, topics });
    const committed = new Map<PartitionId, CommittedOffset>();
    for (const { topic, partitions: answered } of fetched.responses) {
      for (const { partition, offset, metadata } of answered) {
        const exact = BigInt(offset);
        if (exact < 0n) continue;
        committed.set(partitionId({ topic, partition }), { offset: exact, metadata: metadata ?? "" });
      }
    }
    return committed;
  });
}
