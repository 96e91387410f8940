import type { PartitionCommit } from "../ports.ts";

export interface TopicCommit {
  readonly topic: string;
  readonly partitions: { readonly partition: number; readonly offset: string; readonly metadata: string }[];
}

/** Offsets as Kafka's requests want them: by topic, as decimal text. */
export function offsetsByTopic(offsets: readonly PartitionCommit[]): TopicCommit[] {
  const byTopic = new Map<string, TopicCommit>();
  for (const { partition: of, offset, metadata } of offsets) {
    const commit = byTopic.get(of.topic) ?? { topic: of.topic, partitions: [] };
    commit.partitions.push({ partition: of.partition, offset: offset.toString(), metadata });
    byTopic.set(of.topic, commit);
  }
  return [...byTopic.values()];
}
