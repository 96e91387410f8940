import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Broker, startBroker } from "../../../../test/broker/index.ts";
import type { LogClient } from "../ports.ts";
import { Listening, newTopic, withBroker, write } from "./broker-fixture.ts";

let broker: Broker;
let log: LogClient;
withBroker(startBroker, (given) => {
  ({ broker, log } = given);
});

test("the first record of a new leader tells of it, once, and of the partition that has one alone", async () => {
  const topic = await newTopic(log, 2);
  await write(broker, topic, ["a", "b"]);
  await write(broker, topic, ["other"], 1);
  const consumer = log.consumer({
    groupId: randomUUID(),
    topics: [topic],
    maxPollRecords: 500,
    metadataMaxAgeMs: 30_000,
  });
  const listening = new Listening(consumer);
  await consumer.start();
  await listening.untilAssigned(0n, 2);
  await listening.until(() => listening.records.length === 3);

  await broker.restart();
  await write(broker, topic, ["c"]);
  await listening.until(() => listening.values(0).length === 3);
  expect(listening.values(0)).toEqual(["a", "b", "c"]);
  expect(listening.leaderChanges).toMatchObject([
    { partition: { topic, partition: 0 }, fromEpoch: 0, atOffset: 2n },
  ]);
  expect(listening.leaderChanges[0]?.toEpoch).toBeGreaterThan(0);

  consumer.seek({ topic, partition: 0 }, 0n);
  await listening.until(() => listening.values(0).length === 6);
  expect(listening.leaderChanges).toHaveLength(1);
  await consumer.stop();
});
