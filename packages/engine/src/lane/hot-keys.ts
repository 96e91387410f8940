/**
 * Which keys a lane has most of its rows from: the heavy hitters of the last seconds, by Space-Saving over a sample.
 *
 * Owned by the lane, which tells it each row that comes; the status looks at it once a tick. Of a second the first rows are
 * all counted, and of the others each 64th on average, at distances that no period of keys can follow, so that a row costs
 * next to nothing however many there are. What it tells is a lower bound. Bounded to `hotKeyCountersMax` keys (invariant 17).
 */
import { payloadOf } from "../operators/late-drop.ts";
import { murmur2 } from "../record/murmur2.ts";
import { type HotKey, hotKeysMax } from "../wire/index.ts";

export const hotKeyCountersMax = 16;
/** Rows that are all counted each so often. */
const allOf = 256;
const countedEachMs = 1000;
/** Beyond those one in so many on average; a power of 2. */
const oneOf = 64;
/** Counts are halved each so often: what is told is of the last seconds. */
const halvedEachMs = 5000;
/** A key with less than this of the rows is not hot. */
const hotRatio = 0.2;
/** Of fewer rows nothing is told. */
const rowsMin = 50;
/** As much of a key as is told. */
const keyBytesMax = 100;

interface Counter {
  readonly hash: number;
  readonly key: Buffer;
  readonly sizeBytes: number;
  count: number;
  /** How much of the count may be of others: that of the key whose place it took. */
  error: number;
}

export class HotKeys {
  /** By the hash of the key: of two that share one the first is told for both, once in four thousand million. */
  readonly #counters = new Map<number, Counter>();
  #total = 0;
  /** Rows that pass before the next is counted. */
  #toPass = 0;
  #counted = 0;
  #begunMs = 0;
  #halvedMs = 0;
  #random = 0x2545f491;

  /** Keys that are counted. */
  get counters(): number {
    return this.#counters.size;
  }

  add(key: Buffer): void {
    if (this.#toPass > 0) {
      this.#toPass -= 1;
      return;
    }
    this.#count(key);
  }

  /** The hottest first. @param monotonicMs of this tick */
  look(monotonicMs: number): HotKey[] {
    // Whoever looks more often than a tick has all rows counted no more often.
    if (monotonicMs - this.#begunMs >= countedEachMs) {
      this.#begunMs = monotonicMs;
      this.#counted = 0;
      this.#toPass = 0;
    }
    const hot = this.#hottest();
    if (monotonicMs - this.#halvedMs >= halvedEachMs) {
      this.#halvedMs = monotonicMs;
      this.#halve();
    }
    return hot;
  }

  #count(key: Buffer): void {
    this.#counted += 1;
    const weight = this.#counted > allOf ? oneOf : 1;
    if (this.#counted >= allOf) this.#toPass = this.#nextGap();
    this.#total += weight;
    const hash = murmur2(key);
    const counter = this.#counters.get(hash);
    if (counter !== undefined) {
      counter.count += weight;
      return;
    }
    const error = this.#counters.size < hotKeyCountersMax ? 0 : this.#makeRoom();
    // A copy of the little that is told: the key itself is a part of all that was fetched with it. One byte more says
    // that it goes on.
    const kept = Buffer.from(key.subarray(0, keyBytesMax + 1));
    this.#counters.set(hash, { hash, key: kept, sizeBytes: key.length, count: error + weight, error });
  }

  /** Drops the key with the lowest count, and answers that count. */
  #makeRoom(): number {
    let lowest: Counter | undefined;
    for (const counter of this.#counters.values())
      if (lowest === undefined || counter.count < lowest.count) lowest = counter;
    if (lowest === undefined) return 0;
    this.#counters.delete(lowest.hash);
    return lowest.count;
  }

  #hottest(): HotKey[] {
    if (this.#total < rowsMin) return [];
    const atLeast = ({ count, error }: Counter) => (count - error) / this.#total;
    return [...this.#counters.values()]
      .filter((counter) => atLeast(counter) >= hotRatio)
      .sort((a, b) => atLeast(b) - atLeast(a))
      .slice(0, hotKeysMax)
      .flatMap((counter) => {
        const key = payloadOf(counter.key, keyBytesMax);
        const { sizeBytes } = counter;
        return key === null ? [] : [{ key: { ...key, sizeBytes }, atLeastRatio: atLeast(counter) }];
      });
  }

  #halve(): void {
    this.#total /= 2;
    for (const counter of this.#counters.values()) {
      counter.count /= 2;
      counter.error /= 2;
    }
  }

  /** From 0 up to twice the mean; xorshift, so that a run is as it was before. */
  #nextGap(): number {
    let random = this.#random;
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    this.#random = random;
    return random & (2 * oneOf - 1);
  }
}
