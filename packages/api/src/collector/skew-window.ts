/**
 * How far an instance's clock is ahead of the collector's, from its ticks; owned by the instance's collector.
 *
 * Each tick was longer on its way than nothing, so `received − sent` is the skew plus a delay. The least of a window has
 * the least delay in it: a slow network, a stalled console or a feed that replays what was missed is not taken for skew.
 * A delay that every tick of the window had can't be told from a clock that is behind.
 */

/** Half of the window; two halves are kept, so that the least is of the last 30 s at the least. */
const halfMs = 30_000;

export class SkewWindow {
  #startedMs: number | undefined;
  #before: number | undefined;
  #now: number | undefined;

  /** @param atMs the instance's clock at the tick. @param receivedAtMs the collector's, when it came. */
  push(atMs: number, receivedAtMs: number): void {
    const startedMs = this.#startedMs ?? receivedAtMs;
    const sinceMs = receivedAtMs - startedMs;
    // A clock of the collector that went back makes what was measured before worthless.
    if (sinceMs < 0 || sinceMs >= 2 * halfMs) this.#begin(undefined, receivedAtMs);
    else if (sinceMs >= halfMs) this.#begin(this.#now, receivedAtMs);
    else this.#startedMs = startedMs;
    const delayMs = receivedAtMs - atMs;
    this.#now = this.#now === undefined ? delayMs : Math.min(this.#now, delayMs);
  }

  /** Above 0: ahead. `undefined` before the first tick. */
  get skewMs(): number | undefined {
    if (this.#now === undefined) return undefined;
    return 0 - Math.min(this.#now, this.#before ?? this.#now);
  }

  #begin(before: number | undefined, startedMs: number): void {
    this.#before = before;
    this.#now = undefined;
    this.#startedMs = startedMs;
  }
}
