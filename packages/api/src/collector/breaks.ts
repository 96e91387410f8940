import type { FeedSnapshot } from "@stoatflow/engine/wire";

/** A tick and when it came, by the collector's clock. */
export interface Arrival {
  readonly snapshot: Pick<FeedSnapshot, "bootId" | "sequence" | "atMs"> & {
    readonly status: Pick<FeedSnapshot["status"], "tickIntervalMs">;
  };
  readonly receivedAtMs: number;
}

/** Where ticks were missed, the longest time that the ones around them may be apart. */
const gapMs = 10_000;

/** How much further the app's clock may get between two ticks than the collector's, and the wait for a tick. */
const clockStepMs = 2000;

/** An app that says a longer interval is not believed: no step of its clock would ever be told. */
const waitMaxMs = 60_000;

/**
 * Whether nothing may be told across the two ticks: another run of the app, a gap, or a clock that was set.
 *
 * A slow reader is sent the newest tick alone, so a few missed ones are no gap. Ticks that arrive further apart than they
 * were made waited on the way, which is no step of a clock. Neither is it one where the first of them was old when it
 * came: who connects is given the newest tick, which is up to an interval of the app's old.
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
  const waitMs = Math.min(before.snapshot.status.tickIntervalMs ?? 0, waitMaxMs);
  if (madeMs < 0 || madeMs - arrivedMs > clockStepMs + waitMs) return true;
  return madeMs > gapMs && BigInt(after.snapshot.sequence) - BigInt(before.snapshot.sequence) !== 1n;
}
