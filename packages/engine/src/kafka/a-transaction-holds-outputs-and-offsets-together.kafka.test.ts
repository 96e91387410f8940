import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { type Broker, startBroker } from "../../../../test/broker/index.ts";
import type { LogClient, LogConsumer, LogProducer } from "../ports.ts";
import type { ProducerRecord } from "../record/record.ts";
import { Listening, logOn, newTopic, plainKafka, withBroker } from "./broker-fixture.ts";

let broker: Broker;
let log: LogClient;
const settings = { "transaction.abort.timed.out.transaction.cleanup.interval.ms": "200" };
withBroker(
  () => startBroker({ settings }),
  (given) => {
    ({ broker, log } = given);
  },
);

function record(topic: string, value: string, more: Partial<ProducerRecord> = {}): ProducerRecord {
  return {
    topic,
    partition: 0,
    timestampMs: Date.UTC(2026, 0, 1),
    key: null,
    value: Buffer.from(value),
    headers: [],
    ...more,
  };
}

async function producer(transactionalId?: string, transactionTimeoutMs?: number): Promise<LogProducer> {
  const made = log.producer({
    ...(transactionalId === undefined ? {} : { transactionalId }),
    ...(transactionTimeoutMs === undefined ? {} : { transactionTimeoutMs }),
  });
  await made.init();
  return made;
}

async function valuesOf(topic: string): Promise<string[]> {
  const values: string[] = [];
  await log.admin.readToEnd(topic, (records) => {
    values.push(...records.map(({ value }) => String(value)));
  });
  return values;
}

/** Waits for what was committed: a coordinator answers when the decision is written, and shows it some moments later. */
function shows(topic: string, values: readonly string[]): Promise<void> {
  return vi.waitFor(async () => expect(await valuesOf(topic)).toEqual(values), { timeout: 30_000 });
}

/** Asks for committed offsets only; it never joins. */
function asker(groupId: string, topic: string): LogConsumer {
  return log.consumer({ groupId, topics: [topic], maxPollRecords: 1, metadataMaxAgeMs: 30_000 });
}

test("a commit shows outputs, offsets and metadata at once, and an abort none of them", async () => {
  const topic = await newTopic(log);
  const groupId = randomUUID();
  const partition = { topic, partition: 0 };
  const group = asker(groupId, topic);
  const sending = await producer(randomUUID());

  await sending.begin();
  await sending.send([record(topic, "kept")]);
  await sending.sendOffsets(groupId, [{ partition, offset: 3n, metadata: '{"epoch":1}' }]);
  expect(await valuesOf(topic)).toEqual([]);
  expect(await sending.commit()).toBe("committed");
  await shows(topic, ["kept"]);
  const committed = new Map([[`${topic}-0`, { offset: 3n, metadata: '{"epoch":1}' }]]);
  expect(await group.committed([partition])).toEqual(committed);

  await sending.begin();
  await sending.send([record(topic, "thrown away")]);
  await sending.sendOffsets(groupId, [{ partition, offset: 9n, metadata: "" }]);
  await sending.abort();
  expect(await valuesOf(topic)).toEqual(["kept"]);
  expect(await group.committed([partition])).toEqual(committed);
  await sending.discard();
});

test("while a transaction with a group's offsets is pending, none are told rather than the former ones", async () => {
  const impatient = logOn(broker, { unavailableAfterMs: 300 });
  const topic = await newTopic(log);
  const groupId = randomUUID();
  const partition = { topic, partition: 0 };
  const sending = await producer(randomUUID());
  const commit = async (offset: bigint) => {
    await sending.begin();
    await sending.sendOffsets(groupId, [{ partition, offset, metadata: "" }]);
  };
  await commit(3n);
  expect(await sending.commit()).toBe("committed");

  await commit(5n);
  const asking = impatient.consumer({
    groupId,
    topics: [topic],
    maxPollRecords: 1,
    metadataMaxAgeMs: 30_000,
  });
  await expect(asking.committed([partition])).rejects.toMatchObject({
    code: "log-unavailable",
    remedy: expect.stringContaining("find-hanging"),
  });
  // What the transaction does not touch is told meanwhile.
  const other = await newTopic(log);
  expect(await asking.committed([{ topic: other, partition: 0 }])).toEqual(new Map());
  expect(await sending.commit()).toBe("committed");
  const told = await asker(groupId, topic).committed([partition]);
  expect(told).toEqual(new Map([[`${topic}-0`, { offset: 5n, metadata: "" }]]));
  await sending.discard();
  await impatient.close();
});

test("what is read to the end of what is written waits for the transactions in it", async () => {
  const topic = await newTopic(log);
  const sending = await producer(randomUUID());
  await sending.begin();
  await sending.send([record(topic, "undecided yet")]);
  expect(await valuesOf(topic)).toEqual([]);
  const values: string[] = [];
  const reading = log.admin.readToEnd(
    topic,
    (records) => values.push(...records.map(({ value }) => String(value))),
    "written",
  );
  // A reading to the stable end is over by now; this one is not.
  expect(await Promise.race([reading.then(() => "over"), valuesOf(topic)])).toEqual([]);
  expect(await sending.commit()).toBe("committed");
  await reading;
  expect(values).toEqual(["undecided yet"]);
  await sending.discard();
});

