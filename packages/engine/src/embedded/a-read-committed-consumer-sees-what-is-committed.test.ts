import { describe, expect, test } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { createEmbeddedLog } from "./embedded-log.ts";
import { OneConsumer } from "./testing/one-consumer.ts";
import { textOf, toTopic, values } from "./testing/records.ts";

async function withConsumer(partitions = 1, maxPollRecords = 500) {
  const clock = new ManualClock();
  const log = createEmbeddedLog({ clock });
  log.createTopic("in", partitions);
  const consumer = new OneConsumer(log.client(), ["in"], maxPollRecords);
  await consumer.start();
  return { clock, log, consumer };
}

describe("visibility", () => {
  test("nothing of an assigned partition comes before the engine has sought it", async () => {
    const log = createEmbeddedLog({ clock: new ManualClock() });
    log.createTopic("in", 2);
    log.append("in", 0, values("a"));
    const consumer = new OneConsumer(log.client(), ["in"]);
    await consumer.consumer.start();
    expect(consumer.poll()).toMatchObject({
      assignment: [
        { topic: "in", partition: 0 },
        { topic: "in", partition: 1 },
      ],
      batches: [],
      progress: [],
    });
    expect(consumer.poll().batches).toEqual([]);
    consumer.consumer.seek({ topic: "in", partition: 0 }, 0n);
    consumer.poll();
    expect(consumer.seen).toEqual(["in-0@0"]);
  });

  test("aborted data and markers are passed, and each marker takes an offset", async () => {
    const { log, consumer } = await withConsumer();
    log.append("in", 0, values("plain"));
    log.appendTransaction("in", 0, values("gone", "gone"), "aborted");
    log.appendTransaction("in", 0, values("kept"), "committed");
    consumer.poll();
    expect(consumer.records.map(textOf)).toEqual(["0=plain", "4=kept"]);
    expect(consumer.positions.get("in-0")).toBe(6n);
    expect(log.bounds("in", 0)).toEqual({ start: 0n, end: 6n, highWatermark: 6n });
  });

  test("the last stable offset stands at the oldest open transaction, and polls stop there", async () => {
    const { log, consumer } = await withConsumer();
    const [first, second] = await Promise.all(
      ["one", "two"].map(async (transactionalId) => {
        const producer = log.client().producer({ transactionalId });
        await producer.init();
        await producer.begin();
        return producer;
      }),
    );
    log.append("in", 0, values("before"));
    await first?.send(toTopic("in", 0, "first"));
    await second?.send(toTopic("in", 0, "second"));
    log.append("in", 0, values("after"));
    consumer.poll();
    expect(consumer.records.map(textOf)).toEqual(["0=before"]);
    expect(log.bounds("in", 0)).toEqual({ start: 0n, end: 1n, highWatermark: 4n });
    expect(await second?.commit()).toBe("committed");
    expect(log.bounds("in", 0)).toEqual({ start: 0n, end: 1n, highWatermark: 5n });
    await first?.abort();
    expect(log.bounds("in", 0)).toEqual({ start: 0n, end: 6n, highWatermark: 6n });
    consumer.poll();
    expect(consumer.records.map(textOf)).toEqual(["0=before", "2=second", "3=after"]);
    expect(consumer.positions.get("in-0")).toBe(6n);
  });

  test("keys, values and headers come back as they were, null and empty told apart", async () => {
    const { log, consumer } = await withConsumer();
    const record = {
      key: Buffer.alloc(0),
      value: null,
      timestampMs: -5,
      headers: [
        ["a", Buffer.from("1")],
        ["b", null],
        ["a", Buffer.alloc(0)],
        ["ü", Buffer.from([0, 255])],
      ],
    } as const;
    log.append("in", 0, [
      record,
      { key: null, value: Buffer.alloc(0), timestampMs: Number.MAX_SAFE_INTEGER },
    ]);
    consumer.poll();
    expect(consumer.records).toEqual([
      { topic: "in", partition: 0, offset: 0n, ...record },
      {
        topic: "in",
        partition: 0,
        offset: 1n,
        key: null,
        value: Buffer.alloc(0),
        timestampMs: Number.MAX_SAFE_INTEGER,
        headers: [],
      },
    ]);
  });

  test("a compaction gap is passed by the position", async () => {
    const { log, consumer } = await withConsumer(1, 2);
    log.append("in", 0, values("0", "1", "2", "3", "4"));
    log.compact("in", 0, [0, 2, 3, 4]);
    consumer.poll();
    expect(consumer.seen).toEqual(["in-0@1"]);
    expect(consumer.positions.get("in-0")).toBe(5n);
    log.append("in", 0, values("5"));
    consumer.poll();
    expect(consumer.seen).toEqual(["in-0@1", "in-0@5"]);
  });
});

