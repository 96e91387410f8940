/**
 * The port's producer on Kafka, transactional or not. Owned by the engine's commit; it keeps invariant 12 by calling
 * no outcome known that is not, and invariant 11 by opening a transaction at the broker only with the first send.
 *
 * One request is on its way at a time: kafkajs can lose or reorder idempotent sends that run side by side.
 */
import { logLevel, type Producer, type Transaction } from "kafkajs";
import { assert } from "../assert.ts";
import { sleep } from "../clock.ts";
import { messageOf, StoatFlowError } from "../errors.ts";
import type { CommitOutcome, LogProducer, PartitionCommit, ProducerOptions } from "../ports.ts";
import type { ProducerRecord } from "../record/record.ts";
import { asking } from "./asking.ts";
import { isFenced, isTransactionOver, outcomeOfFailedCommit, type TransactionAge } from "./commit-outcome.ts";
import { kafkaClient } from "./connection.ts";
import { ending } from "./ending.ts";
import { brokerErrorOf, logUnavailable } from "./kafka-error.ts";
import { offsetsByTopic } from "./offsets-by-topic.ts";
import type { KafkaSettings } from "./options.ts";
import { sendParts } from "./send-parts.ts";

const defaultTransactionTimeoutMs = 60_000;
const busyRetryMs = 3;
const busyForAtMostMs = 10_000;

