import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Broker, startBroker } from "../../../../test/broker/index.ts";
import type { LogClient } from "../ports.ts";
import { Listening, logOn, newTopic, plainKafka, producing, withBroker, write } from "./broker-fixture.ts";

const sessionTimeoutMs = 1500;

let broker: Broker;
let log: LogClient;
withBroker(
  startBroker,
  (given) => {
    ({ broker, log } = given);
  },
  { sessionTimeoutMs },
);

function member(topic: string, groupId: string, metadataMaxAgeMs = 30_000, from: LogClient = log): Listening {
  return new Listening(from.consumer({ groupId, topics: [topic], maxPollRecords: 100, metadataMaxAgeMs }));
}

function numbered(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, i) => String(from + i));
}

async function membersOf(groupId: string): Promise<readonly string[]> {
  const admin = plainKafka(broker).admin();
  await admin.connect();
  const { groups } = await admin.describeGroups([groupId]);
  await admin.disconnect();
  return (groups[0]?.members ?? []).map(({ memberId }) => memberId);
}

test("records read on through a rejoin that an added partition causes, and the new partition waits for its seek", async () => {
  const topic = await newTopic(log);
  const listening = member(topic, randomUUID(), 300);
  await listening.consumer.start();
  await listening.untilAssigned(0n);
  await write(broker, topic, numbered(1000));
  await listening.until(() => listening.records.length >= 100);

  const admin = plainKafka(broker).admin();
  await admin.connect();
  await admin.createPartitions({ topicPartitions: [{ topic, count: 2 }] });
  await admin.disconnect();
  await producing(broker, async (producer) => {
    await producer.send({ topic, messages: [{ value: "new", partition: 1 }] });
  });
  await listening.until(() => listening.assignments.at(-1)?.length === 2);
  await write(broker, topic, numbered(1000, 1000));
  await listening.until(() => listening.values(0).length === 2000);
  expect(listening.values(0)).toEqual(numbered(2000));
  expect(listening.values(1)).toEqual([]);

  listening.consumer.seek({ topic, partition: 1 }, 0n);
  await listening.until(() => listening.values(1).length === 1);
  expect(listening.values(0)).toEqual(numbered(2000));
  await listening.consumer.stop();
});

test("a standby gets no partition, the holder is not disturbed, and the standby takes over when the holder leaves", async () => {
  const topic = await newTopic(log, 3);
  const groupId = randomUUID();
  const holder = member(topic, groupId);
  await holder.consumer.start();
  await holder.untilAssigned(0n, 3);
  await write(broker, topic, numbered(100));
  await holder.until(() => holder.records.length === 100);

  const other = logOn(broker, { sessionTimeoutMs });
  const standby = member(topic, groupId, 30_000, other);
  await standby.consumer.start();
  await standby.until(() => standby.assignments.length === 1);
  expect(standby.assignments).toEqual([[]]);
  await write(broker, topic, numbered(100, 100));
  await holder.until(() => holder.records.length === 200);
  expect(holder.values()).toEqual(numbered(200));
  expect(holder.assignments).toHaveLength(1);

  await holder.consumer.stop();
  await standby.until(() => standby.assignments.length === 2);
  expect(standby.assignments.at(-1)).toHaveLength(3);
  standby.consumer.seek({ topic, partition: 0 }, 200n);
  await write(broker, topic, numbered(1, 200));
  await standby.until(() => standby.records.length === 1);
  expect(standby.values()).toEqual(["200"]);
  await other.close();
});

test("paused for longer than the session, the same member keeps its partitions", async () => {
  const topic = await newTopic(log, 2);
  const groupId = randomUUID();
  const listening = member(topic, groupId);
  const { consumer } = listening;
  await consumer.start();
  await listening.untilAssigned(0n, 2);
  const before = await membersOf(groupId);
  consumer.pause([
    { topic, partition: 0 },
    { topic, partition: 1 },
  ]);
  // What is written to another topic shows that time passes and the client lives, without a clock in the test.
  const pausedUntil = performance.now() + 3 * sessionTimeoutMs;
  const ticking = await newTopic(log);
  const ticks = member(ticking, randomUUID());
  await ticks.consumer.start();
  await ticks.untilAssigned(0n);
  while (performance.now() < pausedUntil) {
    const seen = ticks.records.length;
    await write(broker, ticking, ["tick"]);
    await ticks.until(() => ticks.records.length > seen);
  }
  await ticks.consumer.stop();

  expect(await membersOf(groupId)).toEqual(before);
  consumer.resume([
    { topic, partition: 0 },
    { topic, partition: 1 },
  ]);
  await write(broker, topic, ["after"]);
  await listening.until(() => listening.records.length === 1);
  expect(listening.assignments).toHaveLength(1);
  await consumer.stop();
});

test("a broker that is killed and comes back interrupts and repeats nothing", {
  timeout: 120_000,
}, async () => {
  const topic = await newTopic(log, 2);
  const listening = member(topic, randomUUID());
  await listening.consumer.start();
  await listening.untilAssigned(0n, 2);
  await write(broker, topic, numbered(500));
  await listening.until(() => listening.records.length >= 100);
  await broker.kill();
  await broker.restart();
  await write(broker, topic, numbered(500, 500));
  await listening.until(() => listening.records.length >= 1000, 100_000);
  expect(listening.values()).toEqual(numbered(1000));
  expect(listening.seekBacks).toEqual([]);
  expect(listening.failures).toEqual([]);
  await listening.consumer.stop();
});

test("no offset is ever committed but by the engine", async () => {
  const topic = await newTopic(log);
  await write(broker, topic, numbered(10));
  const groupId = randomUUID();
  const listening = member(topic, groupId);
  const { consumer } = listening;
  const partition = { topic, partition: 0 };
  await consumer.start();
  await listening.untilAssigned(0n);
  await listening.until(() => listening.records.length === 10);
  expect(await consumer.committed([partition])).toEqual(new Map());
  expect(await consumer.commit([{ partition, offset: 7n, metadata: "epoch 1" }])).toBe("committed");
  expect(await consumer.committed([partition])).toEqual(
    new Map([[`${topic}-0`, { offset: 7n, metadata: "epoch 1" }]]),
  );
  await consumer.stop();

  const next = member(topic, groupId);
  await next.consumer.start();
  await next.untilAssigned("unsought");
  expect((await next.consumer.committed([partition])).get(`${topic}-0`)?.offset).toBe(7n);
  await next.consumer.stop();
});
