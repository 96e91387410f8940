/** What the tests on a real broker share: topics, records written by another client, and waiting for what a poll tells. */
import { randomUUID } from "node:crypto";
import { Kafka, logLevel, type Producer } from "kafkajs";
import { afterAll, beforeAll } from "vitest";
import { systemClock } from "../clock.ts";
import type { LeaderChange, LogClient, LogConsumer, Poll, SeekBack } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import type { LogRecord } from "../record/record.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import { kafkaLog } from "./index.ts";
import type { KafkaLogOptions } from "./options.ts";

/** What is needed of a running broker. */
interface RunningBroker {
  readonly brokers: string;
}

/** A plain client of the broker, that is none of the engine's. */
export function plainKafka(broker: RunningBroker): Kafka {
  return new Kafka({
    brokers: [broker.brokers],
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 5, retries: 20, maxRetryTime: 500 },
  });
}

export function logOn(broker: RunningBroker, options: Partial<KafkaLogOptions> = {}): LogClient {
  return kafkaLog({ brokers: [broker.brokers], ...options });
}

/**
 * Starts a broker before the first test of a file and ends it after the last, with a client of its log. `use` is given both
 * before any test.
 */
export function withBroker<Started extends RunningBroker & { stop(): Promise<unknown> }>(
  start: () => Promise<Started>,
  use: (given: { readonly broker: Started; readonly log: LogClient }) => void,
  options: Partial<KafkaLogOptions> = {},
): void {
  let broker: Started | undefined;
  let log: LogClient | undefined;
  beforeAll(async () => {
    broker = await start();
    log = logOn(broker, options);
    use({ broker, log });
  });
  afterAll(async () => {
    await log?.close();
    await broker?.stop();
  });
}

/** A topic of its own for one test. */
export async function newTopic(
  log: LogClient,
  partitions = 1,
  config: Readonly<Record<string, string>> = {},
): Promise<string> {
  const topic = `t-${randomUUID()}`;
  await log.admin.createTopics([{ topic, partitions, config }]);
  return topic;
}

/** Runs `work` with a plain producer and ends it. */
export async function producing<T>(
  broker: RunningBroker,
  work: (producer: Producer) => Promise<T>,
  transactionalId?: string,
): Promise<T> {
  const producer = plainKafka(broker).producer({
    createPartitioner:
      () =>
      ({ message }) =>
        message.partition ?? 0,
    allowAutoTopicCreation: false,
    ...(transactionalId === undefined ? {} : { transactionalId, idempotent: true, maxInFlightRequests: 1 }),
  });
  await producer.connect();
  try {
    return await work(producer);
  } finally {
    await producer.disconnect();
  }
}

/** Writes `values` to one partition. */
export function write(
  broker: RunningBroker,
  topic: string,
  values: readonly string[],
  partition = 0,
): Promise<void> {
  return producing(broker, async (producer) => {
    await producer.send({ topic, messages: values.map((value) => ({ value, partition })) });
  });
}

/** Collects all that the polls of a consumer tell. */
export class Listening {
  readonly consumer: LogConsumer;
  readonly records: LogRecord[] = [];
  readonly seekBacks: SeekBack[] = [];
  readonly leaderChanges: LeaderChange[] = [];
  readonly assignments: (readonly TopicPartition[])[] = [];
  readonly positions = new Map<PartitionId, Offset>();
  readonly ends = new Map<PartitionId, Offset | undefined>();
  readonly highs = new Map<PartitionId, Offset | undefined>();
  readonly failures: Error[] = [];
  readonly pollSizes: number[] = [];
  #wake: () => void = () => undefined;

  constructor(consumer: LogConsumer) {
    this.consumer = consumer;
    consumer.onReady(() => this.#wake());
  }

  /** Polls whenever there is something new until `done` holds. */
  async until(done: (listening: this) => boolean, limitMs = 60_000): Promise<void> {
    const deadlineMs = systemClock.monotonicMs() + limitMs;
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#collect(this.consumer.poll());
      if (done(this)) return;
      let cancel = () => {};
      const late = new Promise<"late">((resolve) => {
        cancel = systemClock.after(deadlineMs - systemClock.monotonicMs(), () => resolve("late"));
      });
      const which = await Promise.race([woken, late]);
      cancel();
      if (which === "late") throw new Error(`not within ${limitMs} ms: ${done} of ${this.summary()}`);
    }
  }

  /** Waits for an assignment and seeks every partition to `offset`. */
  async untilAssigned(offset: Offset | "unsought" = 0n, count = 1): Promise<void> {
    await this.until(() => (this.assignments.at(-1)?.length ?? -1) >= count);
    if (offset === "unsought") return;
    for (const partition of this.assignments.at(-1) ?? []) this.consumer.seek(partition, offset);
  }

  values(partition?: number): string[] {
    return this.records
      .filter((record) => partition === undefined || record.partition === partition)
      .map(({ value }) => String(value));
  }

  summary(): string {
    const { positions, ends, assignments, failures } = this;
    return `${this.records.length} records, positions ${[...positions]}, ends ${[...ends]}, ${assignments.length} assignments, failures ${failures}`;
  }

  #collect(poll: Poll): void {
    if (poll.assignment !== undefined) this.assignments.push(poll.assignment);
    let size = 0;
    for (const { records } of poll.batches) {
      size += records.length;
      this.records.push(...records);
    }
    this.pollSizes.push(size);
    this.seekBacks.push(...poll.seekBacks);
    this.leaderChanges.push(...(poll.leaderChanges ?? []));
    for (const { partition, position, endPosition, highWatermark } of poll.progress) {
      const id = partitionId(partition);
      this.positions.set(id, position);
      this.ends.set(id, endPosition);
      this.highs.set(id, highWatermark);
    }
    if (poll.failure !== undefined) this.failures.push(poll.failure);
  }
}
