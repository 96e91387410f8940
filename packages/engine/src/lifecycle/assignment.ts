import { partitionId, type TopicPartition } from "../record/topic-partition.ts";

/**
 * The partitions that this instance holds, and for how long it has held them: a term lasts until one is lost.
 *
 * Owned by the processing. Whatever was begun in a term and is answered in a later one means nothing, since another
 * instance may have worked on the partitions in between (invariant 12).
 */
export class Assignment {
  #partitions: readonly TopicPartition[] = [];
  #term = 0;

  get partitions(): readonly TopicPartition[] {
    return this.#partitions;
  }

  /** @returns whether a partition was lost: all that is not committed goes with it. */
  change(to: readonly TopicPartition[]): "kept" | "lost" {
    const after = new Set(to.map(partitionId));
    const kept = this.#partitions.every((partition) => after.has(partitionId(partition)));
    this.#partitions = to;
    if (kept) return "kept";
    this.#term += 1;
    return "lost";
  }

  /** The app ends. */
  end(): void {
    this.#term += 1;
  }

  /** Tells, whenever it is asked, whether the term of this moment is over. */
  untilOver(): () => boolean {
    const term = this.#term;
    return () => term !== this.#term;
  }
}
