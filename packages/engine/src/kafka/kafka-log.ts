import type {
  ConsumerOptions,
  LogAdmin,
  LogClient,
  LogConsumer,
  LogProducer,
  ProducerOptions,
} from "../ports.ts";
import { KafkaAdmin } from "./admin.ts";
import { KafkaConsumer } from "./consumer.ts";
import { type KafkaLogOptions, type KafkaSettings, resolveKafkaOptions } from "./options.ts";
import { KafkaProducer } from "./producer.ts";

/**
 * The log on a Kafka cluster, by kafkajs.
 *
 * @throws {StoatFlowError} `configuration`.
 * @example
 * ```ts
 * const log = kafkaLog({ brokers: ["127.0.0.1:9092"] });
 * await log.admin.partitionCounts(["orders"]);
 * await log.close();
 * ```
 */
export function kafkaLog(options: KafkaLogOptions): LogClient {
  return new KafkaLog(resolveKafkaOptions(options));
}

class KafkaLog implements LogClient {
  readonly kind = "kafka";
  readonly admin: LogAdmin;
  readonly #settings: KafkaSettings;
  readonly #admin: KafkaAdmin;
  readonly #consumers = new Set<KafkaConsumer>();
  readonly #producers = new Set<KafkaProducer>();

  constructor(settings: KafkaSettings) {
    this.#settings = settings;
    this.#admin = new KafkaAdmin(settings);
    this.admin = this.#admin;
  }

  consumer(options: ConsumerOptions): LogConsumer {
    const consumer = new KafkaConsumer(this.#settings, options);
    this.#consumers.add(consumer);
    return consumer;
  }

  producer(options: ProducerOptions): LogProducer {
    const producer = new KafkaProducer(this.#settings, options, () => this.#producers.delete(producer));
    this.#producers.add(producer);
    return producer;
  }

  async close(): Promise<void> {
    const ends = [...this.#consumers].map((consumer) => consumer.stop());
    ends.push(...[...this.#producers].map((producer) => producer.discard()), this.#admin.close());
    await Promise.all(ends);
  }
}
