import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { type Broker, startBroker } from "../../../../test/broker/index.ts";
import type { LogClient } from "../ports.ts";
import { Listening, logOn, newTopic, withBroker, write } from "./broker-fixture.ts";
import { kafkaLog } from "./index.ts";

let broker: Broker;
let log: LogClient;
withBroker(startBroker, (given) => {
  ({ broker, log } = given);
});

function consumerOn(of: LogClient, topics: readonly string[]) {
  return of.consumer({ groupId: randomUUID(), topics, maxPollRecords: 10, metadataMaxAgeMs: 30_000 });
}

test("a port on which nobody listens is named with the remedy, within fifteen seconds", async () => {
  const nobody = kafkaLog({ brokers: ["127.0.0.1:1"] });
  await expect(consumerOn(nobody, ["orders"]).start()).rejects.toMatchObject({
    code: "log-unavailable",
    message: expect.stringContaining("ECONNREFUSED"),
    setting: "brokers",
    remedy: expect.stringContaining("127.0.0.1:1"),
  });
  await nobody.close();
}, 15_000);

test("a server that accepts and never answers is named too", async () => {
  const sockets = new Set<{ destroy(): void }>();
  const mute = createServer((socket) => sockets.add(socket));
  const port = await new Promise<number>((resolve) => {
    mute.listen(0, "127.0.0.1", () => {
      const address = mute.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  const silent = kafkaLog({ brokers: [`127.0.0.1:${port}`], unavailableAfterMs: 1000 });
  await expect(consumerOn(silent, ["orders"]).start()).rejects.toMatchObject({
    code: "log-unavailable",
    message: expect.stringContaining("no answer within"),
    remedy: expect.stringContaining(`127.0.0.1:${port}`),
  });
  await expect(silent.producer({ transactionalId: "t" }).init()).rejects.toMatchObject({
    code: "log-unavailable",
  });
  await expect(silent.admin.partitionCounts(["orders"])).rejects.toMatchObject({ code: "log-unavailable" });
  await silent.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => mute.close(resolve));
});

test("topics that do not exist are all named, and the ones that do are not", async () => {
  const there = await newTopic(log);
  const missing = consumerOn(log, [there, "no-such-topic", "nor-this"]);
  await expect(missing.start()).rejects.toMatchObject({
    code: "unknown-topic",
    message: 'topics "no-such-topic", "nor-this" are not there',
  });
  await missing.stop();
  await expect(log.admin.readToEnd("no-such-topic", () => undefined)).rejects.toMatchObject({
    code: "unknown-topic",
  });
});

test("topics are created once, counted where they exist, and a wrong setting names the topic", async () => {
  const topic = `t-${randomUUID()}`;
  await log.admin.createTopics([{ topic, partitions: 4, config: { "cleanup.policy": "compact" } }]);
  await log.admin.createTopics([{ topic, partitions: 4 }]);
  expect(await log.admin.partitionCounts([topic, "no-such-topic"])).toEqual(new Map([[topic, 4]]));
  await expect(
    log.admin.createTopics([
      { topic: `${topic}-wrong`, partitions: 1, config: { "cleanup.policy": "sweep" } },
    ]),
  ).rejects.toMatchObject({ code: "configuration", message: expect.stringContaining(`${topic}-wrong`) });
});

test("a topic can be written and read the moment it is created", async () => {
  for (let i = 0; i < 5; i++) {
    const topic = await newTopic(log, 2);
    await write(broker, topic, ["at once"], 1);
    const values: string[] = [];
    await log.admin.readToEnd(topic, (records) => {
      values.push(...records.map(({ value }) => String(value)));
    });
    expect(values).toEqual(["at once"]);
  }
});

test("a membership that the group refuses for good is told by a poll, and the process lives", async () => {
  const topic = await newTopic(log);
  // Shorter than the shortest session that the broker allows.
  const refused = logOn(broker, { sessionTimeoutMs: 100 });
  const listening = new Listening(consumerOn(refused, [topic]));
  await listening.consumer.start();
  await listening.until(() => listening.failures.length > 0);
  expect(listening.failures[0]?.message).toMatch(/session timeout/i);
  expect(listening.assignments).toEqual([]);
  await refused.close();
});
