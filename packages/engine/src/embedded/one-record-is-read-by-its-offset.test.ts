import { expect, test } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { createEmbeddedLog } from "./embedded-log.ts";
import { values } from "./testing/records.ts";

function written() {
  const log = createEmbeddedLog({ clock: new ManualClock() });
  log.createTopic("in", 2);
  log.append("in", 0, values("0", "1", "2", "3"));
  log.appendTransaction("in", 0, values("gone"), "aborted");
  log.appendTransaction("in", 0, values("kept"), "committed");
  return log;
}

test.each([
  [0n, { kind: "deleted", start: 1n }],
  [1n, { kind: "found", record: { offset: 1n, value: Buffer.from("1"), topic: "in", partition: 0 } }],
  [2n, { kind: "compacted" }],
  [4n, { kind: "aborted" }],
  [5n, { kind: "marker" }],
  [6n, { kind: "found", record: { offset: 6n, value: Buffer.from("kept") } }],
  [7n, { kind: "marker" }],
  [8n, { kind: "beyond-end", end: 8n }],
  [9_223_372_036_854_775_807n, { kind: "beyond-end", end: 8n }],
])("offset %s is the record there, or why there is none", async (offset, told) => {
  const log = written();
  const { admin } = log.client();
  // What compaction takes with it, transactions too, is only told apart before it.
  if (offset < 4n) log.compact("in", 0, [2]);
  log.deleteRecords("in", 0, 1);
  expect(await admin.readRecord?.({ topic: "in", partition: 0 }, offset, 5000)).toMatchObject(told);
});

test("what an open transaction has written is not there yet", async () => {
  const log = written();
  const producer = log.client().producer({ transactionalId: "t" });
  await producer.init();
  await producer.begin();
  await producer.send([
    { topic: "in", partition: 1, timestampMs: 0, key: null, value: Buffer.from("x"), headers: [] },
  ]);
  const { admin } = log.client();
  const at = { topic: "in", partition: 1 };
  expect(await admin.readRecord?.(at, 0n, 5000)).toEqual({ kind: "beyond-end", end: 0n });
  await producer.commit();
  expect(await admin.readRecord?.(at, 0n, 5000)).toMatchObject({ kind: "found" });
});

test("a partition or a topic that is not there is told as such", async () => {
  const { admin } = written().client();
  expect(await admin.readRecord?.({ topic: "in", partition: 2 }, 0n, 5000)).toEqual({ kind: "no-partition" });
  expect(await admin.readRecord?.({ topic: "other", partition: 0 }, 0n, 5000)).toEqual({
    kind: "no-partition",
  });
});
