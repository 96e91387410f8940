/**
 * On a real broker, under a running app, the beginning of a topic is deleted, and then the topic is deleted and made
 * again. The tripwire counts one regression with both offsets, as one that is expected, and what is written after it
 * was counted comes out, once.
 */
import { randomUUID } from "node:crypto";
import { Serdes, StreamsBuilder } from "@stoatflow/engine";
import { kafkaLog } from "@stoatflow/engine/kafka";
import { createTestEngine, type TestEngine } from "@stoatflow/engine/testing";
import { type Admin, Kafka, logLevel, type Producer } from "kafkajs";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { committedOutput } from "../apps/topic-output.ts";
import { type Broker, startBroker } from "../broker/index.ts";
import { waitFor } from "../wait-for.ts";

let broker: Broker;
let admin: Admin;
let producer: Producer;
let log: ReturnType<typeof kafkaLog>;

beforeAll(async () => {
  broker = await startBroker();
  log = kafkaLog({ brokers: [broker.brokers] });
  const plain = new Kafka({ brokers: [broker.brokers], logLevel: logLevel.NOTHING });
  admin = plain.admin();
  producer = plain.producer({ allowAutoTopicCreation: false });
  await Promise.all([admin.connect(), producer.connect()]);
});

afterAll(async () => {
  await Promise.all([admin?.disconnect(), producer?.disconnect(), log?.close()]);
  await broker?.stop();
});

function numbered(prefix: string, count: number) {
  return Array.from({ length: count }, (_, i) => ({ key: `${prefix}${i}`, value: "v", partition: 0 }));
}

async function drained(engine: TestEngine, position: string): Promise<void> {
  await waitFor(`the app has committed up to ${position}`, () => {
    const [of] = engine.snapshot().watermarks.partitions;
    return of?.position === position && of.committed === position ? true : undefined;
  });
}

it.each(["exactly-once", "at-least-once"] as const)("%s", async (guarantee) => {
  const id = randomUUID().slice(0, 8);
  const [from, to] = [`in-${id}`, `out-${id}`];
  await log.admin.createTopics([from, to].map((topic) => ({ topic, partitions: 1 })));
  const builder = new StreamsBuilder();
  builder.stream(from, { key: Serdes.string(), value: Serdes.string() }).to(to);
  const warnings: string[] = [];
  const engine = createTestEngine({
    applicationId: `cut-${id}`,
    topology: builder.build(),
    log: kafkaLog({ brokers: [broker.brokers] }),
    logger: pino({ level: "warn" }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) }),
    env: {},
    settings: { "server.enabled": false, "processing.guarantee": guarantee },
  });
  await engine.start();
  await producer.send({ topic: from, messages: numbered("a", 100) });
  await drained(engine, "100");

  // The plain client deletes only from topics that it has asked about before.
  await admin.fetchTopicOffsets(from);
  await admin.deleteTopicRecords({ topic: from, partitions: [{ partition: 0, offset: "60" }] });
  await producer.send({ topic: from, messages: numbered("b", 20) });
  await drained(engine, "120");
  expect(engine.snapshot().status.counters.violations.partition_offset_regression).toBe(0);

  await admin.deleteTopics({ topics: [from] });
  await log.admin.createTopics([{ topic: from, partitions: 1 }]);
  let written = 0;
  // What is written before the cut is seen may be passed over; what is counted is the first record read behind it.
  await waitFor("the regression has been counted", async () => {
    if (engine.violations(-1n, 10).total > 0) return true;
    await producer.send({ topic: from, messages: numbered(`between${written}-`, 1) });
    written += 1;
    return undefined;
  });
  await producer.send({ topic: from, messages: numbered("after", 10) });
  await drained(engine, `${written + 10}`);

  const { items, total } = engine.violations(-1n, 10);
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({
    kind: "partition_offset_regression",
    class: "expected",
    topic: from,
    partition: 0,
    offsetBefore: "120",
  });
  expect(Number(items[0]?.offsetAfter)).toBeLessThan(written);
  expect(engine.snapshot().status.counters.violations.partition_offset_regression).toBe(1);
  expect(warnings.some((line) => line.includes(`${from}-0`) && line.includes("120"))).toBe(true);
  expect(engine.lifecycle).toBe("running");

  const output = await committedOutput([broker.brokers], to);
  const of = (prefix: string): string[] => output.filter((row) => row.startsWith(prefix));
  const rows = (prefix: string, count: number): string[] =>
    numbered(prefix, count).map(({ key }) => `${key}=v`);
  expect(of("a").filter((row) => !row.startsWith("after"))).toEqual(rows("a", 100));
  expect(of("b").filter((row) => !row.startsWith("between"))).toEqual(rows("b", 20));
  expect(of("after")).toEqual(rows("after", 10));
  await engine.stop();
});
