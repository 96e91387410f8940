/**
 * The broker's side of transactions: who holds a `transactional.id`, and what its open transaction has written.
 *
 * It owns the holders and the open transactions; producers act through their {@link ProducerSession}. A
 * transaction ends in one synchronous step: the decision goes to the journal, which is the point of no return,
 * then the markers to the partitions and the offsets to the groups (invariant 5).
 */
import { assert } from "../assert.ts";
import type { Cancel, Clock } from "../clock.ts";
import type { PartitionCommit } from "../ports.ts";
import type { ConsumerGroup } from "./consumer-group.ts";
import type { RecordContent } from "./entry-codec.ts";
import type { Journal } from "./journal.ts";
import type { PartitionLog, TransactionOutcome } from "./partition-log.ts";
import { storedOffsets } from "./stored-offsets.ts";

/** A transaction that has written something and has no outcome yet. */
export interface OpenTransaction {
  readonly transactionalId: string;
  readonly producerId: number;
  readonly sinceMs: number;
}

interface Transaction extends OpenTransaction {
  readonly partitions: Set<PartitionLog>;
  /** By group, in the order in which they joined. */
  readonly offsets: Map<string, PartitionCommit[]>;
  readonly cancelTimeout: Cancel;
}

/** One producer's hold of a `transactional.id`, from its `init` on. */
export interface ProducerSession {
  readonly transactionalId: string;
  readonly producerId: number;
  readonly transactionTimeoutMs: number;
  state: SessionState;
}

type SessionState =
  | { readonly kind: "idle" }
  | { readonly kind: "open"; readonly transaction: Transaction }
  /** The broker ended the transaction by itself. */
  | { readonly kind: "timed-out" }
  /** A later `init` took the `transactional.id` over. */
  | { readonly kind: "fenced" };

interface Holder {
  readonly producerId: number;
  /** Absent after a restart of the log, until the next `init`. */
  session: ProducerSession | undefined;
}

export interface CoordinatorOptions {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly group: (groupId: string) => ConsumerGroup;
}

export class TransactionCoordinator {
  readonly #options: CoordinatorOptions;
  readonly #holders = new Map<string, Holder>();
  #nextProducerId = 1;

  constructor(options: CoordinatorOptions) {
    this.#options = options;
  }

  /** The producers that the journal is to remember. */
  get holders(): ReadonlyMap<string, { readonly producerId: number }> {
    return this.#holders;
  }

  openTransactions(): OpenTransaction[] {
    const open: OpenTransaction[] = [];
    for (const { session } of this.#holders.values()) {
      if (session?.state.kind !== "open") continue;
      const { transactionalId, producerId, sinceMs } = session.state.transaction;
      open.push({ transactionalId, producerId, sinceMs });
    }
    return open;
  }

  /** A number that no producer has had. */
  newProducerId(): number {
    return this.#nextProducerId++;
  }

  /** Keeps new producers from taking an id that is in the log already. */
  reserveProducerId(producerId: number): void {
    this.#nextProducerId = Math.max(this.#nextProducerId, producerId + 1);
  }

  /** Takes up a holder that the journal remembers. */
  restore(transactionalId: string, producerId: number): void {
    this.reserveProducerId(producerId);
    this.#holders.set(transactionalId, { producerId, session: undefined });
  }

  /** Takes up a transaction that was open when the log was closed or died; its offsets are gone with it. */
  restoreOpen(
    transactionalId: string,
    partitions: readonly PartitionLog[],
    transactionTimeoutMs: number,
  ): void {
    const holder = this.#holders.get(transactionalId);
    assert(holder !== undefined, "only a known holder has an open transaction");
    const session: ProducerSession = {
      transactionalId,
      producerId: holder.producerId,
      transactionTimeoutMs,
      state: { kind: "idle" },
    };
    holder.session = session;
    for (const partition of partitions) this.#join(session).partitions.add(partition);
  }

  /** Fences the former session, aborts its open transaction, and gives a new one. */
  init(transactionalId: string, transactionTimeoutMs: number): ProducerSession {
    let holder = this.#holders.get(transactionalId);
    if (holder === undefined) {
      holder = { producerId: this.newProducerId(), session: undefined };
      this.#holders.set(transactionalId, holder);
      this.#options.journal.append({ kind: "producer", transactionalId, producerId: holder.producerId });
    }
    if (holder.session?.state.kind === "open") this.end(holder.session, "aborted");
    if (holder.session !== undefined) holder.session.state = { kind: "fenced" };
    const { producerId } = holder;
    holder.session = { transactionalId, producerId, transactionTimeoutMs, state: { kind: "idle" } };
    return holder.session;
  }

  write(session: ProducerSession, partition: PartitionLog, records: readonly RecordContent[]): void {
    this.#join(session).partitions.add(partition);
    partition.append(records, session.producerId);
  }

  addOffsets(session: ProducerSession, groupId: string, offsets: readonly PartitionCommit[]): void {
    const transaction = this.#join(session);
    const former = transaction.offsets.get(groupId) ?? [];
    transaction.offsets.set(groupId, [...former, ...offsets]);
  }

  /** Ends the session's open transaction; one that wrote nothing is none for the broker. */
  end(session: ProducerSession, outcome: TransactionOutcome): void {
    if (session.state.kind !== "open") return;
    const { transaction } = session.state;
    transaction.cancelTimeout();
    session.state = { kind: "idle" };
    this.#decide(session.producerId, outcome, transaction.partitions, transaction.offsets);
  }

  /** Ends the session's open transaction as the broker does when it was open for too long. */
  expire(session: ProducerSession): void {
    this.end(session, "aborted");
    session.state = { kind: "timed-out" };
  }

  /** A whole transaction of a producer that is seen only this once. */
  writeWhole(partition: PartitionLog, records: readonly RecordContent[], outcome: TransactionOutcome): void {
    const producerId = this.newProducerId();
    partition.append(records, producerId);
    this.#decide(producerId, outcome, new Set([partition]), new Map());
  }

  /** Lets no time limit act on a log that is closed. */
  close(): void {
    for (const { session } of this.#holders.values()) {
      if (session?.state.kind === "open") session.state.transaction.cancelTimeout();
    }
  }

  #join(session: ProducerSession): Transaction {
    const { state, transactionalId, producerId } = session;
    if (state.kind === "open") return state.transaction;
    assert(state.kind === "idle", "the producer looks at its session before it writes");
    const { clock } = this.#options;
    const transaction: Transaction = {
      transactionalId,
      producerId,
      sinceMs: clock.nowMs(),
      partitions: new Set(),
      offsets: new Map(),
      cancelTimeout: clock.after(session.transactionTimeoutMs, () => this.expire(session)),
    };
    session.state = { kind: "open", transaction };
    return transaction;
  }

  #decide(
    producerId: number,
    outcome: TransactionOutcome,
    partitions: ReadonlySet<PartitionLog>,
    offsets: ReadonlyMap<string, readonly PartitionCommit[]>,
  ): void {
    const { journal, group } = this.#options;
    const written = [...partitions].filter((partition) => partition.openProducerIds.includes(producerId));
    journal.append({
      kind: "decided",
      producerId,
      outcome,
      markers: written.map(({ topic, partition, endOffset }) => ({ topic, partition, offset: endOffset })),
      offsets: outcome === "committed" ? storedOffsets(offsets) : {},
    });
    for (const partition of written) partition.appendMarker(producerId, outcome);
    if (outcome === "aborted") return;
    for (const [groupId, commits] of offsets) group(groupId).commit(commits);
  }
}
