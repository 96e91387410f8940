import type { Lifecycle, PauseReason } from "@stoatflow/engine/wire";
import { type Drain, drainPatienceMs } from "../wire/index.ts";

/** What of a tick tells how far a pause has come. */
export interface DrainFacts {
  readonly lifecycle: Lifecycle | null;
  readonly pauseReasons: readonly PauseReason[];
  /** Wall clock of the app at the tick. */
  readonly atMs: number | null;
}

/**
 * How far a pause has come, by the app's own clock: pure, of one tick (invariant 14).
 *
 * An app of before the drain's begin was told is taken to drain since it was asked to pause.
 */
export function drainOf({ lifecycle, pauseReasons, atMs }: DrainFacts): Drain {
  if (lifecycle === null || atMs === null) return { kind: "unknown" };
  if (lifecycle.kind === "paused") return { kind: "drained", sinceMs: lifecycle.sinceMs };
  if (lifecycle.kind !== "pausing") return { kind: "not-pausing", lifecycle: lifecycle.kind };
  const { waitingFor } = lifecycle;
  const sinceMs = lifecycle.sinceMs ?? pauseReasons.at(-1)?.sinceMs ?? null;
  const forMs = sinceMs === null ? null : Math.max(0, atMs - sinceMs);
  const [oldest] = [...waitingFor].sort((a, b) => b.oldestAgeMs - a.oldestAgeMs);
  const holder = oldest === undefined ? { kind: "commit" as const } : { kind: "lane" as const, ...oldest };
  return {
    kind: "draining",
    sinceMs,
    forMs,
    records: waitingFor.reduce((sum, { records }) => sum + records, 0),
    waitingFor,
    holder: forMs === null || forMs < drainPatienceMs ? null : holder,
  };
}