describe("moves of the log", () => {
  test("a cut sets a consumer beyond it back, once, even when the log has regrown past it", async () => {
    const { log, consumer } = await withConsumer();
    log.append("in", 0, values(..."abcdef"));
    consumer.poll();
    log.truncate("in", 0, 2);
    log.append("in", 0, values(..."vwxyz"));
    consumer.poll();
    expect(consumer.seekBacks).toEqual(["in-0 6->2"]);
    expect(consumer.records.slice(6).map(textOf)).toEqual(["2=v", "3=w", "4=x", "5=y", "6=z"]);
    consumer.poll();
    expect(consumer.seekBacks).toHaveLength(1);
  });

  test("a cut ahead of the consumer is no seek-back", async () => {
    const { log, consumer } = await withConsumer(1, 2);
    log.append("in", 0, values(..."abcdef"));
    consumer.poll();
    log.truncate("in", 0, 4);
    consumer.poll();
    consumer.poll();
    expect(consumer.seekBacks).toEqual([]);
    expect(consumer.seen).toEqual(["in-0@0", "in-0@1", "in-0@2", "in-0@3"]);
  });

  test("records that were handed out are not written over after a cut", async () => {
    const { log, consumer } = await withConsumer();
    log.append("in", 0, values("aaaa", "bbbb"));
    consumer.poll();
    log.truncate("in", 0, 0);
    log.append("in", 0, values("cccc", "dddd"));
    expect(consumer.records.map(textOf)).toEqual(["0=aaaa", "1=bbbb"]);
  });

  test("data whose marker was cut away keeps its outcome", async () => {
    const { log } = await withConsumer();
    log.appendTransaction("in", 0, values("kept"), "committed");
    log.appendTransaction("in", 0, values("gone"), "aborted");
    log.truncate("in", 0, 3);
    expect(log.readCommitted("in").map(textOf)).toEqual(["0=kept"]);
    log.truncate("in", 0, 1);
    expect(log.readCommitted("in").map(textOf)).toEqual(["0=kept"]);
    expect(log.bounds("in", 0)).toEqual({ start: 0n, end: 1n, highWatermark: 1n });
  });

  test("deleted records move a consumer up that had not read them, without a seek-back", async () => {
    const { log, consumer } = await withConsumer(1, 2);
    log.append("in", 0, values(..."abcdef"));
    consumer.poll();
    log.deleteRecords("in", 0, 1);
    expect(log.bounds("in", 0).start).toBe(1n);
    log.deleteRecords("in", 0, 4);
    consumer.poll();
    expect(consumer.seen).toEqual(["in-0@0", "in-0@1", "in-0@4", "in-0@5"]);
    expect(consumer.seekBacks).toEqual([]);
    log.deleteRecords("in", 0, 6);
    expect(log.bounds("in", 0)).toEqual({ start: 6n, end: 6n, highWatermark: 6n });
  });

  test("a topic that was created anew starts at 0 and forgets what was committed", async () => {
    const { log, consumer } = await withConsumer();
    log.append("in", 0, values("a", "b"));
    consumer.poll();
    const partition = { topic: "in", partition: 0 };
    expect(await consumer.consumer.commit([{ partition, offset: 2n, metadata: "m" }])).toBe("committed");
    log.recreateTopic("in", 1);
    expect(log.committed("group").size).toBe(0);
    log.append("in", 0, values("c"));
    consumer.poll();
    expect(consumer.seekBacks).toEqual(["in-0 2->0"]);
    expect(consumer.records.map(textOf)).toEqual(["0=a", "1=b", "0=c"]);
  });

  test("new partitions are told within five seconds", async () => {
    const { clock, log, consumer } = await withConsumer();
    log.addPartitions("in", 2);
    await clock.advance(4_999);
    expect(consumer.poll().assignment).toBeUndefined();
    await clock.advance(1);
    consumer.poll();
    expect(consumer.assignments).toEqual([["in-0"], ["in-0", "in-1"]]);
  });
});

