/** One process's connection to the embedded log. */
import type {
  ConsumerOptions,
  LogAdmin,
  LogClient,
  LogConsumer,
  LogProducer,
  ProducerOptions,
} from "../ports.ts";
import type { Broker } from "./broker.ts";
import { EmbeddedAdmin } from "./embedded-admin.ts";
import { EmbeddedConsumer } from "./embedded-consumer.ts";
import { EmbeddedProducer } from "./embedded-producer.ts";
import { LogProcess } from "./log-process.ts";

/** How a process stands to the others on the log. */
export interface EmbeddedClientOptions {
  /**
   * A consumer that joins a group takes the partitions from the member that holds them, as a second instance does
   * that starts while the first is cut off. @default false: it waits as standby until the first leaves or crashes
   */
  readonly takesOver?: boolean;
}

/** The {@link LogClient} of one process; `EmbeddedLog.client` gives one. */
export class EmbeddedClient implements LogClient {
  readonly kind = "embedded";
  readonly admin: LogAdmin;
  readonly #broker: Broker;
  readonly #process: LogProcess;
  readonly #takesOver: boolean;
  readonly #consumers: LogConsumer[] = [];

  constructor(broker: Broker, options: EmbeddedClientOptions) {
    this.#broker = broker;
    this.#process = new LogProcess(broker.clock);
    this.#takesOver = options.takesOver ?? false;
    this.admin = new EmbeddedAdmin(broker, this.#process);
  }

  consumer(options: ConsumerOptions): LogConsumer {
    const consumer = new EmbeddedConsumer(this.#broker, this.#process, options, this.#takesOver);
    this.#consumers.push(consumer);
    return consumer;
  }

  producer(options: ProducerOptions): LogProducer {
    return new EmbeddedProducer(this.#broker, this.#process, options);
  }

  async close(): Promise<void> {
    for (const consumer of this.#consumers.splice(0)) await consumer.stop();
  }

  /**
   * The process vanishes: it flushes, commits and aborts nothing, its place in the group is free, its pending
   * promises never settle, and later calls from it do nothing. A transaction that it has open stays open until its
   * `transactional.id` is initialised again or the broker's time limit is over.
   */
  crash(): void {
    this.#process.crash();
  }
}
