import { KafkaJSOffsetOutOfRange } from "kafkajs";
import { afterEach, expect, test, vi } from "vitest";
import type { Offset } from "../record/offset.ts";
import type { FetchedMessage, FetchedPartition, FetchResponse } from "./fetch-response.ts";
import { type FetchSource, LogReader } from "./log-reader.ts";
import { resolveKafkaOptions } from "./options.ts";
import { PartitionCursor } from "./partition-cursor.ts";
import { ProgressTold } from "./progress-told.ts";

const topic = "t";

/** One request for partitions, with the way to answer it. */
interface Request {
  readonly offsets: ReadonlyMap<number, string>;
  answer(partitions: readonly FetchedPartition[]): void;
  fail(error: Error): void;
}

/** A broker that answers as a test says. */
class ScriptedCluster implements FetchSource {
  readonly requests: Request[] = [];
  bounds: { readonly start: Offset; readonly end: Offset } = { start: 0n, end: 0n };
  refreshes = 0;

  findLeaderForPartitions(_topic: string, partitions: number[]) {
    return { "1": partitions };
  }
  async findBroker() {
    return {
      fetch: (request: Parameters<Awaited<ReturnType<FetchSource["findBroker"]>>["fetch"]>[0]) =>
        new Promise<FetchResponse>((resolve, reject) => {
          const partitions = request.topics.flatMap((each) => each.partitions);
          this.requests.push({
            offsets: new Map(partitions.map(({ partition, fetchOffset }) => [partition, fetchOffset])),
            answer: (answered) => resolve({ responses: [{ topicName: topic, partitions: answered }] }),
            fail: reject,
          });
        }),
    };
  }
  async fetchTopicsOffset(asked: Parameters<FetchSource["fetchTopicsOffset"]>[0]) {
    return asked.map((each) => ({
      topic: each.topic,
      partitions: each.partitions.map(({ partition }) => ({
        partition,
        offset: `${each.fromBeginning === true ? this.bounds.start : this.bounds.end}`,
      })),
    }));
  }
  async addMultipleTargetTopics() {}
  async refreshMetadata() {
    this.refreshes += 1;
  }
  removeBroker() {}
}

function message(offset: Offset): FetchedMessage {
  return {
    offset: `${offset}`,
    timestamp: "1",
    key: null,
    value: null,
    headers: {},
    isControlRecord: false,
    batchContext: {
      firstOffset: `${offset}`,
      lastOffsetDelta: 0,
      producerId: "-1",
      inTransaction: false,
      partitionLeaderEpoch: 0,
    },
  };
}

function answered(partition: number, offsets: readonly Offset[], end: Offset): FetchedPartition {
  return {
    partition,
    highWatermark: `${end}`,
    lastStableOffset: `${end}`,
    abortedTransactions: [],
    messages: offsets.map(message),
  };
}

const readers: LogReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.stop();
});

function reading(...from: Offset[]) {
  const cluster = new ScriptedCluster();
  const told = { progress: 0, seekBacks: [] as (readonly [Offset, Offset])[], failures: [] as Error[] };
  const reader = new LogReader(cluster, resolveKafkaOptions({ brokers: ["nowhere:1"] }), {
    onProgress: () => {
      told.progress += 1;
    },
    onSeekBack: (_cursor, low, high) => told.seekBacks.push([low, high]),
    onFailure: (error) => told.failures.push(error),
  });
  readers.push(reader);
  const cursors = from.map((offset, partition) => {
    const cursor = new PartitionCursor({ topic, partition });
    cursor.seek(offset);
    return cursor;
  });
  reader.assign(new Map(cursors.map((cursor) => [cursor.id, cursor])));
  const request = async (n: number): Promise<Request> => {
    await vi.waitFor(() => expect(cluster.requests.length).toBeGreaterThan(n), { timeout: 20_000 });
    const found = cluster.requests[n];
    if (found === undefined) throw new Error(`there is no request ${n}`);
    return found;
  };
  return { cluster, reader, told, cursors, request };
}

test("one request at a time goes to a broker, for all partitions that it leads", async () => {
  const { cluster, reader, request, cursors } = reading(3n, 8n);
  const first = await request(0);
  expect(first.offsets).toEqual(
    new Map([
      [0, "3"],
      [1, "8"],
    ]),
  );
  reader.pump();
  expect(cluster.requests).toHaveLength(1);
  first.answer([answered(0, [3n, 4n], 5n), answered(1, [], 8n)]);
  const second = await request(1);
  expect(second.offsets.get(0)).toBe("5");
  expect(cursors[0]?.take(9).map(({ offset }) => offset)).toEqual([3n, 4n]);
});

