import type { BrokerMetadata, Cluster } from "kafkajs";
import { asking } from "./asking.ts";
import type { KafkaSettings } from "./options.ts";

/**
 * The partition counts of those of the topics that exist.
 *
 * All topics are listed, because kafkajs answers a question about one that is missing by an error for all.
 *
 * @throws {StoatFlowError} `log-unavailable`.
 */
export function existingPartitionCounts(
  settings: KafkaSettings,
  cluster: Cluster,
  topics: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return asking(settings, "listing topics", async () => {
    await cluster.connect();
    // It answers null when every broker it tried failed.
    const metadata: BrokerMetadata | null = await cluster.metadata();
    if (metadata === null) throw new Error("no broker answered");
    const counts = new Map<string, number>();
    for (const { topic, partitionMetadata } of metadata.topicMetadata) {
      if (topics.includes(topic)) counts.set(topic, partitionMetadata.length);
    }
    return counts;
  });
}
