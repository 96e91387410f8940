/**
 * Late drops as evidence, bounded in count and in bytes: the newest, and beside them the first of each minute, operator
 * and partition, so that the start of a burst is there however many followed it (invariant 17).
 *
 * Owned by the status board, its only writer. Ids grow by one with every drop and leave holes where a drop is no longer
 * kept; `missed` counts those, so that what a reader gets and what it missed add up to all there were.
 */
import { Fifo } from "../fifo.ts";
import { lateDropBytes } from "../operators/late-drop.ts";
import type { LateDropEntry } from "../operators/operator.ts";
import type { LateDrop } from "../wire/index.ts";

/** How many of the first drops of a minute, operator and partition are kept beyond the newest. */
export const burstStartKept = 20;
/** For so many operators and partitions within a minute; the drops of others are kept as the newest alone. */
export const burstGroupsMax = 10_000;
const minuteMs = 60_000;

export interface LateDropBounds {
  readonly count: number;
  readonly bytes: number;
}

interface Kept {
  readonly id: bigint;
  readonly drop: LateDrop;
  readonly bytes: number;
  readonly startsBurst: boolean;
}

export class LateDropRing {
  readonly bounds: LateDropBounds;
  readonly #newest = new Fifo<Kept>();
  /** Starts of bursts that are no longer among the newest; they take at most half of each bound. */
  readonly #starts = new Fifo<Kept>();
  #bytes = 0;
  #startsBytes = 0;
  #total = 0n;
  #minute: number | undefined;
  /** Drops of the present minute by operator and partition. */
  readonly #groups = new Map<string, number>();

  constructor(bounds: LateDropBounds) {
    this.bounds = bounds;
  }

  /** All that were ever pushed: the id of the newest. */
  get total(): bigint {
    return this.#total;
  }

  get retained(): number {
    return this.#newest.size + this.#starts.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Operators and partitions that have dropped in the present minute. */
  get burstGroups(): number {
    return this.#groups.size;
  }

  push(entry: LateDropEntry, epoch: number): void {
    this.#total += 1n;
    const bytes = lateDropBytes(entry);
    const drop: LateDrop = { ...entry, id: this.#total.toString(), epoch };
    this.#newest.push({ id: this.#total, drop, bytes, startsBurst: this.#startsBurst(entry) });
    this.#bytes += bytes;
    while (this.#isOver) this.#letOneGo();
  }

  /**
   * Entries with an id above `after`, oldest first, at most `limit`. `missed` are the ids up to `next` that are no
   * longer kept.
   */
  after(after: bigint, limit: number) {
    const from = after < this.#total ? after : this.#total;
    const items: LateDrop[] = [];
    let next = from;
    for (const kept of [this.#starts, this.#newest]) {
      for (let at = firstAbove(kept, from); at < kept.size && items.length < limit; at += 1) {
        const entry = kept.at(at);
        if (entry === undefined) break;
        items.push(entry.drop);
        next = entry.id;
      }
    }
    if (items.length < limit) next = this.#total;
    return { items, next, missed: Number(next - from) - items.length };
  }

  get #isOver(): boolean {
    return this.retained > this.bounds.count || this.#bytes > this.bounds.bytes;
  }

  /** The oldest of the newest goes, or stays as the start of a burst in the place of an older start. */
  #letOneGo(): void {
    const oldest = this.#newest.take();
    if (oldest === undefined) {
      this.#letStartGo();
      return;
    }
    if (!oldest.startsBurst) {
      this.#bytes -= oldest.bytes;
      return;
    }
    this.#starts.push(oldest);
    this.#startsBytes += oldest.bytes;
    while (this.#starts.size > this.bounds.count / 2 || this.#startsBytes > this.bounds.bytes / 2) {
      this.#letStartGo();
    }
  }

  #letStartGo(): void {
    const start = this.#starts.take();
    if (start === undefined) return;
    this.#startsBytes -= start.bytes;
    this.#bytes -= start.bytes;
  }

  #startsBurst({ atMs, operator, topic, partition }: LateDropEntry): boolean {
    const minute = Math.floor(atMs / minuteMs);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#groups.clear();
    }
    const group = `${partition} ${topic} ${operator}`;
    const before = this.#groups.get(group);
    if (before === undefined && this.#groups.size >= burstGroupsMax) return false;
    this.#groups.set(group, (before ?? 0) + 1);
    return (before ?? 0) < burstStartKept;
  }
}

/** The place of the first entry with an id above `id`; ids grow along the queue. */
function firstAbove(kept: Fifo<Kept>, id: bigint): number {
  let low = 0;
  let high = kept.size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((kept.at(middle)?.id ?? id) <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}
