import { describe, expect, test } from "vitest";
import type { LogProducer } from "../ports.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import type { EmbeddedClient } from "./embedded-client.ts";
import { createEmbeddedLog, type EmbeddedLog } from "./embedded-log.ts";
import { OneConsumer } from "./testing/one-consumer.ts";
import { textOf, toTopic, values } from "./testing/records.ts";

const partition = { topic: "in", partition: 0 };

function world(): { clock: ManualClock; log: EmbeddedLog } {
  const clock = new ManualClock();
  const log = createEmbeddedLog({ clock });
  log.createTopic("in", 1);
  log.createTopic("out", 1);
  return { clock, log };
}

async function producerOf(client: EmbeddedClient, transactionTimeoutMs?: number): Promise<LogProducer> {
  const producer = client.producer({
    transactionalId: "app",
    ...(transactionTimeoutMs === undefined ? {} : { transactionTimeoutMs }),
  });
  await producer.init();
  return producer;
}

async function openTransaction(producer: LogProducer, text: string): Promise<void> {
  await producer.begin();
  await producer.send(toTopic("out", 0, text));
  await producer.sendOffsets("group", [{ partition, offset: 7n, metadata: text }]);
}

/** Whether the promise has settled once everything that can happen now has happened. */
async function settles(clock: ManualClock, promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const mark = () => {
    settled = true;
  };
  promise.then(mark, mark);
  await clock.settle();
  return settled;
}

describe("transactions", () => {
  test("outputs and offsets show together at the commit and not before", async () => {
    const { log } = world();
    const producer = await producerOf(log.client());
    await openTransaction(producer, "a");
    expect(log.openTransactions()).toHaveLength(1);
    expect(log.committed("group").size).toBe(0);
    expect(log.readCommitted("out")).toEqual([]);
    expect(await producer.commit()).toBe("committed");
    expect(log.committed("group").get("in-0")).toEqual({ offset: 7n, metadata: "a" });
    expect(log.readCommitted("out").map(textOf)).toEqual(["0=a"]);
    expect(log.openTransactions()).toEqual([]);
  });

  test("a transaction that wrote nothing is none for the broker", async () => {
    const { log } = world();
    const producer = await producerOf(log.client());
    await producer.begin();
    expect(log.openTransactions()).toEqual([]);
    expect(await producer.commit()).toBe("committed");
    expect(log.bounds("out", 0).highWatermark).toBe(0n);
  });

  test("an init fences the former producer and aborts what it had open", async () => {
    const { log } = world();
    const former = await producerOf(log.client());
    await openTransaction(former, "former");
    const next = await producerOf(log.client());
    expect(log.openTransactions()).toEqual([]);
    await expect(former.send(toTopic("out", 0, "x"))).rejects.toMatchObject({ code: "fenced" });
    await expect(former.sendOffsets("group", [])).rejects.toMatchObject({ code: "fenced" });
    expect(await former.commit()).toBe("fenced");
    await expect(former.begin()).rejects.toMatchObject({ code: "fenced" });
    await openTransaction(next, "next");
    expect(await next.commit()).toBe("committed");
    expect(log.readCommitted("out").map(textOf)).toEqual(["2=next"]);
    expect(log.committed("group").get("in-0")?.metadata).toBe("next");
  });

  test("the commit of a fenced producer says so", async () => {
    const { log } = world();
    const former = await producerOf(log.client());
    await openTransaction(former, "former");
    await producerOf(log.client());
    expect(await former.commit()).toBe("fenced");
  });

  test("the broker ends a transaction that is open for too long", async () => {
    const { clock, log } = world();
    const producer = await producerOf(log.client(), 1_000);
    await openTransaction(producer, "slow");
    await clock.advance(999);
    expect(log.openTransactions()).toHaveLength(1);
    await clock.advance(1);
    expect(log.openTransactions()).toEqual([]);
    expect(await producer.commit()).toBe("aborted");
    await expect(producer.begin()).rejects.toMatchObject({ code: "transaction-failed" });
    expect(log.readCommitted("out")).toEqual([]);
  });

  test("a discarded producer leaves its transaction open for the next init", async () => {
    const { log } = world();
    const producer = await producerOf(log.client());
    await openTransaction(producer, "left");
    await producer.discard();
    expect(log.openTransactions()).toHaveLength(1);
    await producerOf(log.client());
    expect(log.openTransactions()).toEqual([]);
    expect(log.readCommitted("out")).toEqual([]);
  });

  test("a send to a partition that does not exist writes nothing at all", async () => {
    const { log } = world();
    const producer = await producerOf(log.client());
    await producer.begin();
    const records = [...toTopic("out", 0, "a"), ...toTopic("out", 9, "b")];
    await expect(producer.send(records)).rejects.toMatchObject({ code: "unknown-topic" });
    expect(log.bounds("out", 0).highWatermark).toBe(0n);
  });
});

