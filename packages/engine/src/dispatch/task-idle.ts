import type { DispatchPartition } from "./dispatch-partition.ts";

/**
 * How long a caught-up partition without a record is waited for, so that an older one that comes late is not
 * overtaken (`max-task-idle-ms`). The wait begins when another partition has something to dispatch, and anew each
 * time that the partition has had data; an idle partition, and one held by alignment, is not waited for.
 *
 * Owned by the dispatcher. With a limit of 0 it keeps nothing and nobody is waited for.
 */
export class TaskIdle {
  readonly #limitMs: number;
  readonly #clockMs: () => number;
  /** The empty partitions that may be waited for, each with the begin of its wait if it has one. */
  readonly #empty = new Map<DispatchPartition, number | undefined>();
  readonly #waitedFor = new Set<DispatchPartition>();

  /** @param clockMs counts the milliseconds in which the app may dispatch; a pause waits for nobody. */
  constructor(limitMs: number, clockMs: () => number) {
    this.#limitMs = limitMs;
    this.#clockMs = clockMs;
  }

  /** The partition has no record, and the broker has none for it. */
  emptied(partition: DispatchPartition): void {
    if (this.#limitMs === 0 || this.#empty.has(partition) || this.#waitedFor.has(partition)) return;
    this.#empty.set(partition, undefined);
  }

  /** The partition has a record. */
  filled(partition: DispatchPartition): void {
    if (this.#limitMs === 0) return;
    this.#empty.delete(partition);
    this.#waitedFor.delete(partition);
  }

  /** Whether a partition is waited for, now that another one has a record to dispatch. */
  waits(): boolean {
    if (this.#empty.size === 0) return false;
    const nowMs = this.#clockMs();
    let waits = false;
    for (const [partition, sinceMs] of this.#empty) {
      if (partition.idle) {
        // Until it has a record it stays so, and need not be looked at for each record of the others.
        this.#empty.delete(partition);
        this.#waitedFor.add(partition);
        continue;
      }
      if (partition.aligned) continue;
      if (sinceMs === undefined) this.#empty.set(partition, nowMs);
      if (nowMs - (sinceMs ?? nowMs) < this.#limitMs) {
        waits = true;
        continue;
      }
      this.#empty.delete(partition);
      this.#waitedFor.add(partition);
    }
    return waits;
  }

  clear(): void {
    this.#empty.clear();
    this.#waitedFor.clear();
  }
}