export class KafkaProducer implements LogProducer {
  readonly #settings: KafkaSettings;
  readonly #transactionalId: string | undefined;
  readonly #timeoutMs: number;
  readonly #producer: Producer;
  readonly #onDiscard: () => void;
  #transaction: Transaction | undefined;
  #begunAtMs = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(settings: KafkaSettings, options: ProducerOptions, onDiscard: () => void = () => undefined) {
    this.#settings = settings;
    this.#onDiscard = onDiscard;
    this.#transactionalId = options.transactionalId;
    this.#timeoutMs = options.transactionTimeoutMs ?? defaultTransactionTimeoutMs;
    const client = kafkaClient(settings);
    // Its errors are handed to the caller, and the ones that pass are many: after each commit the coordinator is busy
    // for some milliseconds.
    client.logger().setLogLevel(logLevel.NOTHING);
    this.#producer = client.producer({
      allowAutoTopicCreation: false,
      createPartitioner:
        () =>
        ({ message: { partition } }) => {
          assert(partition !== undefined, "the engine chooses the partition of every record");
          return partition;
        },
      retry: { initialRetryTime: busyRetryMs, maxRetryTime: 500, multiplier: 2, retries: 30 },
      ...(this.#transactionalId === undefined
        ? {}
        : {
            transactionalId: this.#transactionalId,
            transactionTimeout: this.#timeoutMs,
            idempotent: true,
            maxInFlightRequests: 1,
          }),
    });
  }

  async init(): Promise<void> {
    await asking(this.#settings, "connecting a producer to Kafka", () => this.#producer.connect());
    if (this.#transactionalId === undefined) return;
    await asking(this.#settings, `initialising the producer "${this.#transactionalId}"`, async () => {
      // kafkajs asks for the producer id when it begins; with nothing sent, the abort asks the broker nothing.
      const transaction = await this.#producer.transaction();
      await transaction.abort();
    });
  }

  async begin(): Promise<void> {
    assert(this.#transaction === undefined, "a transaction is begun while one is open");
    this.#begunAtMs = this.#settings.clock.monotonicMs();
    try {
      this.#transaction = await this.#producer.transaction();
    } catch (error) {
      throw this.#failure("beginning a transaction", error);
    }
  }

  send(records: readonly ProducerRecord[]): Promise<void> {
    return this.#inTurn(async () => {
      const sender = this.#transactionalId === undefined ? this.#producer : this.#open();
      try {
        for (const topicMessages of sendParts(records)) await sender.sendBatch({ acks: -1, topicMessages });
      } catch (error) {
        throw this.#failure(`sending to ${topicsOf(records)}`, error);
      }
    });
  }

  sendOffsets(groupId: string, offsets: readonly PartitionCommit[]): Promise<void> {
    return this.#inTurn(async () => {
      const transaction = this.#open();
      const sent = { consumerGroupId: groupId, topics: offsetsByTopic(offsets) };
      const { clock } = this.#settings;
      const deadlineMs = clock.monotonicMs() + busyForAtMostMs;
      for (;;) {
        try {
          await transaction.sendOffsets(sent);
          return;
        } catch (error) {
          const isBusy = busy.has(brokerErrorOf(error) ?? "");
          if (!isBusy || clock.monotonicMs() >= deadlineMs) {
            throw this.#failure(`sending the offsets of group "${groupId}"`, error);
          }
        }
        await sleep(clock, busyRetryMs);
      }
    });
  }

  commit(): Promise<CommitOutcome> {
    return this.#inTurn(async () => {
      const transaction = this.#open();
      this.#transaction = undefined;
      try {
        await transaction.commit();
        return "committed";
      } catch (error) {
        const outcome = outcomeOfFailedCommit(brokerErrorOf(error), this.#age());
        this.#settings.logger?.warn({ err: error, outcome }, `a commit failed: ${messageOf(error)}`);
        return outcome;
      }
    });
  }

  abort(): Promise<void> {
    return this.#inTurn(async () => {
      const transaction = this.#open();
      this.#transaction = undefined;
      try {
        await transaction.abort();
      } catch (error) {
        throw this.#failure("aborting a transaction", error);
      }
    });
  }

  async discard(): Promise<void> {
    this.#transaction = undefined;
    this.#onDiscard();
    await ending(this.#settings, () => this.#producer.disconnect());
  }

  #open(): Transaction {
    assert(this.#transaction !== undefined, "no transaction is open");
    return this.#transaction;
  }

  #age(): TransactionAge {
    return {
      openForMs: this.#settings.clock.monotonicMs() - this.#begunAtMs,
      timeoutMs: this.#timeoutMs,
    };
  }

  #failure(what: string, error: unknown): StoatFlowError {
    if (error instanceof StoatFlowError) return error;
    const brokerError = brokerErrorOf(error);
    if (isFenced(brokerError, this.#age())) {
      return new StoatFlowError("fenced", `another producer has taken over "${this.#transactionalId}"`, {
        cause: error,
        remedy: "see that one instance only runs with this transactional.id",
      });
    }
    if (isTransactionOver(brokerError)) {
      return new StoatFlowError("transaction-failed", `${what} was refused: ${messageOf(error)}`, {
        cause: error,
      });
    }
    const remedy = refusedOutputs.get(brokerError ?? "");
    if (remedy !== undefined) {
      return new StoatFlowError("output-refused", `${what} was refused: ${messageOf(error)}`, {
        cause: error,
        remedy,
      });
    }
    if (brokerError === "UNKNOWN_TOPIC_OR_PARTITION") {
      return new StoatFlowError("unknown-topic", `${what} failed: ${messageOf(error)}`, {
        cause: error,
        remedy: "create the topic, or mend its name in the topology",
      });
    }
    return logUnavailable(what, this.#settings.brokers, error);
  }

  /** Runs one piece of work after the former, whether that went well or not. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** Answers by which a coordinator says that it has not begun with a request and wants it later. */
const busy: ReadonlySet<string> = new Set([
  "CONCURRENT_TRANSACTIONS",
  "GROUP_LOAD_IN_PROGRESS",
  "GROUP_COORDINATOR_NOT_AVAILABLE",
  "NOT_COORDINATOR_FOR_GROUP",
]);

const sizeRemedy = "write smaller records, or raise max.message.bytes of the topic";
const rightRemedy = "give the app's user the right to write there";

/** Answers by which a broker refuses records for what they are, with the way out: the same records meet the same answer. */
const refusedOutputs: ReadonlyMap<string, string> = new Map([
  [
    "INVALID_TIMESTAMP",
    "stamp the outputs nearer to the present, or raise message.timestamp.after.max.ms and .before.max.ms of the topic",
  ],
  ["MESSAGE_TOO_LARGE", sizeRemedy],
  ["RECORD_LIST_TOO_LARGE", sizeRemedy],
  ["INVALID_RECORD", "see what the topic demands of a record: a compacted one takes none without a key"],
  ["TOPIC_AUTHORIZATION_FAILED", rightRemedy],
  ["CLUSTER_AUTHORIZATION_FAILED", rightRemedy],
  ["TRANSACTIONAL_ID_AUTHORIZATION_FAILED", rightRemedy],
]);

function topicsOf(records: readonly ProducerRecord[]): string {
  return [...new Set(records.map(({ topic }) => `"${topic}"`))].join(", ");
}
