/**
 * Notices that a partition has a new leader epoch: a batch carries the one in which it was appended, and along a log
 * that only grows (KIP-101). It grows with each election, of another broker or of the same one anew.
 *
 * Owned by one consumer, which tells it of each answer to a fetch; it looks at the answer's last batch, and further only
 * where that is of a new epoch. It keeps the highest epoch read of each partition, over a rejoin, a seek and a cut log
 * too, so that what is read once more tells nothing again; and one change a partition that was not taken yet
 * (invariant 17). A topic that was made anew begins its epochs anew: there a change is told once it is beyond the highest.
 */
import type { LeaderChange } from "../ports.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import type { FetchedMessage } from "./fetch-response.ts";

export class LeaderEpochs {
  readonly #highest = new Map<PartitionId, number>();
  readonly #untold = new Map<PartitionId, LeaderChange>();

  /** Takes what a fetch brought, in the order of the log. The first epoch of a partition is no change. */
  read(partition: TopicPartition, messages: readonly FetchedMessage[]): void {
    const newest = epochOf(messages.at(-1));
    if (newest === undefined) return;
    const id = partitionId(partition);
    const highest = this.#highest.get(id);
    if (highest !== undefined && newest <= highest) return;
    this.#highest.set(id, newest);
    const before = highest ?? epochOf(messages[0]);
    const first = messages.find((message) => epochOf(message) === newest);
    if (before === undefined || first === undefined || newest <= before) return;
    this.#untold.set(id, {
      partition,
      fromEpoch: this.#untold.get(id)?.fromEpoch ?? before,
      toEpoch: newest,
      atOffset: BigInt(first.offset),
    });
  }

  /** What was noticed since the last call; several changes of one partition are one. */
  take(): readonly LeaderChange[] {
    if (this.#untold.size === 0) return [];
    const changes = [...this.#untold.values()];
    this.#untold.clear();
    return changes;
  }
}

/** A broker writes −1 where it knows no epoch. */
function epochOf(message: FetchedMessage | undefined): number | undefined {
  const epoch = message?.batchContext.partitionLeaderEpoch;
  return epoch === undefined || epoch < 0 ? undefined : epoch;
}
