/**
 * The newest ticks of one app, whole, for subscriptions that lost their connection for a moment; owned by the app's
 * collector. Bounded in ticks and in partitions over all of them (invariant 17). Unchanged partitions are one object in
 * all ticks.
 */
import type { ReceivedTick } from "./summary.ts";

const ticksMax = 16;
const partitionsMax = 20_000;

export class ReplayRing {
  readonly #ticks: ReceivedTick[] = [];
  #partitions = 0;

  push(tick: ReceivedTick): void {
    this.#ticks.push(tick);
    this.#partitions += sizeOf(tick);
    while (this.#ticks.length > ticksMax || (this.#partitions > partitionsMax && this.#ticks.length > 1)) {
      const gone = this.#ticks.shift();
      if (gone !== undefined) this.#partitions -= sizeOf(gone);
    }
  }

  /** Those after the tick of that id, oldest first; none where it is not held. */
  after(id: string): readonly ReceivedTick[] {
    const index = this.#ticks.findIndex((tick) => tickId(tick) === id);
    return index < 0 ? [] : this.#ticks.slice(index + 1);
  }
}

/** `bootId-sequence`: tells the ticks of a restarted app from those before. */
export function tickId({ snapshot }: ReceivedTick): string {
  return `${snapshot.bootId}-${snapshot.sequence}`;
}

function sizeOf({ snapshot }: ReceivedTick): number {
  return snapshot.watermarks.partitions.length;
}
