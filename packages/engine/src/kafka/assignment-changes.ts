import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";

type Assignment = readonly TopicPartition[];

/**
 * Assignments that were not told yet, two at most, however many joins fall between two polls.
 *
 * A partition that was lost and came back in between is told as lost before it is told as assigned, since someone
 * else may have worked on it. A join that changes nothing is not told.
 */
export class AssignmentChanges {
  #told: Assignment | undefined;
  #pending: readonly Assignment[] = [];

  get isPending(): boolean {
    return this.#pending.length > 0;
  }

  add(assignment: Assignment): void {
    const last = this.#pending.at(-1) ?? this.#told;
    if (last !== undefined && isSame(last, assignment)) return;
    const [first] = this.#pending;
    if (first === undefined) this.#pending = [assignment];
    else {
      // What every pending assignment and the new one have was never lost.
      const lasting = this.#pending.reduce((common, pending) => both(common, pending), assignment);
      this.#pending = [lasting, assignment].filter(
        (pending, i) => i > 0 || this.#told === undefined || !isSame(this.#told, pending),
      );
    }
  }

  /** The next assignment to tell; `undefined` when all is told. */
  take(): Assignment | undefined {
    const [next, ...later] = this.#pending;
    if (next === undefined) return undefined;
    this.#pending = later;
    this.#told = next;
    return next;
  }
}

function both(a: Assignment, b: Assignment): Assignment {
  const inB = ids(b);
  return a.filter((partition) => inB.has(partitionId(partition)));
}

function isSame(a: Assignment, b: Assignment): boolean {
  return a.length === b.length && both(a, b).length === a.length;
}

function ids(partitions: Assignment): ReadonlySet<PartitionId> {
  return new Set(partitions.map(partitionId));
}
