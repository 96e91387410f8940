import { randomUUID } from "node:crypto";
import type { Admin } from "kafkajs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Broker, startBroker } from "../../../../test/broker/index.ts";
import type { LogClient } from "../ports.ts";
import { Listening, newTopic, plainKafka, producing, withBroker, write } from "./broker-fixture.ts";

let broker: Broker;
let log: LogClient;
let admin: Admin;
// Compaction that tests can wait for.
const settings = { "log.cleaner.backoff.ms": "100" };
withBroker(
  () => startBroker({ settings }),
  (given) => {
    ({ broker, log } = given);
  },
);
beforeAll(async () => {
  admin = plainKafka(broker).admin();
  await admin.connect();
});
afterAll(async () => {
  await admin.disconnect();
});

function numbered(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, i) => String(from + i));
}

function listeningTo(
  topic: string,
  maxPollRecords = 500,
): { readonly listening: Listening; readonly groupId: string } {
  const groupId = randomUUID();
  const consumer = log.consumer({ groupId, topics: [topic], maxPollRecords, metadataMaxAgeMs: 30_000 });
  return { listening: new Listening(consumer), groupId };
}

test("a log whose beginning was deleted below a position is read on from its new start, and nothing is committed", async () => {
  const topic = await newTopic(log);
  await write(broker, topic, numbered(100));
  // The plain client deletes only from topics that it has asked about before.
  await admin.fetchTopicOffsets(topic);
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: "60" }] });
  const { listening } = listeningTo(topic);
  const partition = { topic, partition: 0 };
  await listening.consumer.start();
  await listening.untilAssigned("unsought");
  expect(await listening.consumer.bounds([partition])).toEqual(
    new Map([[`${topic}-0`, { start: 60n, end: 100n }]]),
  );
  listening.consumer.seek(partition, 10n);
  await listening.until(() => listening.records.length === 40);
  expect(listening.values()).toEqual(numbered(40, 60));
  expect(listening.seekBacks).toEqual([]);
  expect(await listening.consumer.committed([partition])).toEqual(new Map());
  await listening.consumer.stop();
});

test("a position beyond the end is told as a seek-back to the end, and what comes then is read", async () => {
  const topic = await newTopic(log);
  await write(broker, topic, numbered(5));
  const { listening } = listeningTo(topic);
  const partition = { topic, partition: 0 };
  await listening.consumer.start();
  await listening.untilAssigned(80n);
  await listening.until(() => listening.seekBacks.length === 1);
  expect(listening.seekBacks).toEqual([{ partition, from: 80n, to: 5n }]);
  expect(listening.positions.get(`${topic}-0`)).toBe(5n);
  await write(broker, topic, ["new"]);
  await listening.until(() => listening.records.length === 1);
  expect(listening.values()).toEqual(["new"]);
  expect(await listening.consumer.committed([partition])).toEqual(new Map());
  await listening.consumer.stop();
});

test("a topic that is deleted and made again is told of, and its new records are read", async () => {
  const topic = await newTopic(log);
  await write(broker, topic, numbered(50));
  const { listening } = listeningTo(topic);
  await listening.consumer.start();
  await listening.untilAssigned(0n);
  await listening.until(() => listening.records.length === 50);
  await admin.deleteTopics({ topics: [topic] });
  await log.admin.createTopics([{ topic, partitions: 1 }]);
  // Either the fetch sees the shorter log, or the group saw the topic gone and hands the partition out afresh.
  const wasTold = () => listening.seekBacks.length > 0 || listening.assignments.length > 1;
  await listening.until(wasTold);
  if (listening.assignments.length > 1) {
    await listening.until(() => listening.assignments.at(-1)?.length === 1);
    listening.consumer.seek({ topic, partition: 0 }, 0n);
  } else expect(listening.seekBacks).toEqual([{ partition: { topic, partition: 0 }, from: 50n, to: 0n }]);
  await write(broker, topic, ["afresh"]);
  await listening.until(() => listening.records.length === 51);
  expect(listening.values().at(-1)).toBe("afresh");
  await listening.consumer.stop();
});

test("gaps that compaction leaves are passed, in the middle and at the end of a batch", async () => {
  const topic = await newTopic(log, 1, {
    "cleanup.policy": "compact",
    "segment.ms": "50",
    "min.cleanable.dirty.ratio": "0.001",
    "min.compaction.lag.ms": "0",
  });
  await producing(broker, async (producer) => {
    const keyed = (keys: readonly string[], value: string) =>
      producer.send({ topic, messages: keys.map((key) => ({ key, value: `${key}${value}`, partition: 0 })) });
    await keyed(["a", "b", "a", "c", "b", "c"], "1");
    let i = 2;
    // Each further write may begin a segment, and only what lies in front of the last one is compacted.
    let left = Number.POSITIVE_INFINITY;
    while (left > 1) {
      await keyed(["b", "c"], String(i));
      i += 1;
      const values: string[] = [];
      await log.admin.readToEnd(topic, (records) => {
        for (const { offset, value } of records) if (offset < 6n) values.push(String(value));
      });
      left = values.length;
    }
  });
  const { listening } = listeningTo(topic);
  await listening.consumer.start();
  await listening.untilAssigned(0n);
  const end = (await listening.consumer.bounds([{ topic, partition: 0 }])).get(`${topic}-0`)?.end;
  await listening.until(() => listening.positions.get(`${topic}-0`) === end);
  const offsets = listening.records.map(({ offset }) => offset);
  expect(offsets[0]).toBe(2n);
  expect(offsets).toEqual([...offsets].sort((x, y) => Number(x - y)));
  expect(new Set(offsets).size).toBe(offsets.length);
  expect(listening.seekBacks).toEqual([]);
  await listening.consumer.stop();
});
