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
import type { TakeOver } from "./consumer-group.ts";
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
  /**
   * It takes over as a second instance does while the network has cut off the first: that one is not told, and goes
   * on until its next commit is refused; at the latest after 10 s its client ends. @default false
   */
  readonly cutsOff?: boolean;
}

/** The {@link LogClient} of one process; `EmbeddedLog.client` gives one. */
export class EmbeddedClient implements LogClient {
  readonly kind = "embedded";
  readonly admin: LogAdmin;
  readonly #broker: Broker;
  readonly #process: LogProcess;
  readonly #takesOver: TakeOver;
  readonly #consumers: LogConsumer[] = [];

  constructor(broker: Broker, options: EmbeddedClientOptions) {
    this.#broker = broker;
    this.#process = new LogProcess(broker.clock);
    this.#takesOver = options.cutsOff === true ? "cuts-off" : options.takesOver === true ? "tells" : "waits";
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
