import type { Cluster } from "kafkajs";
import type { LogBounds } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import { asking } from "./asking.ts";
import type { KafkaSettings } from "./options.ts";

/** What is needed of a cluster to ask for offsets. */
export type OffsetSource = Pick<Cluster, "addMultipleTargetTopics" | "refreshMetadata" | "fetchTopicsOffset">;

/**
 * Where the logs of the partitions begin, and their last stable offsets.
 *
 * @throws {StoatFlowError} `log-unavailable`.
 */
export function logBounds(
  settings: KafkaSettings,
  cluster: OffsetSource,
  partitions: readonly TopicPartition[],
): Promise<ReadonlyMap<PartitionId, LogBounds>> {
  return asking(settings, "asking where logs begin and end", () =>
    freshly(cluster, async () => {
      await cluster.addMultipleTargetTopics(topicsOf(partitions));
      return await boundsNow(cluster, partitions);
    }),
  );
}

/** The same, asked for once; the topics are known to the cluster. */
export async function boundsNow(
  cluster: OffsetSource,
  partitions: readonly TopicPartition[],
): Promise<ReadonlyMap<PartitionId, LogBounds>> {
  const starts = await offsets(cluster, partitions, true);
  const ends = await offsets(cluster, partitions, false);
  const bounds = new Map<PartitionId, LogBounds>();
  for (const partition of partitions) {
    const id = partitionId(partition);
    const start = starts.get(id);
    const end = ends.get(id);
    if (start === undefined || end === undefined) throw new Error(`no broker leads ${id}`);
    // The beginning was read first and may lie behind the end by now only if the log was cut in between.
    bounds.set(id, end < start ? { start: end, end } : { start, end });
  }
  return bounds;
}

/** The last stable offsets, asked for once; a partition without a leader is absent. */
export function lastStableOffsets(
  cluster: OffsetSource,
  partitions: readonly TopicPartition[],
): Promise<ReadonlyMap<PartitionId, Offset>> {
  return freshly(cluster, () => offsets(cluster, partitions, false));
}

/** Leaders may have moved when an answer fails, so what is known of them is renewed before anyone asks again. */
export async function freshly<T>(
  cluster: Pick<Cluster, "refreshMetadata">,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    await cluster.refreshMetadata().catch(() => undefined);
    throw error;
  }
}

async function offsets(
  cluster: OffsetSource,
  partitions: readonly TopicPartition[],
  fromBeginning: boolean,
): Promise<ReadonlyMap<PartitionId, Offset>> {
  const found = new Map<PartitionId, Offset>();
  if (partitions.length === 0) return found;
  const asked = topicsOf(partitions).map((topic) => ({
    topic,
    fromBeginning,
    partitions: partitions
      .filter((partition) => partition.topic === topic)
      .map(({ partition }) => ({ partition })),
  }));
  for (const { topic, partitions: answered } of await cluster.fetchTopicsOffset(asked)) {
    for (const { partition, offset } of answered) {
      found.set(partitionId({ topic, partition }), BigInt(offset));
    }
  }
  return found;
}

function topicsOf(partitions: readonly TopicPartition[]): string[] {
  return [...new Set(partitions.map(({ topic }) => topic))];
}