test("transactions follow each other quickly, with offsets alone as well", async () => {
  const topic = await newTopic(log);
  const groupId = randomUUID();
  const partition = { topic, partition: 0 };
  const sending = await producer(randomUUID());
  const begun = performance.now();
  const count = 40;
  for (let i = 1; i <= count; i++) {
    await sending.begin();
    if (i % 2 === 0) await sending.send([record(topic, String(i))]);
    await sending.sendOffsets(groupId, [{ partition, offset: BigInt(i), metadata: "" }]);
    expect(await sending.commit()).toBe("committed");
  }
  // The default waits of the client make it 300 ms each; the figure only tells these two worlds apart.
  expect((performance.now() - begun) / count).toBeLessThan(200);
  const told = await asker(groupId, topic).committed([partition]);
  expect(told.get(`${topic}-0`)?.offset).toBe(BigInt(count));
  await sending.discard();
});

test("a second producer of the same id ends the transaction of the first, which is fenced", async () => {
  const topic = await newTopic(log);
  const transactionalId = randomUUID();
  const first = await producer(transactionalId);
  await first.begin();
  await first.send([record(topic, "of the first")]);
  const second = await producer(transactionalId);

  expect(await first.commit()).toBe("fenced");
  await second.begin();
  await second.send([record(topic, "of the second")]);
  expect(await second.commit()).toBe("committed");
  await shows(topic, ["of the second"]);

  const third = await producer(transactionalId);
  await second.begin();
  await expect(second.send([record(topic, "too late")])).rejects.toMatchObject({ code: "fenced" });
  for (const each of [first, second, third]) await each.discard();
});

test("a transaction that the broker ended for its age is surely aborted and is not called fenced", async () => {
  const topic = await newTopic(log);
  const transactionalId = randomUUID();
  const timed = await producer(transactionalId, 500);
  await timed.begin();
  await timed.send([record(topic, "too slow")]);
  // The last stable offset moves only when the broker has aborted the transaction.
  const watching = new Listening(
    log.consumer({ groupId: randomUUID(), topics: [topic], maxPollRecords: 9, metadataMaxAgeMs: 30_000 }),
  );
  await watching.consumer.start();
  await watching.untilAssigned(0n);
  await watching.until(() => watching.positions.get(`${topic}-0`) === 2n);
  expect(await timed.commit()).toBe("aborted");
  await timed.discard();

  const again = await producer(transactionalId, 500);
  await again.begin();
  await again.send([record(topic, "in time")]);
  expect(await again.commit()).toBe("committed");
  await shows(topic, ["in time"]);
  await again.discard();
  await watching.consumer.stop();
});

test("the outcome of a commit that no broker answered is unknown, and the next producer settles it", {
  timeout: 120_000,
}, async () => {
  const impatient = logOn(broker, { requestTimeoutMs: 1000 });
  const topic = await newTopic(log);
  const transactionalId = randomUUID();
  const sending = impatient.producer({ transactionalId });
  await sending.init();
  await sending.begin();
  await sending.send([record(topic, "perhaps")]);
  await broker.pause();
  const outcome = await sending.commit();
  broker.resume();
  expect(outcome).toBe("unknown");
  await sending.discard();

  const next = await producer(transactionalId);
  const settled = await valuesOf(topic);
  await next.begin();
  await next.send([record(topic, "next")]);
  expect(await next.commit()).toBe("committed");
  // Whatever became of the first: it is wholly there or not at all, and it does not change any more.
  await shows(topic, [...settled, "next"]);
  await next.discard();
  await impatient.close();
});

test("without a transactional.id a send is there when it resolves, in order and in several requests", async () => {
  const topic = await newTopic(log, 2, { "message.timestamp.after.max.ms": "9223372036854775807" });
  const sending = await producer();
  const values = Array.from({ length: 2500 }, (_, i) => `${i} ${"x".repeat(1000)}`);
  const half = values.length / 2;
  // Not awaited one by one: they must still arrive in the order of the calls.
  await Promise.all([
    sending.send(values.slice(0, half).map((value) => record(topic, value))),
    sending.send(values.slice(half).map((value) => record(topic, value))),
  ]);
  expect(await valuesOf(topic)).toEqual(values);

  const odd = [
    record(topic, "epoch", { partition: 1, timestampMs: 0 }),
    record(topic, "short", { partition: 1, timestampMs: 999 }),
    record(topic, "long", { partition: 1, timestampMs: 1000, key: Buffer.from([1, 2]) }),
    record(topic, "far", {
      partition: 1,
      timestampMs: 4_102_444_800_000,
      headers: [["h", Buffer.from("v")]],
    }),
  ];
  await sending.send(odd);
  const read: unknown[] = [];
  await log.admin.readToEnd(topic, (records) => {
    for (const { partition, timestampMs, key, headers } of records) {
      if (partition === 1) read.push([timestampMs, key, headers]);
    }
  });
  expect(read).toEqual(odd.map(({ timestampMs, key, headers }) => [timestampMs, key, headers]));
  const admin = plainKafka(broker).admin();
  await admin.connect();
  // The broker finds records by the greatest timestamp of a batch, so that has to be right.
  const found = await admin.fetchTopicOffsetsByTimestamp(topic, 1001);
  expect(found.find(({ partition }) => partition === 1)?.offset).toBe("3");
  await admin.disconnect();
  await sending.discard();
});

test("a topic that is not there is named", async () => {
  const sending = await producer();
  await expect(sending.send([record("no-such-topic", "x")])).rejects.toMatchObject({
    code: "unknown-topic",
    message: expect.stringContaining("no-such-topic"),
  });
  await sending.discard();
});
