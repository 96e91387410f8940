import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Broker, startBroker } from "../../../../test/broker/index.ts";
import type { LogClient, LogConsumer } from "../ports.ts";
import { Listening, logOn, newTopic, producing, withBroker, write } from "./broker-fixture.ts";

let broker: Broker;
let log: LogClient;
withBroker(startBroker, (given) => {
  ({ broker, log } = given);
});

function consumerOf(topic: string, maxPollRecords = 500, from: LogClient = log): LogConsumer {
  return from.consumer({ groupId: randomUUID(), topics: [topic], maxPollRecords, metadataMaxAgeMs: 30_000 });
}

function numbered(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, i) => String(from + i));
}

test("every partition comes in offset order, in polls of at most maxPollRecords, fairly shared", async () => {
  const topic = await newTopic(log, 3);
  for (let partition = 0; partition < 3; partition++) await write(broker, topic, numbered(400), partition);
  const listening = new Listening(consumerOf(topic, 90));
  await listening.consumer.start();
  await listening.untilAssigned(0n, 3);
  await listening.until(() => listening.records.length >= 1200);

  for (let partition = 0; partition < 3; partition++)
    expect(listening.values(partition)).toEqual(numbered(400));
  expect(Math.max(...listening.pollSizes)).toBeLessThanOrEqual(90);
  expect(listening.positions.get(`${topic}-2`)).toBe(400n);
  expect(listening.ends.get(`${topic}-2`)).toBe(400n);
  await listening.consumer.stop();
});

test("a newly assigned partition delivers nothing before it is sought", async () => {
  const topic = await newTopic(log);
  await write(broker, topic, numbered(10));
  const other = await newTopic(log);
  await write(broker, other, numbered(1));
  const consumer = log.consumer({
    groupId: randomUUID(),
    topics: [topic, other],
    maxPollRecords: 100,
    metadataMaxAgeMs: 30_000,
  });
  const listening = new Listening(consumer);
  await consumer.start();
  await listening.untilAssigned("unsought", 2);
  consumer.seek({ topic: other, partition: 0 }, 0n);
  // The other topic being read shows that the first could have been.
  await listening.until(() => listening.positions.get(`${other}-0`) === 1n);
  expect(listening.values()).toEqual(["0"]);
  expect(listening.positions.has(`${topic}-0`)).toBe(false);

  consumer.seek({ topic, partition: 0 }, 4n);
  await listening.until(() => listening.records.length >= 7);
  expect(listening.values().slice(1)).toEqual(numbered(6, 4));
  await consumer.stop();
});

test("a seek throws away what was read ahead and goes on at its offset", async () => {
  const topic = await newTopic(log);
  await write(broker, topic, numbered(1000));
  const listening = new Listening(consumerOf(topic, 10));
  await listening.consumer.start();
  await listening.untilAssigned(0n);
  await listening.until(() => listening.records.length >= 50);
  const before = listening.records.length;
  listening.consumer.seek({ topic, partition: 0 }, 990n);
  await listening.until(() => listening.positions.get(`${topic}-0`) === 1000n);
  expect(listening.values().slice(before)).toEqual(numbered(10, 990));
  await listening.consumer.stop();
});

test("a paused partition delivers nothing, keeps what was read ahead and still learns its end", async () => {
  const topic = await newTopic(log, 2);
  for (const partition of [0, 1]) await write(broker, topic, numbered(100), partition);
  const paused = { topic, partition: 1 };
  const listening = new Listening(consumerOf(topic, 10));
  const { consumer } = listening;
  await consumer.start();
  await listening.untilAssigned(0n, 2);
  await listening.until(() => listening.values(1).length > 0);
  consumer.pause([paused]);
  const had = listening.values(1).length;
  await write(broker, topic, numbered(50, 100), 0);
  await write(broker, topic, numbered(50, 100), 1);
  await listening.until(() => listening.values(0).length === 150);
  await listening.until(() => listening.ends.get(`${topic}-1`) === 150n);
  expect(listening.values(1)).toHaveLength(had);
  consumer.resume([paused]);
  await listening.until(() => listening.values(1).length === 150);
  expect(listening.values(1)).toEqual(numbered(150));
  await consumer.stop();
});

test("what is read ahead stays within a fetch of its bound, and all of it arrives", async () => {
  const topic = await newTopic(log, 2);
  const value = "x".repeat(1000);
  for (const partition of [0, 1]) {
    for (let i = 0; i < 8; i++) await write(broker, topic, Array(500).fill(value), partition);
  }
  const bytesLimit = 1_000_000;
  const small = logOn(broker, { readAheadBytesLimit: bytesLimit });
  const listening = new Listening(consumerOf(topic, 100, small));
  const { consumer } = listening;
  await consumer.start();
  await listening.untilAssigned(0n, 2);
  let most = 0;
  await listening.until(() => {
    most = Math.max(most, consumer.readAhead().bytes);
    return listening.records.length === 8000;
  });
  // Each of the two partitions may cross its half of the bound by one fetch of at most that size again.
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(2.5 * bytesLimit);
  expect(consumer.readAhead()).toEqual({ bytes: 0, bytesLimit });
  await small.close();
});

test("keys, values, timestamps and headers come as they are, null told from empty", async () => {
  const topic = await newTopic(log, 1, { "message.timestamp.after.max.ms": "9223372036854775807" });
  await producing(broker, async (producer) => {
    await producer.send({
      topic,
      messages: [
        { key: null, value: null, timestamp: "1" },
        { key: "", value: "", timestamp: "4102444800000", headers: { empty: "", twice: ["a", "b"] } },
      ],
    });
  });
  const listening = new Listening(consumerOf(topic));
  await listening.consumer.start();
  await listening.untilAssigned(0n);
  await listening.until(() => listening.records.length === 2);
  const [first, second] = listening.records;
  expect(first).toMatchObject({
    topic,
    partition: 0,
    offset: 0n,
    timestampMs: 1,
    key: null,
    value: null,
    headers: [],
  });
  expect(second).toMatchObject({ offset: 1n, timestampMs: 4102444800000 });
  expect(second?.key).toEqual(Buffer.alloc(0));
  expect(second?.value).toEqual(Buffer.alloc(0));
  expect(second?.headers).toEqual([
    ["empty", Buffer.alloc(0)],
    ["twice", Buffer.from("a")],
    ["twice", Buffer.from("b")],
  ]);
  await listening.consumer.stop();
});

test.each(["gzip", "snappy", "lz4", "zstd"])("what was compressed by %s is read", async (compression) => {
  const topic = await newTopic(log, 1, { "compression.type": compression });
  // Some of it repeats and some does not, so that blocks of every kind come up; the whole is above a block's size.
  const values = numbered(3000).map((value) => `${value} ${"x".repeat(40)} ${randomUUID()}`);
  await write(broker, topic, values);
  const listening = new Listening(consumerOf(topic));
  await listening.consumer.start();
  await listening.untilAssigned(0n);
  await listening.until(() => listening.records.length === values.length);
  expect(listening.values()).toEqual(values);
  await listening.consumer.stop();
});
