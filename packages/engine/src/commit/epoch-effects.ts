/**
 * What the records of the open epoch have done to the world, kept in memory until the barrier has passed the last
 * lane: outputs, late drops and dropped counts.
 *
 * Owned by the barrier. A commit takes it whole, a rollback throws it away whole (invariant 5); what it counts is
 * published only then.
 */
import { lateDropBytes } from "../operators/late-drop.ts";
import type { EpochSink, LateDropEntry } from "../operators/operator.ts";
import { inOrder, type RowOrder } from "../operators/row-order.ts";
import { type ProducerRecord, recordBytes } from "../record/record.ts";
import type { DropReason } from "../wire/index.ts";

export class EpochEffects implements EpochSink {
  /** As the lanes gave them; {@link outputsInOrder} has the order in which they leave. */
  #outputs: ProducerRecord[] = [];
  #outputOrders: RowOrder[] = [];
  #lateDrops: LateDropEntry[] = [];
  #lateDropOrders: RowOrder[] = [];
  droppedByReason = new Map<DropReason, number>();
  /** Dead letters of records that were dropped as they became head. */
  letters: ProducerRecord[] = [];
  /** Of the next epoch: records that were dropped as they became head while the barrier of this one was under way. */
  readonly #droppedAhead = new Map<DropReason, number>();
  #lettersAhead: ProducerRecord[] = [];
  #bytesAhead = 0;
  /** Records dispatched in the epoch. */
  records = 0;
  /** Bytes of the outputs, dead letters and evidence of late drops: what bounds an epoch (invariant 17). */
  bytes = 0;

  /** Bytes of this epoch, and of what the next one has already. */
  get bytesHeld(): number {
    return this.bytes + this.#bytesAhead;
  }

  get outputs(): number {
    return this.#outputs.length;
  }

  /** In dispatch order, then what was released at the barrier: the same for any number of lanes. */
  get outputsInOrder(): readonly ProducerRecord[] {
    return inOrder(this.#outputs, this.#outputOrders);
  }

  get lateDropsInOrder(): readonly LateDropEntry[] {
    return inOrder(this.#lateDrops, this.#lateDropOrders);
  }

  output(record: ProducerRecord, order: RowOrder): void {
    this.#outputs.push(record);
    this.#outputOrders.push(order);
    this.bytes += recordBytes(record);
  }

  lateDrop(drop: LateDropEntry, order: RowOrder): void {
    this.#lateDrops.push(drop);
    this.#lateDropOrders.push(order);
    this.bytes += lateDropBytes(drop);
  }

  dropped(reason: DropReason): void {
    increment(this.droppedByReason, reason);
  }

  /**
   * A record was dropped as it became head.
   *
   * @param epochIsOpen where not, its offset lies behind the fixed positions, and the next epoch counts and writes it.
   */
  droppedAsHead(reason: DropReason, letter: ProducerRecord | undefined, epochIsOpen: boolean): void {
    increment(epochIsOpen ? this.droppedByReason : this.#droppedAhead, reason);
    if (letter === undefined) return;
    (epochIsOpen ? this.letters : this.#lettersAhead).push(letter);
    if (epochIsOpen) this.bytes += recordBytes(letter);
    else this.#bytesAhead += recordBytes(letter);
  }

  /** An epoch opens: it counts what was dropped since the positions of the one before were fixed. */
  open(): void {
    for (const [reason, count] of this.#droppedAhead) increment(this.droppedByReason, reason, count);
    this.letters.push(...this.#lettersAhead);
    this.bytes += this.#bytesAhead;
    this.#clearAhead();
  }

  /** The epoch is committed and published. */
  committed(): void {
    this.#outputs = [];
    this.#outputOrders = [];
    this.#lateDrops = [];
    this.#lateDropOrders = [];
    this.letters = [];
    this.droppedByReason = new Map();
    this.records = 0;
    this.bytes = 0;
  }

  /** All that was done since the last commit is thrown away. */
  rollback(): void {
    this.committed();
    this.#clearAhead();
  }

  #clearAhead(): void {
    this.#droppedAhead.clear();
    this.#lettersAhead = [];
    this.#bytesAhead = 0;
  }
}

function increment(counts: Map<DropReason, number>, reason: DropReason, by = 1): void {
  counts.set(reason, (counts.get(reason) ?? 0) + by);
}
