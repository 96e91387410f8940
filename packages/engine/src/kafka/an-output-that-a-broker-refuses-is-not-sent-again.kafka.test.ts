import { afterAll, beforeAll, expect, it } from "vitest";
import { type Broker, startBroker } from "../../../../test/broker/index.ts";
import type { LogClient } from "../ports.ts";
import { logOn, newTopic } from "./broker-fixture.ts";

let broker: Broker;
let log: LogClient;

beforeAll(async () => {
  broker = await startBroker();
  log = logOn(broker);
});

afterAll(async () => {
  await log?.close();
  await broker?.stop();
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
