/**
 * Finds the heads that are held: unchanged over one whole refresh interval, while other partitions were served and an
 * older head waits elsewhere, with no gate up that kept all of them from being served (the article, "A record stamped
 * in the future").
 *
 * Owned by the hold watch, which looks once an interval. Keeps invariant 7: a hold moves the watermark and never the
 * order of dispatch. A preview that was given stands until its record is dispatched; a gate only keeps new ones from
 * being given.
 */
import type { DispatchPartition, Head, Hold } from "./dispatch-partition.ts";

/** What happened since the last look. */
export interface IntervalFacts {
  /** Records dispatched, over all partitions. */
  readonly dispatched: number;
  /** Something kept every partition from being served for a real part of the interval. */
  readonly gated: boolean;
  /** When the last gate went down; a head is not held before that. */
  readonly ungatedSinceMs: number | undefined;
  /** The partition with the oldest head. */
  readonly oldest: DispatchPartition | undefined;
  /** The partition whose own records wait for capacity of their lane. */
  readonly waitingForCapacity: DispatchPartition | undefined;
}

export class HeldHeads {
  /** The head that each partition had at the last look. */
  #seen = new Map<DispatchPartition, Head>();

  /**
   * Gives each head that is held by now its hold.
   *
   * @returns the partitions that were given one.
   */
  look(partitions: Iterable<DispatchPartition>, facts: IntervalFacts): DispatchPartition[] {
    const given: DispatchPartition[] = [];
    const before = this.#seen;
    this.#seen = new Map();
    for (const partition of partitions) {
      const { head, hold } = partition;
      if (head === undefined) continue;
      this.#seen.set(partition, head);
      partition.standing = hold !== undefined || isHeld(partition, facts);
      if (hold !== undefined || before.get(partition) !== head || !partition.standing) continue;
      partition.hold = holdOf(partition, head, facts.ungatedSinceMs);
      given.push(partition);
    }
    return given;
  }
}

/**
 * The hold of a head that is dispatched before a second look could find it, where it stood for a whole interval all
 * the same: a look falls anywhere within it. Its preview never counted.
 */
export function holdBetweenLooks(
  partition: DispatchPartition,
  head: Head,
  facts: Pick<IntervalFacts, "dispatched" | "gated" | "ungatedSinceMs"> & {
    readonly nowMs: number;
    readonly intervalMs: number;
  },
): Hold | undefined {
  if (facts.gated || facts.dispatched === 0) return undefined;
  const hold = holdOf(partition, head, facts.ungatedSinceMs);
  return facts.nowMs - hold.sinceMs >= facts.intervalMs ? hold : undefined;
}

/** Of a head that is unchanged over the interval, so that whatever was dispatched was dispatched elsewhere. */
function isHeld(partition: DispatchPartition, facts: IntervalFacts): boolean {
  if (facts.gated || facts.dispatched === 0 || facts.waitingForCapacity === partition) return false;
  if (facts.oldest === undefined || facts.oldest.aligned || partition.aligned) return false;
  // A head of the same time is not older: it is served in its turn within this moment of event time.
  return facts.oldest.headTimestampMs < partition.headTimestampMs;
}

function holdOf({ watermark }: DispatchPartition, head: Head, ungatedSinceMs: number | undefined): Hold {
  return {
    sinceMs: Math.max(head.sinceMs, ungatedSinceMs ?? head.sinceMs),
    previewMs: watermark.previewMs(head.timestampMs),
  };
}
