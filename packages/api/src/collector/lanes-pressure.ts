/** Where work comes to a stop: pure, from the lanes of one tick. */
import type { AppLane, AppSnapshot } from "../wire/app-snapshot.ts";
import { inWorkMsOf, type LanesPressure } from "../wire/lanes-pressure.ts";

export function pressureOf({ lanes: { lanes, eventLoopDelayMs } }: AppSnapshot): LanesPressure {
  const full = lanes.filter(isFull);
  const isTold = lanes.some(({ inWorkMs }) => inWorkMs !== undefined);
  return {
    lanes: lanes.length,
    fullLanes: full.length,
    oldestAgeMs: longestOf(lanes.map(({ oldestAgeMs }) => oldestAgeMs)),
    ...(isTold ? { inWorkMs: longestOf(lanes.map(inWorkMsOf)) } : {}),
    eventLoopDelayMs,
    cause: causeOf(full),
  };
}

function longestOf(durations: readonly (number | null)[]): number | null {
  return durations.reduce((a, b) => (a === null || b === null ? (a ?? b) : Math.max(a, b)), null);
}

function isFull({ depth, capacity }: AppLane): boolean {
  return depth >= capacity && depth > 0;
}

/**
 * A stage waits for the ones behind it alone, so of each instance the last that is full waits for nobody: its rows are
 * slow by themselves.
 */
function causeOf(full: readonly AppLane[]): LanesPressure["cause"] {
  const lastStages = new Map<string | undefined, number>();
  for (const { instanceId, stage } of full)
    lastStages.set(instanceId, Math.max(stage, lastStages.get(instanceId) ?? 0));
  const culprits = full.filter(({ instanceId, stage }) => lastStages.get(instanceId) === stage);
  const [first, ...others] = culprits;
  if (first === undefined) return null;
  const oldest = others.reduce((a, b) => ((b.oldestAgeMs ?? 0) > (a.oldestAgeMs ?? 0) ? b : a), first);
  const { stage, lane, depth, capacity, oldestAgeMs, operator, instanceId } = oldest;
  return {
    stage,
    lane,
    depth,
    capacity,
    oldestAgeMs,
    ...(instanceId === undefined ? {} : { instanceId }),
    operator: operator ?? null,
    fullLanes: culprits.filter((one) => one.instanceId === instanceId).length,
  };
}
