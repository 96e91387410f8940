/** A topic-partition. Always both: a partition number alone means nothing. */
export interface TopicPartition {
  readonly topic: string;
  readonly partition: number;
}

/** `topic-partition` as text, e.g. `orders-3`. Unambiguous, since the number is what follows the last hyphen. */
export type PartitionId = string;

/**
 * A partition as text, for keys of maps and for people.
 *
 * @example
 * ```ts
 * partitionId({ topic: "orders", partition: 3 }); // "orders-3"
 * ```
 */
export function partitionId(of: TopicPartition): PartitionId {
  return `${of.topic}-${of.partition}`;
}

/**
 * Order by topic (code units), then by partition number: the order in which ties between heads are decided.
 *
 * @example
 * ```ts
 * [{ topic: "b", partition: 0 }, { topic: "a", partition: 10 }, { topic: "a", partition: 9 }].sort(comparePartitions);
 * // a-9, a-10, b-0
 * ```
 */
export function comparePartitions(a: TopicPartition, b: TopicPartition): number {
  if (a.topic !== b.topic) return a.topic < b.topic ? -1 : 1;
  return a.partition - b.partition;
}
