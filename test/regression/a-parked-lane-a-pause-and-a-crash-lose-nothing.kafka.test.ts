/**
 * The article's reproduction on a real broker: one lane stands, a record named `late` at offset 1 carries the newest
 * timestamp, sixty fillers stamped up to an hour earlier lie behind it. A pause commits the processed prefix, the
 * process is killed, another goes on, and the output is counted per key to its end offsets.
 */
import { randomUUID } from "node:crypto";
import { kafkaLog } from "@stoatflow/engine/kafka";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppOptions } from "../apps/app-options.ts";
import { AppRig } from "../apps/app-rig.ts";
import { committedOutput, countByKey } from "../apps/topic-output.ts";
import { type Broker, startBroker } from "../broker/index.ts";
import { waitFor } from "../wait-for.ts";

const fillers = 60;
const hourMs = 3_600_000;
const laneCapacity = 4;

let broker: Broker;
const rigs: AppRig[] = [];

beforeAll(async () => {
  broker = await startBroker();
});

afterAll(async () => {
  for (const rig of rigs) await rig.kill();
  await broker?.stop();
});

interface Flow {
  readonly guarantee: "exactly-once" | "at-least-once";
  readonly buffer: "fifo" | "sorted";
  /** Whether the timestamps ascend with the offsets: the control. */
  readonly ordered: boolean;
}

async function countedAfterTheCrash({ guarantee, buffer, ordered }: Flow): Promise<Map<string, number>> {
  const id = randomUUID().slice(0, 8);
  const topics = { in: `in-${id}`, out: `out-${id}` };
  const log = kafkaLog({ brokers: [broker.brokers] });
  // Retention by time would delete old stamps while the test runs.
  const config = { "retention.ms": "-1" };
  await log.admin.createTopics(Object.values(topics).map((topic) => ({ topic, partitions: 1, config })));
  await log.close();
  await produce(topics.in, ordered);

  const options: AppOptions = {
    brokers: [broker.brokers],
    applicationId: `loss-${id}`,
    topology: "pass-through",
    ...topics,
    buffer,
    parkKey: "parked",
    settings: {
      "processing.guarantee": guarantee,
      "processing.lanes": 4,
      "processing.lane-capacity": laneCapacity,
    },
  };
  const parked = await start(options);
  await waitFor("the standing lane holds back the dispatcher", async () => {
    const { limits } = await parked.status();
    return (limits["lane.mailbox.rows"]?.used ?? 0) > laneCapacity ? true : undefined;
  });
  await parked.pause("the article's reproduction");
  parked.tell({ kind: "release", key: "parked" });
  await parked.lifecycle("paused");
  await parked.kill();

  const { parkKey: _, ...next } = options;
  const resumed = await start(next);
  await resumed.caughtUp();
  const counts = countByKey(await committedOutput([broker.brokers], topics.out));
  await resumed.kill();
  return counts;
}

async function start(options: AppOptions): Promise<AppRig> {
  const rig = await AppRig.start(options);
  rigs.push(rig);
  return rig;
}

async function produce(topic: string, ordered: boolean): Promise<void> {
  const producer = new Kafka({ brokers: [broker.brokers], logLevel: logLevel.ERROR }).producer();
  await producer.connect();
  const nowMs = Date.now();
  const stamps = Array.from({ length: fillers }, (_, i) => nowMs - hourMs + i * 59_000);
  const records = [
    { key: "parked", stamp: nowMs - hourMs },
    { key: "late", stamp: nowMs },
    ...stamps.map((stamp, i) => ({ key: `filler${i}`, stamp })),
  ];
  const messages = records.map(({ key, stamp }, i) => ({
    key,
    value: `${i}`,
    partition: 0,
    timestamp: `${ordered ? nowMs - hourMs + i * 1000 : stamp}`,
  }));
  await producer.send({ topic, messages, acks: -1 });
  await producer.disconnect();
}

const everyKey = ["parked", "late", ...Array.from({ length: fillers }, (_, i) => `filler${i}`)];

describe.each(["exactly-once", "at-least-once"] as const)("%s", (guarantee) => {
  it.each([
    ["with the newest timestamp at offset 1", false],
    ["with timestamps in offset order (the control)", true],
  ])("%s, nothing is lost", async (_, ordered) => {
    const counts = await countedAfterTheCrash({ guarantee, buffer: "fifo", ordered });
    expect([...counts.keys()].sort()).toEqual([...everyKey].sort());
    for (const [key, count] of counts) {
      if (guarantee === "exactly-once") expect([key, count]).toEqual([key, 1]);
      else expect(count, key).toBeGreaterThanOrEqual(1);
    }
  });

  it("a buffer sorted by timestamp loses the record, so this test can fail", async () => {
    const counts = await countedAfterTheCrash({ guarantee, buffer: "sorted", ordered: false });
    expect(counts.get("late")).toBeUndefined();
    expect(counts.get("parked")).toBe(1);
  });
});
