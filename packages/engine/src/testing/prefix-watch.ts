import type { EngineInternals } from "../app.ts";
import type { Cut } from "../commit/barrier.ts";
import type { Offset } from "../record/offset.ts";
import type { LogRecord } from "../record/record.ts";
import { type PartitionId, partitionId } from "../record/topic-partition.ts";

/**
 * Watches every dispatch and every barrier of an engine, and says where what was dispatched before a barrier is not
 * the contiguous prefix below the position that the barrier commits (invariant 4).
 *
 * `logOf` gives the offsets that the log holds for a partition, in order: with gaps, as compaction and markers leave
 * them.
 */
export class PrefixWatch {
  /** What was found, one sentence each. */
  readonly faults: string[] = [];
  readonly order: string[] = [];
  readonly #dispatched = new Map<PartitionId, bigint[]>();
  readonly #logOf: (id: PartitionId) => readonly bigint[];

  constructor(logOf: (id: PartitionId) => readonly bigint[]) {
    this.#logOf = logOf;
  }

  get internals(): EngineInternals {
    return {
      dispatched: (record) => this.#dispatch(record),
      positioned: (partition, position) => this.#positioned(partitionId(partition), position),
      fixed: (cut) => this.#fixed(cut),
    };
  }

  dispatchedOf(id: PartitionId): readonly bigint[] {
    return this.#dispatched.get(id) ?? [];
  }

  #dispatch(record: LogRecord): void {
    const id = partitionId(record);
    this.order.push(`${id}@${record.offset}`);
    const before = this.#dispatched.get(id);
    if (before === undefined) this.#dispatched.set(id, [record.offset]);
    else before.push(record.offset);
  }

  /** A start or a recovery begins at what is committed: what lay above it is undone. */
  #positioned(id: PartitionId, position: Offset): void {
    const below = this.dispatchedOf(id).filter((offset) => offset < position);
    this.#dispatched.set(id, below);
  }

  #fixed(cut: Cut): void {
    for (const { partition, position } of cut.positions) {
      const id = partition.source.id;
      const expected = this.#logOf(id).filter((offset) => offset < position);
      const actual = this.dispatchedOf(id);
      if (expected.join() === actual.join()) continue;
      this.faults.push(
        `${id} commits ${position}: below it are ${expected.join()}, dispatched were ${actual.join()}`,
      );
    }
  }
}