test("a seek while an answer is on its way makes that answer stale", async () => {
  const { request, cursors } = reading(0n);
  const first = await request(0);
  cursors[0]?.seek(100n);
  first.answer([answered(0, [0n, 1n], 200n)]);
  const second = await request(1);
  expect(second.offsets.get(0)).toBe("100");
  expect(cursors[0]?.takeable).toBe(0);
});

test("an answer for a partition that was taken away is ignored", async () => {
  const { request, reader, cursors, told } = reading(0n, 0n);
  const first = await request(0);
  const [kept, lost] = cursors;
  if (kept === undefined || lost === undefined) throw new Error("two cursors are read");
  reader.assign(new Map([[kept.id, kept]]));
  first.answer([answered(1, [0n], 1n)]);
  await request(1);
  expect(lost.takeable).toBe(0);
  expect(told.progress).toBe(0);
});

test("a partition whose answer was empty below its end is asked for alone", async () => {
  const { request, cursors } = reading(0n, 5n);
  (await request(0)).answer([answered(0, [0n], 1n), answered(1, [], 9n)]);
  const alone = await request(1);
  expect([...alone.offsets]).toEqual([[1, "5"]]);
  alone.answer([answered(1, [], 9n)]);
  const both = await request(2);
  expect(both.offsets.get(1)).toBe("9");
  expect(cursors[1]?.position).toBe(9n);
});

test("a position beyond the end goes back to the end, and the other partitions read on meanwhile", async () => {
  const { cluster, request, told, cursors } = reading(50n, 0n);
  cluster.bounds = { start: 0n, end: 20n };
  (await request(0)).fail(new KafkaJSOffsetOutOfRange(new Error("out of range"), { topic, partition: 0 }));
  await vi.waitFor(() => expect(told.seekBacks).toEqual([[50n, 20n]]), { timeout: 20_000 });
  expect(cursors[0]?.position).toBe(20n);
  expect(told.failures).toEqual([]);
});

test("what was read ahead below the new end is read again and is no seek-back", async () => {
  const { cluster, request, told, cursors } = reading(10n);
  (await request(0)).answer([answered(0, [10n, 11n, 40n], 41n)]);
  const second = await request(1);
  cluster.bounds = { start: 0n, end: 20n };
  second.fail(new KafkaJSOffsetOutOfRange(new Error("out of range"), { topic, partition: 0 }));
  await vi.waitFor(() => expect(cursors[0]?.fetchOffset).toBe(10n), { timeout: 20_000 });
  expect(told.seekBacks).toEqual([]);
  expect(cursors[0]?.takeable).toBe(0);
});

test("an error that passes is tried again after the leaders were looked up", async () => {
  const { cluster, request, told } = reading(0n);
  (await request(0)).fail(new Error("connection lost"));
  await request(1);
  expect(cluster.refreshes).toBe(1);
  expect(told.failures).toEqual([]);
});

test("what a fetch failed with is told of its partitions until one goes well", async () => {
  const { request, told, cursors } = reading(0n, 0n);
  const progress = new ProgressTold();
  const cursor = cursors[0];
  if (cursor === undefined) throw new Error("two cursors are read");
  expect(progress.next(cursor)).not.toHaveProperty("lastFetchError");
  (await request(0)).fail(new Error("connection lost"));
  const second = await request(1);
  expect(told.progress).toBe(1);
  expect(progress.next(cursor)).toMatchObject({ lastFetchError: "connection lost" });
  expect(progress.next(cursor)).toBeUndefined();
  second.answer([answered(0, [], 0n), answered(1, [], 0n)]);
  await request(2);
  expect(progress.next(cursor)).not.toHaveProperty("lastFetchError");
});

test("a batch that the client can never decode ends the reading, and names the partition and what to do", async () => {
  const { request, told } = reading(0n);
  (await request(0)).fail(new RangeError("Maximum call stack size exceeded"));
  await vi.waitFor(() => expect(told.failures).toHaveLength(1), { timeout: 20_000 });
  expect(told.failures[0]?.message).toMatch(/t-0 cannot be read.*write smaller batches/);
});
