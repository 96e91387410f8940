import type { FeedSnapshot } from "@stoatflow/engine/wire";

/** A tick and when it came, by the collector's clock. */
export interface Arrival {
  readonly snapshot: Pick<FeedSnapshot, "bootId" | "sequence" | "atMs">;
  readonly receivedAtMs: number;
}

/** Where ticks were missed, the longest time that the ones around them may be apart. */
const gapMs = 10_000;

/** How much further the app's clock may get between two ticks than the collector's. */
const clockStepMs = 2000;

/**
 * Whether nothing may be told across the two ticks: another run of the app, a gap, or a clock that was set.
 *
 * A slow reader is sent the newest tick alone, so a few missed ones are no gap. Two ticks that arrive closer together
 * than they were made are no step of a clock either: they waited on the way.
 *
 * @example
 * ```ts
 * breaksBetween({ snapshot: before, receivedAtMs: 1000 }, { snapshot: after, receivedAtMs: 2000 });
 * ```
 */
export function breaksBetween(before: Arrival, after: Arrival): boolean {
  if (before.snapshot.bootId !== after.snapshot.bootId) return true;
  const madeMs = after.snapshot.atMs - before.snapshot.atMs;
  const arrivedMs = after.receivedAtMs - before.receivedAtMs;
  if (madeMs < 0 || madeMs - arrivedMs > clockStepMs) return true;
  return madeMs > gapMs && BigInt(after.snapshot.sequence) - BigInt(before.snapshot.sequence) !== 1n;
}
