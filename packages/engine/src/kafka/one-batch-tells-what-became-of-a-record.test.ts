import { expect, test } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import type { FetchedMessage, FetchedPartition } from "./fetch-response.ts";
import { resolveKafkaOptions } from "./options.ts";
import { type RecordSource, readRecord } from "./read-record.ts";

const partition = { topic: "in", partition: 0 };
/** Less than the settings allow for other questions. */
const limitMs = 5000;

/** A batch of the offsets 10 to 14, of which compaction has left some. */
function message(offset: number, change: Partial<FetchedMessage> = {}): FetchedMessage {
  const batchContext = {
    firstOffset: "10",
    lastOffsetDelta: 4,
    producerId: "7",
    inTransaction: true,
    partitionLeaderEpoch: 3,
  };
  const value = Buffer.from(`v${offset}`);
  return {
    offset: String(offset),
    timestamp: "1790000000000",
    key: null,
    value,
    headers: {},
    isControlRecord: false,
    batchContext,
    ...change,
  };
}

/** A cluster of one broker, and what it was asked for. */
function clusterOf(
  answers: readonly (Pick<FetchedPartition, "messages" | "abortedTransactions"> | Error)[],
  bounds: readonly (readonly [start: string, end: string])[] = [["5", "20"]],
) {
  const asked: object[] = [];
  let fetches = 0;
  let looks = 0;
  const cluster: RecordSource = {
    connect: async () => undefined,
    addMultipleTargetTopics: async () => undefined,
    refreshMetadata: async () => undefined,
    removeBroker: () => undefined,
    findTopicPartitionMetadata: () => [
      { partitionId: 0, leader: 1, partitionErrorCode: 0, replicas: [], isr: [] },
    ],
    findLeaderForPartitions: () => ({ 1: [0] }),
    fetchTopicsOffset: async ([topic]) => {
      const [start, end] = bounds[Math.min(bounds.length - 1, Math.floor(looks / 2))] ?? ["0", "0"];
      looks += 1;
      return [{ topic: "in", partitions: [{ partition: 0, offset: topic?.fromBeginning ? start : end }] }];
    },
    findBroker: async () => ({
      fetch: async (request: object) => {
        asked.push(request);
        const answer = answers[fetches];
        fetches += 1;
        if (answer === undefined || answer instanceof Error) throw answer ?? new Error("asked too often");
        const told = { partition: 0, highWatermark: "20", lastStableOffset: "20", ...answer };
        return { responses: [{ topicName: "in", partitions: [told] }] };
      },
    }),
  };
  return { cluster, asked };
}

const clock = new ManualClock();
const settings = resolveKafkaOptions({ brokers: ["127.0.0.1:9092"], clock });
const markerKey = Buffer.from([0, 0, 0, 0]);
const batch = [message(10), message(12), message(14, { isControlRecord: true, key: markerKey })];
const aborted = [{ producerId: "7", firstOffset: "3" }];

test.each([
  ["a record of the middle of its batch", 12n, batch, [], { kind: "found", record: { offset: 12n } }],
  ["one that compaction took between two others", 11n, batch, [], { kind: "compacted" }],
  ["one of a batch of which nothing is left", 12n, [], [], { kind: "compacted" }],
  [
    "one of a transaction that began below the batch and was aborted",
    12n,
    batch,
    aborted,
    { kind: "aborted" },
  ],
  ["the marker of one", 14n, batch, aborted, { kind: "marker" }],
])("%s is told as such by one fetch of one batch", async (_, offset, messages, abortedTransactions, told) => {
  const { cluster, asked } = clusterOf([{ messages, abortedTransactions }]);
  expect(await readRecord(settings, cluster, partition, offset, limitMs)).toMatchObject(told);
  const at = { partition: 0, fetchOffset: String(offset), maxBytes: 1 };
  expect(asked).toMatchObject([
    { isolationLevel: 1, maxBytes: 1, topics: [{ topic: "in", partitions: [at] }] },
  ]);
});

test("outside of the log nothing is fetched", async () => {
  const { cluster, asked } = clusterOf([]);
  expect(await readRecord(settings, cluster, partition, 4n, limitMs)).toEqual({ kind: "deleted", start: 5n });
  expect(await readRecord(settings, cluster, partition, 20n, limitMs)).toEqual({
    kind: "beyond-end",
    end: 20n,
  });
  expect(await readRecord(settings, cluster, { ...partition, partition: 1 }, 6n, limitMs)).toEqual({
    kind: "no-partition",
  });
  expect(asked).toEqual([]);
});

test("a topic that is gone has no such partition, which is told at once", async () => {
  const { cluster, asked } = clusterOf([]);
  const type = "UNKNOWN_TOPIC_OR_PARTITION";
  const gone = Object.assign(new Error("This server does not host this topic-partition"), { type });
  const without: RecordSource = { ...cluster, addMultipleTargetTopics: () => Promise.reject(gone) };
  expect(await readRecord(settings, without, partition, 12n, limitMs)).toEqual({ kind: "no-partition" });
  expect(asked).toEqual([]);
});

test("one that retention takes while it is asked for was deleted", async () => {
  const gone = Object.assign(new Error("out of range"), { name: "KafkaJSOffsetOutOfRange" });
  const { cluster, asked } = clusterOf(
    [gone],
    [
      ["5", "20"],
      ["13", "20"],
    ],
  );
  const reading = readRecord(settings, cluster, partition, 12n, limitMs);
  await clock.advance(1000);
  expect(await reading).toEqual({ kind: "deleted", start: 13n });
  expect(asked).toHaveLength(1);
});

test("a leader that has moved is asked once it is known", async () => {
  const { cluster, asked } = clusterOf([new Error("not the leader"), { messages: batch }]);
  const reading = readRecord(settings, cluster, partition, 12n, limitMs);
  await clock.advance(1000);
  expect(await reading).toMatchObject({ kind: "found" });
  expect(asked).toHaveLength(2);
});

test("a broker that never answers fails it in time, naming what was asked", async () => {
  const { cluster } = clusterOf([]);
  const silent: RecordSource = { ...cluster, findBroker: () => new Promise(() => undefined) };
  const reading = expect(readRecord(settings, silent, partition, 12n, limitMs)).rejects.toMatchObject({
    code: "log-unavailable",
    message: expect.stringContaining("reading in-0 at offset 12") as unknown,
  });
  await clock.advance(limitMs);
  await reading;
});
