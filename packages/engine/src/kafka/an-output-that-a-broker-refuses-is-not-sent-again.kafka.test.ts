import { ConfigResourceTypes } from "kafkajs";
import { expect, it, vi } from "vitest";
import { type Broker, startBroker } from "../../../../test/broker/index.ts";
import type { LogClient } from "../ports.ts";
import { newTopic, plainKafka, withBroker } from "./broker-fixture.ts";

let broker: Broker;
let log: LogClient;
withBroker(startBroker, (given) => {
  ({ broker, log } = given);
});

it.each([
  ["is stamped days ahead of the broker's clock", 3 * 86_400_000, 1, /message\.timestamp\.after\.max\.ms/],
  ["is larger than the topic takes", 0, 3_000_000, /max\.message\.bytes/],
])("a record that %s is refused by that name, with the way out", async (_, aheadMs, bytes, remedy) => {
  const topic = await newTopic(log);
  for (const options of [{}, { transactionalId: `tx-${topic}` }]) {
    const producer = log.producer(options);
    await producer.init();
    if ("transactionalId" in options) await producer.begin();
    const record = {
      topic,
      partition: 0,
      timestampMs: Date.now() + aheadMs,
      key: null,
      value: Buffer.alloc(bytes),
      headers: [],
    };
    const refusal = { code: "output-refused", remedy: expect.stringMatching(remedy) };
    await expect(producer.send([record])).rejects.toMatchObject(refusal);
    await producer.discard();
  }
});

it("the limits of stamps are told as the broker has them, its defaults and later changes included", async () => {
  const setting = "message.timestamp.after.max.ms";
  const [usual, raised] = [await newTopic(log), await newTopic(log, 1, { [setting]: "86400000" })];
  const told = async () => {
    const configs = await log.admin.topicConfigs([usual, raised, "missing"]);
    return [...configs].map(([topic, config]) => [topic, config[setting]]);
  };
  expect(await told()).toEqual([
    [usual, "3600000"],
    [raised, "86400000"],
  ]);
  const admin = plainKafka(broker).admin();
  await admin.connect();
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      {
        type: ConfigResourceTypes.TOPIC,
        name: raised,
        configEntries: [{ name: setting, value: "60000" }],
      },
    ],
  });
  await admin.disconnect();
  await vi.waitFor(async () => expect(await told()).toContainEqual([raised, "60000"]), 10_000);
});