describe("a crash", () => {
  test("leaves the transaction open, answers nothing any more and frees the group", async () => {
    const { clock, log } = world();
    log.append("in", 0, values("a"));
    const client = log.client();
    const first = new OneConsumer(client, ["in"]);
    await first.start();
    const second = new OneConsumer(log.client(), ["in"]);
    await second.start();
    expect(second.assignments).toEqual([]);
    const producer = await producerOf(client);
    await openTransaction(producer, "lost");
    const commit = producer.commit();
    client.crash();
    expect(await settles(clock, commit)).toBe(false);
    expect(await settles(clock, producer.begin())).toBe(false);
    expect(await settles(clock, first.consumer.committed([partition]))).toBe(false);
    expect(first.poll()).toEqual({ batches: [], progress: [], seekBacks: [] });
    const signals = first.readySignals;
    log.append("in", 0, values("b"));
    await clock.settle();
    expect(first.readySignals).toBe(signals);
    second.poll();
    expect(second.assignments).toEqual([["in-0"]]);
  });

  test("before its commit ends with the next init, and nothing of it shows", async () => {
    const { clock, log } = world();
    const client = log.client();
    const crashed: string[] = [];
    log.inject({ point: "crash-before-commit", onCrash: () => crashed.push("crashed") });
    const producer = await producerOf(client);
    await openTransaction(producer, "lost");
    expect(await settles(clock, producer.commit())).toBe(false);
    expect(crashed).toEqual(["crashed"]);
    expect(log.openTransactions()).toHaveLength(1);
    const next = await producerOf(log.client());
    expect(log.openTransactions()).toEqual([]);
    expect(log.committed("group").size).toBe(0);
    await openTransaction(next, "again");
    expect(await next.commit()).toBe("committed");
  });

  test("in the middle of a slow commit commits nothing", async () => {
    const { clock, log } = world();
    const client = log.client();
    log.inject({ point: "commit-delay", ms: 100 });
    const producer = await producerOf(client);
    await openTransaction(producer, "slow");
    const commit = producer.commit();
    client.crash();
    await clock.advance(200);
    expect(await settles(clock, commit)).toBe(false);
    expect(log.readCommitted("out")).toEqual([]);
  });
});

describe("groups", () => {
  test("a client that takes over gets all partitions, and the former is told after the fact", async () => {
    const { log } = world();
    const first = new OneConsumer(log.client(), ["in"]);
    await first.start();
    const second = new OneConsumer(log.client({ takesOver: true }), ["in"]);
    await second.start();
    expect(second.assignments).toEqual([["in-0"]]);
    first.poll();
    expect(first.assignments).toEqual([["in-0"], []]);
    expect(await first.consumer.commit([{ partition, offset: 1n, metadata: "" }])).toBe("aborted");
    expect(await second.consumer.commit([{ partition, offset: 2n, metadata: "" }])).toBe("committed");
    await second.consumer.stop();
    first.poll();
    expect(first.assignments).toEqual([["in-0"], [], ["in-0"]]);
  });

  test("a topic that does not exist is named at the start", async () => {
    const { log } = world();
    const consumer = new OneConsumer(log.client(), ["in", "nowhere"]);
    await expect(consumer.consumer.start()).rejects.toMatchObject({
      code: "unknown-topic",
      message: expect.stringContaining('"nowhere"'),
    });
  });

  test("committed offsets are exact beyond 2^53, and what was never committed is absent", async () => {
    const { log } = world();
    const consumer = new OneConsumer(log.client(), ["in"]);
    await consumer.start();
    expect((await consumer.consumer.committed([partition])).size).toBe(0);
    const offset = 9_007_199_254_740_993n;
    await consumer.consumer.commit([{ partition, offset, metadata: "" }]);
    expect((await consumer.consumer.committed([partition])).get("in-0")).toEqual({ offset, metadata: "" });
  });
});

