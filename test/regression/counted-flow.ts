import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { kafkaLog } from "@stoatflow/engine/kafka";
import { Kafka, logLevel, type Producer } from "kafkajs";
import { expect } from "vitest";
import type { AppOptions } from "../apps/app-options.ts";
import { AppRig } from "../apps/app-rig.ts";
import { committedOutput } from "../apps/topic-output.ts";
import type { Broker } from "../broker/index.ts";

const partitions = 3;
const keys = 20;
const windowMs = 60_000;
const dayMs = 24 * 60 * windowMs;
const perSend = 20;
const sendEveryMs = 10;
/** Records before event time moves on to the next window. */
const perWindow = 1000;

/**
 * Records that keep coming to a windowed count under exactly-once, while a test does to the app what it likes. In the
 * end each key's counts in each window must have come out as 1, 2, 3 …: a gap is a lost record or a lost window, a
 * repeat a doubled one.
 */
export class CountedFlow {
  readonly options: AppOptions;
  readonly #broker: Broker;
  readonly #producer: Producer;
  readonly #rigs: AppRig[] = [];
  readonly #expected = new Map<string, number>();
  /** A whole window, some way back, so that no record ever lies ahead of the broker's clock. */
  readonly #baseMs = Math.floor((Date.now() - dayMs) / windowMs) * windowMs;
  #sent = 0;
  #sending: Promise<void> | undefined;
  #wanted = false;

  private constructor(broker: Broker, producer: Producer, options: AppOptions) {
    this.#broker = broker;
    this.#producer = producer;
    this.options = options;
  }

  static async create(broker: Broker): Promise<CountedFlow> {
    const id = randomUUID().slice(0, 8);
    const topics = { in: `in-${id}`, out: `out-${id}` };
    const log = kafkaLog({ brokers: [broker.brokers] });
    const config = { "retention.ms": "-1" };
    await log.admin.createTopics(Object.values(topics).map((topic) => ({ topic, partitions, config })));
    await log.close();
    const producer = new Kafka({ brokers: [broker.brokers], logLevel: logLevel.NOTHING }).producer({
      idempotent: true,
    });
    await producer.connect();
    return new CountedFlow(broker, producer, {
      brokers: [broker.brokers],
      applicationId: `counted-${id}`,
      topology: "windowed-count",
      ...topics,
      // Nothing is late here, so that each record counts.
      graceMs: 1000 * windowMs,
      settings: { "processing.commit-interval-ms": 50 },
    });
  }

  async start(): Promise<AppRig> {
    const rig = await AppRig.start(this.options);
    this.#rigs.push(rig);
    return rig;
  }

  /** Records keep coming until `quiet`. */
  flow(): void {
    this.#wanted = true;
    this.#sending = this.#send();
  }

  async quiet(): Promise<void> {
    this.#wanted = false;
    await this.#sending;
  }

  /**
   * No transaction is pending at the broker any more. Brokers of this version drop the markers of a decided transaction
   * whose partitions have no leader while the coordinator starts again, as after the death of a single broker; what it
   * wrote then hangs, and the app refuses to go on over it, until somebody ends it by hand.
   */
  async settled(): Promise<void> {
    const log = kafkaLog({ brokers: [this.#broker.brokers] });
    const topic = this.options.in ?? "";
    const asking = log.consumer({
      groupId: this.options.applicationId,
      topics: [topic],
      maxPollRecords: 1,
      metadataMaxAgeMs: 30_000,
    });
    await asking.committed(Array.from({ length: partitions }, (_, partition) => ({ topic, partition })));
    await log.close();
  }

  /** All that was sent has come out, each record once. */
  async expectExactlyOnce(): Promise<void> {
    const counts = new Map<string, number[]>();
    for (const row of await committedOutput([this.#broker.brokers], this.options.out ?? "")) {
      const [key = "", count = ""] = row.split("=");
      counts.set(key, [...(counts.get(key) ?? []), Number(count)]);
    }
    const lengths = [...counts].map(([key, seen]): [string, number] => [key, seen.length]);
    expect(new Map(lengths.sort())).toEqual(new Map([...this.#expected].sort()));
    for (const [key, seen] of counts) {
      expect(seen, key).toEqual(Array.from({ length: seen.length }, (_, i) => i + 1));
    }
  }

  async end(): Promise<void> {
    this.#wanted = false;
    for (const rig of this.#rigs) await rig.kill();
    await this.#producer.disconnect();
  }

  async #send(): Promise<void> {
    while (this.#wanted) {
      const messages = Array.from({ length: perSend }, () => {
        const key = `k${this.#sent % keys}`;
        const timestampMs =
          this.#baseMs + Math.floor(this.#sent / perWindow) * windowMs + (this.#sent % perWindow);
        const window = `${key}@${Math.floor(timestampMs / windowMs) * windowMs}`;
        this.#expected.set(window, (this.#expected.get(window) ?? 0) + 1);
        this.#sent += 1;
        return {
          key,
          value: `${this.#sent}`,
          partition: this.#sent % partitions,
          timestamp: `${timestampMs}`,
        };
      });
      await this.#producer.send({ topic: this.options.in ?? "", messages, acks: -1 });
      await delay(sendEveryMs);
    }
  }
}
