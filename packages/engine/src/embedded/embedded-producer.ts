/**
 * A producer of the embedded log, for transactions or without.
 *
 * It owns its hold of the `transactional.id` and where it stands in the order of calls. Used by the engine through
 * the port. It keeps its side of invariant 12: an unknown outcome or a fencing is told as such and never mended here.
 */
import { assert } from "../assert.ts";
import { StoatFlowError } from "../errors.ts";
import type { CommitOutcome, LogProducer, PartitionCommit, ProducerOptions } from "../ports.ts";
import type { ProducerRecord } from "../record/record.ts";
import type { Broker } from "./broker.ts";
import { answerCommit } from "./commit-answer.ts";
import type { FaultAt } from "./fault.ts";
import type { LogProcess } from "./log-process.ts";
import type { PartitionLog } from "./partition-log.ts";
import { checkTimestamp } from "./topic.ts";
import type { ProducerSession } from "./transaction-coordinator.ts";

type ProducerState =
  | { readonly kind: "created" }
  | { readonly kind: "ready" }
  | { readonly kind: "in-transaction"; readonly hasOffsets: boolean }
  /** Only a new producer can go on. */
  | { readonly kind: "failed" }
  | { readonly kind: "discarded" };

export class EmbeddedProducer implements LogProducer {
  readonly #broker: Broker;
  readonly #process: LogProcess;
  readonly #options: ProducerOptions;
  #session: ProducerSession | undefined;
  #state: ProducerState = { kind: "created" };

  constructor(broker: Broker, process: LogProcess, options: ProducerOptions) {
    this.#broker = broker;
    this.#process = process;
    this.#options = options;
  }

  init(): Promise<void> {
    return this.#process.answer(() => {
      assert(this.#state.kind === "created", "a producer is initialised once");
      const { transactionalId, transactionTimeoutMs } = this.#options;
      if (transactionalId !== undefined) {
        const timeoutMs = transactionTimeoutMs ?? this.#broker.transactionTimeoutMs;
        this.#session = this.#broker.coordinator.init(transactionalId, timeoutMs);
      }
      this.#state = { kind: "ready" };
    });
  }

  begin(): Promise<void> {
    return this.#process.answer(() => {
      this.#liveSession();
      assert(this.#state.kind === "ready", "a transaction begins where none is open");
      this.#state = { kind: "in-transaction", hasOffsets: false };
    });
  }

  send(records: readonly ProducerRecord[]): Promise<void> {
    return this.#process.answer(() => {
      const batches = this.#byPartition(records);
      if (this.#options.transactionalId === undefined) {
        assert(this.#state.kind === "ready", "a producer is initialised before it sends");
        for (const [partition, batch] of batches) partition.append(batch);
        return;
      }
      const session = this.#openSession();
      this.#expireIf("send", session);
      for (const [partition, batch] of batches) {
        this.#broker.coordinator.write(session, partition, batch);
      }
    });
  }

  sendOffsets(groupId: string, offsets: readonly PartitionCommit[]): Promise<void> {
    return this.#process.answer(() => {
      const session = this.#openSession();
      this.#expireIf("offsets", session);
      this.#broker.coordinator.addOffsets(session, groupId, offsets);
      this.#state = { kind: "in-transaction", hasOffsets: true };
    });
  }

  commit(): Promise<CommitOutcome> {
    const hasOffsets = this.#state.kind === "in-transaction" && this.#state.hasOffsets;
    return answerCommit(this.#broker.faults, this.#process, hasOffsets, () => this.#commitNow());
  }

  abort(): Promise<void> {
    return this.#process.answer(() => {
      if (this.#state.kind !== "in-transaction") return;
      this.#state = { kind: "ready" };
      if (this.#session !== undefined) this.#broker.coordinator.end(this.#session, "aborted");
    });
  }

  discard(): Promise<void> {
    return this.#process.answer(() => {
      this.#state = { kind: "discarded" };
    });
  }

  #commitNow(): CommitOutcome {
    const { coordinator, faults } = this.#broker;
    const session = this.#session;
    if (session === undefined) return "aborted";
    if (session.state.kind === "open" && this.#isTimedOutAt("commit")) coordinator.expire(session);
    if (session.state.kind === "fenced" || session.state.kind === "timed-out") {
      this.#state = { kind: "failed" };
      return session.state.kind === "fenced" ? "fenced" : "aborted";
    }
    if (this.#state.kind !== "in-transaction") return "aborted";
    const unknown = faults.take("commit-unknown");
    coordinator.end(session, unknown?.outcome ?? "committed");
    this.#state = unknown === undefined ? { kind: "ready" } : { kind: "failed" };
    return unknown === undefined ? "committed" : "unknown";
  }

  #expireIf(step: "send" | "offsets", session: ProducerSession): void {
    if (!this.#isTimedOutAt(step)) return;
    this.#broker.coordinator.expire(session);
    this.#liveSession();
  }

  #isTimedOutAt(step: "send" | "offsets" | "commit"): boolean {
    const isHere = (fault: FaultAt<"broker-timeout-transaction">) => (fault.step ?? "offsets") === step;
    return this.#broker.faults.take("broker-timeout-transaction", isHere) !== undefined;
  }

  #openSession(): ProducerSession {
    const session = this.#liveSession();
    assert(this.#state.kind === "in-transaction", "a transaction is begun before anything is sent in it");
    return session;
  }

  /** @throws {StoatFlowError} `fenced` or `transaction-failed` where this producer cannot go on. */
  #liveSession(): ProducerSession {
    const session = this.#session;
    assert(session !== undefined, "only an initialised producer with a transactional.id has transactions");
    if (session.state.kind === "fenced") {
      this.#state = { kind: "failed" };
      throw new StoatFlowError(
        "fenced",
        `another producer has taken over the transactional.id "${session.transactionalId}"`,
        { remedy: "run one instance of the app at a time, or give each its own application id" },
      );
    }
    if (session.state.kind === "timed-out" || this.#state.kind === "failed") {
      this.#state = { kind: "failed" };
      throw new StoatFlowError(
        "transaction-failed",
        `the broker has ended the transaction of "${session.transactionalId}"`,
        { remedy: "start again from the committed offsets with a new producer" },
      );
    }
    return session;
  }

  /** All records are judged and their partitions looked up before anything is written, so that a send is whole. */
  #byPartition(records: readonly ProducerRecord[]): Map<PartitionLog, ProducerRecord[]> {
    const batches = new Map<PartitionLog, ProducerRecord[]>();
    const nowMs = this.#broker.clock.nowMs();
    for (const record of records) {
      const partition = this.#broker.requirePartition(record);
      checkTimestamp(this.#broker.requireTopic(record.topic), record.timestampMs, nowMs);
      const batch = batches.get(partition);
      if (batch === undefined) batches.set(partition, [record]);
      else batch.push(record);
    }
    return batches;
  }
}
