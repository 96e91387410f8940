import type { WatermarkContribution } from "./contribution.ts";

/** A partition as its alignment group sees it. */
export interface Aligned extends WatermarkContribution {
  /** Its own watermark, without a preview. */
  readonly ownMs: number | undefined;
  /** How far its watermark may be ahead of the group's lowest. */
  readonly maxDriftMs: number;
}

/**
 * The partitions that keep pace with each other in event time: one whose watermark is more than its drift ahead of
 * the group's lowest is held, and dispatches nothing until the others have caught up.
 *
 * Owned by the dispatcher, which asks before each dispatch. The lowest is over the partitions that are not idle and
 * have a value, a preview counting as the watermark. Its partition is never held, so that there is always one that
 * may be dispatched. The lowest is looked for again only where the answer hangs on it: while nobody comes back, no
 * value goes down, so what was found last is a lower bound, and the value that its partition has now an upper one.
 */
export class AlignmentGroup<P extends Aligned> {
  readonly #members = new Set<P>();
  readonly #withheld = new Set<P>();
  #lowest: P | undefined;
  #lowestMs: number | undefined;
  /** No withheld partition is free before the group's lowest is here. */
  #nextReleaseMs = Number.NEGATIVE_INFINITY;

  add(member: P): void {
    this.#members.add(member);
    this.lookAgain();
  }

  /** A partition counts again, or counts no longer: what was found is no bound any more. */
  lookAgain(): void {
    this.#lowest = undefined;
    this.#lowestMs = undefined;
    this.#nextReleaseMs = Number.NEGATIVE_INFINITY;
  }

  /** Whether the partition is too far ahead to be dispatched. */
  holds(member: P): boolean {
    const { ownMs, maxDriftMs } = member;
    if (ownMs === undefined) return false;
    const limitMs = ownMs - maxDriftMs;
    if (this.#lowestMs !== undefined && limitMs <= this.#lowestMs) return false;
    if (this.#ceilingMs !== undefined && limitMs > this.#ceilingMs) return true;
    this.#findLowest();
    return this.#lowestMs !== undefined && limitMs > this.#lowestMs;
  }

  /** Partitions that are held and have, or wait for, something to dispatch. */
  get withheld(): ReadonlySet<P> {
    return this.#withheld;
  }

  withhold(member: P): void {
    this.#withheld.add(member);
    if (member.ownMs === undefined) return;
    const releaseMs = member.ownMs - member.maxDriftMs;
    this.#nextReleaseMs = this.#withheld.size === 1 ? releaseMs : Math.min(this.#nextReleaseMs, releaseMs);
  }

  /** It has something else to dispatch now than what it was withheld with. */
  forget(member: P): void {
    this.#withheld.delete(member);
  }

  /** Takes out the partitions that are held no longer. */
  release(): readonly P[] {
    if (this.#withheld.size === 0) return [];
    if (this.#ceilingMs !== undefined && this.#ceilingMs < this.#nextReleaseMs) return [];
    const free = [...this.#withheld].filter((member) => !this.holds(member));
    for (const member of free) this.#withheld.delete(member);
    this.#nextReleaseMs = Number.POSITIVE_INFINITY;
    for (const { ownMs, maxDriftMs } of this.#withheld) {
      if (ownMs !== undefined) this.#nextReleaseMs = Math.min(this.#nextReleaseMs, ownMs - maxDriftMs);
    }
    return free;
  }

  /** The lowest is not above this. */
  get #ceilingMs(): number | undefined {
    return this.#lowest !== undefined && counts(this.#lowest) ? this.#lowest.valueMs : undefined;
  }

  /** The member that the others wait for, and where it is; `undefined` where none counts and has a value. */
  lowest(): { readonly member: P; readonly valueMs: number } | undefined {
    this.#findLowest();
    if (this.#lowest === undefined || this.#lowestMs === undefined) return undefined;
    return { member: this.#lowest, valueMs: this.#lowestMs };
  }

  #findLowest(): void {
    this.#lowest = undefined;
    this.#lowestMs = undefined;
    for (const member of this.#members) {
      const { valueMs } = member;
      if (!counts(member) || valueMs === undefined) continue;
      if (this.#lowestMs !== undefined && valueMs >= this.#lowestMs) continue;
      this.#lowest = member;
      this.#lowestMs = valueMs;
    }
  }
}

function counts({ idle, leftOut }: Aligned): boolean {
  return !idle && leftOut !== true;
}
