import {
  type DrainBlocker,
  drainBlockersMax,
  type Lifecycle,
  type PauseReason,
} from "@stoatflow/engine/wire";
import { type Drain, type DrainHolder, drainPatienceMs } from "../wire/index.ts";

/** An instance that works. */
export interface DrainingInstance {
  readonly instanceId: string;
  readonly lifecycle: Lifecycle;
  /** Wall clock of the instance at its tick. */
  readonly atMs: number;
}

/** What of a tick tells how far a pause has come. */
export interface DrainFacts {
  readonly lifecycle: Lifecycle | null;
  readonly pauseReasons: readonly PauseReason[];
  /** Wall clock of the app at the tick. */
  readonly atMs: number | null;
  /** The instances that made the tick. */
  readonly instances: readonly DrainingInstance[];
}

/**
 * How far a pause has come, by the app's own clock: pure, of one tick (invariant 14). Of several instances it lasts until
 * the last of them has drained, and each of them waits for lanes of its own.
 *
 * An app of before the drain's begin was told is taken to drain since it was asked to pause.
 */
export function drainOf({ lifecycle, pauseReasons, atMs, instances }: DrainFacts): Drain {
  if (lifecycle === null || atMs === null) return { kind: "unknown" };
  if (lifecycle.kind === "paused") return { kind: "drained", sinceMs: lifecycle.sinceMs };
  if (lifecycle.kind !== "pausing") return { kind: "not-pausing", lifecycle: lifecycle.kind };
  const sinceMs = lifecycle.sinceMs ?? pauseReasons.at(-1)?.sinceMs ?? null;
  const forMs = sinceMs === null ? null : Math.max(0, atMs - sinceMs);
  const blockers = instances
    .flatMap((one) => waitingForOf(one).map((blocker) => ({ instanceId: one.instanceId, ...blocker })))
    .sort((a, b) => b.oldestAgeMs - a.oldestAgeMs);
  const [oldest] = blockers;
  return {
    kind: "draining",
    sinceMs,
    forMs,
    records: blockers.reduce((sum, { records }) => sum + records, 0),
    waitingFor: blockers.slice(0, drainBlockersMax),
    holder:
      forMs === null || forMs < drainPatienceMs
        ? null
        : oldest === undefined
          ? committing(instances)
          : { kind: "lane", ...oldest },
  };
}

function waitingForOf({ lifecycle }: DrainingInstance): readonly DrainBlocker[] {
  return lifecycle.kind === "pausing" ? lifecycle.waitingFor : [];
}

/** With empty lanes it is the last commit of the one that drains for the longest, by its own clock. */
function committing(instances: readonly DrainingInstance[]): DrainHolder | null {
  const [longest] = instances
    .filter(({ lifecycle }) => lifecycle.kind === "pausing")
    .sort((a, b) => drainingForMs(b) - drainingForMs(a));
  return longest === undefined ? null : { kind: "commit", instanceId: longest.instanceId };
}

/** One that does not tell comes last. */
function drainingForMs({ lifecycle, atMs }: DrainingInstance): number {
  const sinceMs = lifecycle.kind === "pausing" ? lifecycle.sinceMs : undefined;
  return sinceMs === undefined ? Number.NEGATIVE_INFINITY : atMs - sinceMs;
}