describe("faults", () => {
  test("an unknown commit did what was said, and its producer cannot go on", async () => {
    for (const outcome of ["committed", "aborted"] as const) {
      const { log } = world();
      log.inject({ point: "commit-unknown", outcome });
      const producer = await producerOf(log.client());
      await openTransaction(producer, "a");
      expect(await producer.commit()).toBe("unknown");
      expect(log.readCommitted("out")).toHaveLength(outcome === "committed" ? 1 : 0);
      expect(log.committed("group").size).toBe(outcome === "committed" ? 1 : 0);
      await expect(producer.begin()).rejects.toMatchObject({ code: "transaction-failed" });
    }
  });

  test("a broker that times the transaction out fails the step that it is told to", async () => {
    for (const step of ["send", "offsets"] as const) {
      const { log } = world();
      log.inject({ point: "broker-timeout-transaction", step });
      const producer = await producerOf(log.client());
      await expect(openTransaction(producer, "a")).rejects.toMatchObject({ code: "transaction-failed" });
      expect(log.openTransactions()).toEqual([]);
      await openTransaction(await producerOf(log.client()), "b");
    }
    const { log } = world();
    log.inject({ point: "broker-timeout-transaction", step: "commit" });
    const producer = await producerOf(log.client());
    await openTransaction(producer, "a");
    expect(await producer.commit()).toBe("aborted");
    expect(log.readCommitted("out")).toEqual([]);
  });

  test("a commit is delayed on the clock, with and without transactions", async () => {
    const { clock, log } = world();
    log.inject({ point: "commit-delay", ms: 500, times: 2 });
    const consumer = new OneConsumer(log.client(), ["in"]);
    await consumer.start();
    const producer = await producerOf(log.client());
    await openTransaction(producer, "a");
    const commits = [producer.commit(), consumer.consumer.commit([{ partition, offset: 1n, metadata: "" }])];
    await clock.advance(499);
    expect(log.committed("group").size).toBe(0);
    await clock.advance(1);
    expect(await Promise.all(commits)).toEqual(["committed", "committed"]);
  });

  test("a delayed fetch brings nothing, tells the end at once, keeps the position, and comes later", async () => {
    const { clock, log } = world();
    const consumer = new OneConsumer(log.client(), ["in"]);
    await consumer.start();
    log.inject({ point: "fetch-delay", ...partition, ms: 1_000 });
    log.append("in", 0, values("a"));
    expect(consumer.poll().batches).toEqual([]);
    expect(consumer.positions.get("in-0")).toBe(0n);
    expect(consumer.ends.get("in-0")).toBe(1n);
    await clock.advance(999);
    expect(consumer.poll().batches).toEqual([]);
    const signals = consumer.readySignals;
    await clock.advance(1);
    expect(consumer.readySignals).toBe(signals + 1);
    consumer.poll();
    expect(consumer.seen).toEqual(["in-0@0"]);
  });

  test("two delays hold back two fetches, one after the other, and each brings what it held back", async () => {
    const { clock, log } = world();
    const consumer = new OneConsumer(log.client(), ["in"], 2);
    await consumer.start();
    log.inject({ point: "fetch-delay", ...partition, ms: 1_000, times: 2 });
    log.append("in", 0, values("a", "b", "c"));
    consumer.poll();
    await clock.advance(1_000);
    consumer.poll();
    expect(consumer.seen).toEqual(["in-0@0", "in-0@1"]);
    consumer.poll();
    await clock.advance(999);
    consumer.poll();
    expect(consumer.seen).toEqual(["in-0@0", "in-0@1"]);
    await clock.advance(1);
    consumer.poll();
    expect(consumer.seen).toEqual(["in-0@0", "in-0@1", "in-0@2"]);
  });

  test("a member that is cut off is not told, is refused at its next commit, and ends when its session is over", async () => {
    const { clock, log } = world();
    const first = new OneConsumer(log.client(), ["in"]);
    await first.start();
    log.append("in", 0, values("a"));
    first.poll();
    const second = new OneConsumer(log.client({ cutsOff: true }), ["in"]);
    await second.start();
    expect(first.consumer.poll().assignment).toBeUndefined();
    const offsets = [{ partition, offset: 1n, metadata: "" }];
    expect(await first.consumer.commit(offsets)).toBe("fenced");
    expect(await second.consumer.commit(offsets)).toBe("committed");
    await clock.advance(10_000);
    expect(first.consumer.poll().failure).toMatchObject({ code: "fenced" });
    expect(second.consumer.poll().failure).toBeUndefined();
  });

  test("an ineffective pause brings records once more, and a seek brings them again", async () => {
    const { log } = world();
    const consumer = new OneConsumer(log.client(), ["in"], 2);
    await consumer.start();
    log.inject({ point: "pause-ineffective", ...partition });
    log.append("in", 0, values(..."abcdef"));
    consumer.consumer.pause([partition]);
    consumer.poll();
    consumer.poll();
    expect(consumer.seen).toEqual(["in-0@0", "in-0@1"]);
    consumer.consumer.seek(partition, 0n);
    consumer.consumer.pause([partition]);
    expect(consumer.poll().batches).toEqual([]);
    consumer.consumer.resume([partition]);
    consumer.poll();
    expect(consumer.seen).toEqual(["in-0@0", "in-0@1", "in-0@0", "in-0@1"]);
  });

  test("what is healed does not occur", async () => {
    const { log } = world();
    log.inject({ point: "commit-unknown", outcome: "aborted", times: 9 });
    log.heal();
    const producer = await producerOf(log.client());
    await openTransaction(producer, "a");
    expect(await producer.commit()).toBe("committed");
  });
});

describe("producers without transactions", () => {
  test("what they send is visible at once and an unknown commit of offsets did what was said", async () => {
    const { log } = world();
    const client = log.client();
    const producer = client.producer({});
    await producer.init();
    await producer.send(toTopic("out", 0, "a"));
    expect(log.readCommitted("out").map(textOf)).toEqual(["0=a"]);
    const consumer = new OneConsumer(client, ["in"]);
    await consumer.start();
    log.inject({ point: "commit-unknown", outcome: "aborted" });
    expect(await consumer.consumer.commit([{ partition, offset: 1n, metadata: "" }])).toBe("unknown");
    expect(log.committed("group").size).toBe(0);
  });
});