describe("polling", () => {
  test("a poll brings at most maxPollRecords over all partitions, and none of them starves", async () => {
    const { log, consumer } = await withConsumer(3, 4);
    for (const partition of [0, 1, 2]) log.append("in", partition, values(..."abcdefgh"));
    const served: number[][] = [];
    for (let polls = 0; polls < 3; polls++) {
      const { batches } = consumer.poll();
      const records = (of: number) =>
        batches.find(({ partition }) => partition.partition === of)?.records ?? [];
      served.push([0, 1, 2].map((of) => records(of).length));
    }
    expect(served).toEqual([
      [2, 1, 1],
      [1, 2, 1],
      [1, 1, 2],
    ]);
    for (const partition of [0, 1, 2]) {
      expect(consumer.seen.filter((seen) => seen.startsWith(`in-${partition}@`))).toHaveLength(4);
    }
  });

  test("a paused partition brings nothing, its end is told all the same, and a resume goes on", async () => {
    const { log, consumer } = await withConsumer();
    const partition = { topic: "in", partition: 0 };
    consumer.consumer.pause([partition]);
    log.append("in", 0, values("a"));
    expect(consumer.poll().batches).toEqual([]);
    expect(consumer.ends.get("in-0")).toBe(1n);
    consumer.consumer.resume([partition]);
    consumer.poll();
    expect(consumer.seen).toEqual(["in-0@0"]);
  });

  test("the engine is told in a later turn, once for many appends, and again while more is at hand", async () => {
    const { clock, log, consumer } = await withConsumer(1, 2);
    await clock.settle();
    consumer.poll();
    const before = consumer.readySignals;
    log.append("in", 0, values("a", "b", "c"));
    log.append("in", 0, values("d"));
    expect(consumer.readySignals).toBe(before);
    await clock.settle();
    expect(consumer.readySignals).toBe(before + 1);
    consumer.poll();
    await clock.settle();
    expect(consumer.readySignals).toBe(before + 2);
    consumer.poll();
    await clock.settle();
    expect(consumer.readySignals).toBe(before + 2);
  });

  test("a whole read gives what is stable at the call, in batches of one partition", async () => {
    const { log } = await withConsumer(2);
    log.append("in", 0, values(...Array.from({ length: 1_100 }, (_, value) => `${value}`)));
    log.appendTransaction("in", 1, values("gone"), "aborted");
    log.append("in", 1, values("kept"));
    const batches: string[][] = [];
    await log.client().admin.readToEnd("in", (records) => {
      batches.push(records.map(({ partition, offset }) => `${partition}@${offset}`));
    });
    expect(batches.map((batch) => batch.length)).toEqual([500, 500, 100, 1]);
    expect(batches[3]).toEqual(["1@2"]);
    await expect(log.client().admin.readToEnd("nowhere", () => {})).rejects.toThrow(
      /"nowhere" does not exist/,
    );
  });
});
