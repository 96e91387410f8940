/**
 * How an epoch is made lasting, for either guarantee.
 *
 * Exactly-once: begin, send, offsets, commit in one go, so that a transaction is open only for that moment
 * (invariant 11). At-least-once: the outputs and changelog rows are acknowledged, then the offsets are committed, so
 * that state may run ahead of the offsets after a crash and never behind.
 */
import type { Logger } from "pino";
import { messageOf, StoatFlowError } from "../errors.ts";
import type { CommitOutcome, LogClient, LogConsumer, LogProducer, PartitionCommit } from "../ports.ts";
import type { ProducerRecord } from "../record/record.ts";

export interface EpochWork {
  readonly records: readonly ProducerRecord[];
  readonly offsets: readonly PartitionCommit[];
}

/**
 * As the port says, and `repeat`: the outputs are acknowledged and the offsets may not be committed, which under
 * at-least-once the next barrier commits again; and `refused`: the log will not take the outputs however often the
 * epoch is done again.
 */
export type EpochOutcome = CommitOutcome | "repeat" | { readonly refused: StoatFlowError };

export interface CommitterOptions {
  readonly log: LogClient;
  readonly consumer: LogConsumer;
  readonly groupId: string;
  readonly guarantee: "exactly-once" | "at-least-once";
  readonly transactionalId: string;
  readonly transactionTimeoutMs: number;
  readonly logger: Logger;
}

export class Committer {
  readonly #options: CommitterOptions;
  #producer: LogProducer | undefined;
  #closings = 0;

  constructor(options: CommitterOptions) {
    this.#options = options;
  }

  /**
   * Makes a new producer and initialises it: with exactly-once that fences the former one and ends its transaction.
   * Where it is closed before the initialisation has begun, nothing is initialised: the partitions may be another's.
   *
   * @throws {StoatFlowError} `log-unavailable`, `fenced`.
   */
  async open(): Promise<void> {
    const formerClosed = this.close();
    const closings = this.#closings;
    await formerClosed;
    if (closings !== this.#closings) {
      throw new StoatFlowError("log-unavailable", "the producer was closed before it was initialised");
    }
    const { log, guarantee, transactionalId, transactionTimeoutMs } = this.#options;
    const producer = log.producer(
      guarantee === "exactly-once" ? { transactionalId, transactionTimeoutMs } : {},
    );
    this.#producer = producer;
    await producer.init();
  }

  /** Never throws: what went wrong is in the outcome and in the log. */
  async commit(work: EpochWork): Promise<EpochOutcome> {
    const producer = this.#producer;
    if (producer === undefined) return "aborted";
    try {
      return this.#options.guarantee === "exactly-once"
        ? await this.#inTransaction(producer, work)
        : await this.#acknowledged(producer, work);
    } catch (thrown) {
      if (thrown instanceof StoatFlowError && thrown.code === "output-refused") return { refused: thrown };
      const fenced = thrown instanceof StoatFlowError && thrown.code === "fenced";
      this.#options.logger.warn({ err: thrown }, `the epoch was not committed: ${messageOf(thrown)}`);
      // Whatever was begun is ended by the next initialisation, before anything is read back.
      return fenced ? "fenced" : "unknown";
    }
  }

  async close(): Promise<void> {
    this.#closings += 1;
    const producer = this.#producer;
    this.#producer = undefined;
    await producer?.discard();
  }

  async #inTransaction(producer: LogProducer, work: EpochWork): Promise<CommitOutcome> {
    await producer.begin();
    if (work.records.length > 0) await producer.send(work.records);
    await producer.sendOffsets(this.#options.groupId, work.offsets);
    return producer.commit();
  }

  async #acknowledged(producer: LogProducer, work: EpochWork): Promise<EpochOutcome> {
    if (work.records.length > 0) await producer.send(work.records);
    const outcome = await this.#options.consumer.commit(work.offsets);
    return outcome === "committed" || outcome === "fenced" ? outcome : "repeat";
  }
}
