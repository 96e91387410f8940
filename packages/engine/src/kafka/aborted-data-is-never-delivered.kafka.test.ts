import { randomUUID } from "node:crypto";
import type { Producer } from "kafkajs";
import { expect, test } from "vitest";
import { type Broker, startBroker } from "../../../../test/broker/index.ts";
import type { LogClient } from "../ports.ts";
import { Listening, newTopic, plainKafka, producing, withBroker, write } from "./broker-fixture.ts";

let broker: Broker;
let log: LogClient;
withBroker(startBroker, (given) => {
  ({ broker, log } = given);
});

async function reading(topic: string): Promise<Listening> {
  const consumer = log.consumer({
    groupId: randomUUID(),
    topics: [topic],
    maxPollRecords: 500,
    metadataMaxAgeMs: 30_000,
  });
  const listening = new Listening(consumer);
  await consumer.start();
  await listening.untilAssigned(0n);
  return listening;
}

async function readAll(topic: string): Promise<string[]> {
  const values: string[] = [];
  await log.admin.readToEnd(topic, (records) => {
    values.push(...records.map(({ value }) => String(value)));
  });
  return values;
}

/** Sends in a transaction and ends it. */
async function transacting(
  producer: Producer,
  topic: string,
  values: readonly string[],
  how: "commit" | "abort",
) {
  const transaction = await producer.transaction();
  await transaction.send({ topic, messages: values.map((value) => ({ value, partition: 0 })) });
  await transaction[how]();
}

test("an aborted record whose key looks like an abort marker hides, and so does what follows it", async () => {
  const topic = await newTopic(log);
  await producing(
    broker,
    async (producer) => {
      const transaction = await producer.transaction();
      await transaction.send({
        topic,
        messages: [
          { key: Buffer.from([0, 0, 0, 0]), value: "aborted 1", partition: 0 },
          { key: "k", value: "aborted 2", partition: 0 },
        ],
      });
      await transaction.abort();
      await transacting(producer, topic, ["committed"], "commit");
    },
    randomUUID(),
  );
  const listening = await reading(topic);
  // Two records, their marker, one record, its marker.
  await listening.until(() => listening.positions.get(`${topic}-0`) === 5n);
  expect(listening.values()).toEqual(["committed"]);
  expect(listening.records[0]?.offset).toBe(3n);
  expect(await readAll(topic)).toEqual(["committed"]);
  await listening.consumer.stop();
});

test("transactions of two producers that interleave are told apart", async () => {
  const topic = await newTopic(log);
  await producing(
    broker,
    (one) =>
      producing(
        broker,
        async (two) => {
          const first = await one.transaction();
          const second = await two.transaction();
          for (const i of [1, 2, 3]) {
            await first.send({ topic, messages: [{ value: `aborted ${i}`, partition: 0 }] });
            await second.send({ topic, messages: [{ value: `committed ${i}`, partition: 0 }] });
          }
          await first.abort();
          await transacting(one, topic, ["afterwards"], "commit");
          await second.commit();
        },
        randomUUID(),
      ),
    randomUUID(),
  );
  const listening = await reading(topic);
  await listening.until(() => listening.values().length === 4);
  expect(listening.values()).toEqual(["committed 1", "committed 2", "committed 3", "afterwards"]);
  expect(await readAll(topic)).toEqual(listening.values());
  await listening.consumer.stop();
});

test("a log of aborted data alone moves the position to its end and lets a reading to the end finish", async () => {
  const topic = await newTopic(log);
  await producing(broker, (producer) => transacting(producer, topic, ["a", "b"], "abort"), randomUUID());
  const listening = await reading(topic);
  await listening.until(() => listening.positions.get(`${topic}-0`) === 3n);
  expect(listening.ends.get(`${topic}-0`)).toBe(3n);
  expect(listening.records).toEqual([]);
  expect(await readAll(topic)).toEqual([]);
  await listening.consumer.stop();
});

test("an open transaction holds the end back, and its records come with its commit", async () => {
  const topic = await newTopic(log);
  await write(broker, topic, ["before"]);
  const listening = await reading(topic);
  await producing(
    broker,
    async (producer) => {
      const transaction = await producer.transaction();
      await transaction.send({ topic, messages: [{ value: "held back", partition: 0 }] });
      await write(broker, topic, ["behind it"]);
      await listening.until(() => listening.highs.get(`${topic}-0`) === 3n);
      expect(listening.ends.get(`${topic}-0`)).toBe(1n);
      expect(listening.positions.get(`${topic}-0`)).toBe(1n);
      expect(listening.values()).toEqual(["before"]);
      expect(await readAll(topic)).toEqual(["before"]);
      await transaction.commit();
    },
    randomUUID(),
  );
  await listening.until(() => listening.positions.get(`${topic}-0`) === 4n);
  expect(listening.values()).toEqual(["before", "held back", "behind it"]);
  await listening.consumer.stop();
});

test("reading to the end takes all partitions, ends at empty ones and leaves no group behind", async () => {
  const topic = await newTopic(log, 3);
  const values = Array.from({ length: 3000 }, (_, i) => String(i));
  await write(broker, topic, values, 0);
  await write(broker, topic, ["x"], 2);
  const byPartition = new Map<number, string[]>();
  await log.admin.readToEnd(topic, (records) => {
    for (const { partition, value } of records) {
      byPartition.set(partition, [...(byPartition.get(partition) ?? []), String(value)]);
    }
  });
  expect(byPartition).toEqual(
    new Map([
      [0, values],
      [2, ["x"]],
    ]),
  );
  const admin = plainKafka(broker).admin();
  await admin.connect();
  const { groups } = await admin.listGroups();
  expect(groups.filter(({ groupId }) => groupId.includes("never-joins"))).toEqual([]);
  await admin.disconnect();
});
