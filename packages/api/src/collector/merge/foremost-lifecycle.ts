import { drainBlockersMax, type Lifecycle, type LifecycleKind } from "@stoatflow/engine/wire";

/**
 * What of several instances an app is said to be, the first that is there: what is on its way or wrong before what is
 * well. It is paused only if all of them are: while one works the app's event time moves.
 */
const order: readonly LifecycleKind[] = [
  "failed",
  "pausing",
  "resuming",
  "restoring",
  "starting",
  "stopping",
  "stopped",
  "running",
  "paused",
];

export function foremostLifecycle(all: readonly Lifecycle[]): Lifecycle {
  const [first, ...rest] = all.toSorted((a, b) => byForemost(a.kind, b.kind));
  if (first === undefined) return { kind: "starting" };
  if (first.kind === "pausing") return allPausing([first, ...rest]);
  if (first.kind === "paused") return allPaused(first, rest);
  return first;
}

/** Sorts what the app is said to be to the front. */
export function byForemost(a: LifecycleKind, b: LifecycleKind): number {
  return order.indexOf(a) - order.indexOf(b);
}

/** A drain of several lasts as long as the longest, and waits for all that any of them waits for. */
function allPausing(all: readonly Lifecycle[]): Lifecycle {
  const pausing = all.filter((one) => one.kind === "pausing");
  const sinceMs = pausing.flatMap((one) => one.sinceMs ?? []);
  const waitingFor = pausing
    .flatMap((one) => one.waitingFor)
    .sort((a, b) => b.oldestAgeMs - a.oldestAgeMs)
    .slice(0, drainBlockersMax);
  const known = sinceMs.length === pausing.length;
  return { kind: "pausing", ...(known ? { sinceMs: Math.min(...sinceMs) } : {}), waitingFor };
}

/** All of it is drained since the last one is. */
function allPaused(first: Extract<Lifecycle, { kind: "paused" }>, rest: readonly Lifecycle[]): Lifecycle {
  const since = rest.flatMap((one) => (one.kind === "paused" ? one.sinceMs : []));
  return { kind: "paused", sinceMs: Math.max(first.sinceMs, ...since) };
}
