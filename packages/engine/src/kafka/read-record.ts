/**
 * Reads one record by its offset, on demand: outside any group, without a commit, and apart from the app's own reader.
 *
 * One fetch brings one batch, however large the partition: a broker that is asked for hardly a byte answers with the
 * whole first batch that reaches to the offset, and with no more.
 */
import type { Cluster } from "kafkajs";
import type { RecordRead } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import { partitionId, type TopicPartition } from "../record/topic-partition.ts";
import { asking } from "./asking.ts";
import type { FetchedPartition, FetchResponse } from "./fetch-response.ts";
import { brokerErrorOf } from "./kafka-error.ts";
import { boundsNow, freshly } from "./log-bounds.ts";
import type { FetchSource } from "./log-reader.ts";
import type { KafkaSettings } from "./options.ts";
import { visibleRecords } from "./visible-records.ts";

const readCommitted = 1;
/** Of the partition and of the answer. */
const oneBatch = 1;

/** What is needed of a cluster to read one record. */
export type RecordSource = FetchSource & Pick<Cluster, "connect" | "findTopicPartitionMetadata">;

/**
 * @param limitMs how long it is asked for at most; less where the settings allow less.
 * @throws {StoatFlowError} `log-unavailable`.
 */
export function readRecord(
  settings: KafkaSettings,
  cluster: RecordSource,
  partition: TopicPartition,
  offset: Offset,
  limitMs: number,
): Promise<RecordRead> {
  const id = partitionId(partition);
  const patience = { ...settings, unavailableAfterMs: Math.min(limitMs, settings.unavailableAfterMs) };
  // An offset that retention takes between the two questions is out of range, and is asked for again as a whole.
  return asking(patience, `reading ${id} at offset ${offset}`, () =>
    freshly(cluster, async (): Promise<RecordRead> => {
      await cluster.connect();
      if (!(await isKnown(cluster, partition))) return { kind: "no-partition" };
      const bounds = (await boundsNow(cluster, [partition])).get(id);
      if (bounds === undefined) throw new Error(`no broker leads ${id}`);
      if (offset < bounds.start) return { kind: "deleted", start: bounds.start };
      if (offset >= bounds.end) return { kind: "beyond-end", end: bounds.end };
      return recordIn(await fetchBatch(settings, cluster, partition, offset), partition, offset);
    }),
  );
}

async function isKnown(cluster: RecordSource, { topic, partition }: TopicPartition): Promise<boolean> {
  try {
    await cluster.addMultipleTargetTopics([topic]);
  } catch (error) {
    // A topic that was deleted: asking again would not bring it back.
    if (brokerErrorOf(error) === "UNKNOWN_TOPIC_OR_PARTITION") return false;
    throw error;
  }
  return cluster.findTopicPartitionMetadata(topic).some(({ partitionId: number }) => number === partition);
}

async function fetchBatch(
  settings: KafkaSettings,
  cluster: RecordSource,
  { topic, partition }: TopicPartition,
  offset: Offset,
): Promise<FetchedPartition> {
  const [nodeId] = Object.keys(cluster.findLeaderForPartitions(topic, [partition]));
  if (nodeId === undefined) throw new Error(`no broker leads ${topic}-${partition}`);
  const broker = await cluster.findBroker({ nodeId });
  const { responses }: FetchResponse = await broker.fetch({
    isolationLevel: readCommitted,
    maxWaitTime: settings.fetchWaitMs,
    minBytes: 1,
    maxBytes: oneBatch,
    topics: [{ topic, partitions: [{ partition, fetchOffset: offset.toString(), maxBytes: oneBatch }] }],
  });
  const fetched = responses[0]?.partitions[0];
  if (fetched === undefined) throw new Error(`the answer to a fetch lacks ${topic}-${partition}`);
  return fetched;
}

/** What the batch that reaches to the offset has there. */
function recordIn(
  { messages, abortedTransactions }: FetchedPartition,
  partition: TopicPartition,
  offset: Offset,
): RecordRead {
  const { records } = visibleRecords(partition, offset, messages, abortedTransactions ?? []);
  const record = records.find((each) => each.offset === offset);
  if (record !== undefined) return { kind: "found", record };
  const hidden = messages.find((message) => BigInt(message.offset) === offset);
  if (hidden === undefined) return { kind: "compacted" };
  return { kind: hidden.isControlRecord ? "marker" : "aborted" };
}
