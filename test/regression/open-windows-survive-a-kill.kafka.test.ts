/**
 * A windowed count under exactly-once is killed while it works, several times, on a real broker: each key's counts
 * come out as 1, 2, 3 … without a gap and without a repeat, so the open windows were right at every start.
 */
import { randomUUID } from "node:crypto";
import { kafkaLog } from "@stoatflow/engine/kafka";
import { Kafka, logLevel, type Producer } from "kafkajs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AppOptions } from "../apps/app-options.ts";
import { AppRig } from "../apps/app-rig.ts";
import { committedOutput } from "../apps/topic-output.ts";
import { type Broker, startBroker } from "../broker/index.ts";
import { waitFor } from "../wait-for.ts";

const partitions = 3;
const keys = 20;
const windowMs = 60_000;
const rounds = 4;
const perSend = 20;
/** Epochs that a process commits before it is killed. */
const epochsBeforeTheKill = 4;

let broker: Broker;
let producer: Producer;
const rigs: AppRig[] = [];

beforeAll(async () => {
  broker = await startBroker();
  producer = new Kafka({ brokers: [broker.brokers], logLevel: logLevel.ERROR }).producer();
  await producer.connect();
});

afterAll(async () => {
  for (const rig of rigs) await rig.kill();
  await producer?.disconnect();
  await broker?.stop();
});

it("each key's counts in each window ascend by one over kills at any moment", async () => {
  const id = randomUUID().slice(0, 8);
  const topics = { in: `in-${id}`, out: `out-${id}` };
  const log = kafkaLog({ brokers: [broker.brokers] });
  await log.admin.createTopics([
    { topic: topics.in, partitions },
    { topic: topics.out, partitions },
  ]);
  await log.close();
  const options: AppOptions = {
    brokers: [broker.brokers],
    applicationId: `windows-${id}`,
    topology: "windowed-count",
    ...topics,
    boundMs: 0,
    // Nothing is late here, so that each record counts.
    graceMs: 100 * windowMs,
    settings: { "processing.commit-interval-ms": 50 },
  };
  const baseMs = Math.floor((Date.now() - 10 * windowMs) / windowMs) * windowMs;
  const expected = new Map<string, number>();
  let sent = 0;
  for (let round = 0; round < rounds; round += 1) {
    const rig = await AppRig.start(options);
    rigs.push(rig);
    let alive = true;
    const sending = sendWhile(() => alive);
    await waitFor("some epochs are committed", async () => {
      const { counters } = await rig.status();
      return counters.committedEpochs >= epochsBeforeTheKill ? true : undefined;
    });
    // Records keep coming, so that an epoch is under way whenever the process ends.
    await rig.kill();
    alive = false;
    await sending;
  }
  const last = await AppRig.start(options);
  rigs.push(last);
  await last.caughtUp();

  const counts = new Map<string, number[]>();
  for (const row of await committedOutput([broker.brokers], topics.out)) {
    const [key = "", count = ""] = row.split("=");
    counts.set(key, [...(counts.get(key) ?? []), Number(count)]);
  }
  expect(sent).toBeGreaterThan(rounds * epochsBeforeTheKill);
  expect(new Map([...counts].map(([key, seen]) => [key, seen.length]))).toEqual(expected);
  for (const [key, seen] of counts) {
    expect(seen, key).toEqual(Array.from({ length: expected.get(key) ?? 0 }, (_, i) => i + 1));
  }

  async function sendWhile(wanted: () => boolean): Promise<void> {
    while (wanted()) {
      const messages = Array.from({ length: perSend }, () => {
        const key = `k${sent % keys}`;
        const timestampMs = baseMs + Math.floor(sent / 1000) * windowMs + (sent % 1000);
        const window = `${key}@${Math.floor(timestampMs / windowMs) * windowMs}`;
        expected.set(window, (expected.get(window) ?? 0) + 1);
        sent += 1;
        return { key, value: `${sent}`, partition: sent % partitions, timestamp: `${timestampMs}` };
      });
      await producer.send({ topic: topics.in, messages, acks: -1 });
    }
  }
});
