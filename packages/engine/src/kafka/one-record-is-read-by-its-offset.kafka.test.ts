import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Broker, startBroker } from "../../../../test/broker/index.ts";
import type { LogClient, RecordRead } from "../ports.ts";
import { Listening, newTopic, plainKafka, producing, withBroker, write } from "./broker-fixture.ts";

let broker: Broker;
let log: LogClient;
withBroker(startBroker, (given) => {
  ({ broker, log } = given);
});

async function read(topic: string, offset: bigint, partition = 0): Promise<RecordRead | undefined> {
  return await log.admin.readRecord?.({ topic, partition }, offset, 5000);
}

test("the record at the offset comes whole, and else what became of it; the app's own reading stays as it is", async () => {
  const topic = await newTopic(log);
  const groupId = randomUUID();
  await write(broker, topic, ["0", "1", "2", "3", "4"]);
  await producing(
    broker,
    async (producer) => {
      const aborted = await producer.transaction();
      await aborted.send({ topic, messages: [{ value: "aborted", partition: 0 }] });
      await aborted.abort();
      const committed = await producer.transaction();
      const value = "x".repeat(900_000);
      const headers = { trace: "4bf92f35" };
      await committed.send({ topic, messages: [{ key: "k", value, headers, partition: 0 }] });
      await committed.commit();
    },
    randomUUID(),
  );
  const admin = plainKafka(broker).admin();
  await admin.connect();
  // The plain client deletes only from topics that it has asked about before.
  await admin.fetchTopicOffsets(topic);
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: "2" }] });
  // The app's own reading: it has read to the end and committed less.
  const consumer = log.consumer({ groupId, topics: [topic], maxPollRecords: 500, metadataMaxAgeMs: 30_000 });
  const listening = new Listening(consumer);
  await consumer.start();
  await listening.untilAssigned(0n);
  await listening.until(() => listening.positions.get(`${topic}-0`) === 9n);
  expect(await consumer.commit([{ partition: { topic, partition: 0 }, offset: 3n, metadata: "m" }])).toBe(
    "committed",
  );
  const standing = async () => ({
    committed: await admin.fetchOffsets({ groupId, topics: [topic] }),
    groups: (await admin.listGroups()).groups.map((group) => group.groupId).sort(),
    members: (await admin.describeGroups([groupId])).groups[0]?.members.map(({ memberId }) => memberId),
    readAhead: consumer.readAhead(),
    records: listening.records.length,
    assignments: listening.assignments.length,
  });
  const before = await standing();

  // Five plain records, an aborted one and its marker, a committed one and its marker.
  expect(await read(topic, 1n)).toEqual({ kind: "deleted", start: 2n });
  expect(await read(topic, 3n)).toMatchObject({
    kind: "found",
    record: { offset: 3n, value: Buffer.from("3") },
  });
  expect(await read(topic, 5n)).toEqual({ kind: "aborted" });
  expect(await read(topic, 6n)).toEqual({ kind: "marker" });
  const large = await read(topic, 7n);
  expect(large).toMatchObject({
    kind: "found",
    record: {
      topic,
      partition: 0,
      offset: 7n,
      key: Buffer.from("k"),
      headers: [["trace", Buffer.from("4bf92f35")]],
    },
  });
  expect(large?.kind === "found" && large.record.value?.length).toBe(900_000);
  expect(await read(topic, 8n)).toEqual({ kind: "marker" });
  expect(await read(topic, 9n)).toEqual({ kind: "beyond-end", end: 9n });
  expect(await read(topic, 0n, 1)).toEqual({ kind: "no-partition" });
  expect(await read(`${topic}-that-is-gone`, 0n)).toEqual({ kind: "no-partition" });

  expect(await standing()).toEqual(before);
  // What is written from now on is read from where the app stood.
  await write(broker, topic, ["next"]);
  await listening.until(() => listening.positions.get(`${topic}-0`) === 10n);
  expect(listening.values().at(-1)).toBe("next");
  expect(listening.seekBacks).toEqual([]);
  await admin.disconnect();
  await consumer.stop();
}, 60_000);
