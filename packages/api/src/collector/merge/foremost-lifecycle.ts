import type { Lifecycle, LifecycleKind } from "@stoatflow/engine/wire";

/** What of several instances an app is said to be, the first that is there: what is on its way or wrong before what is well. */
const order: readonly LifecycleKind[] = [
  "failed",
  "pausing",
  "resuming",
  "restoring",
  "starting",
  "stopping",
  "stopped",
  "paused",
  "running",
];

export function foremostLifecycle(all: readonly Lifecycle[]): Lifecycle {
  const [first] = all.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return first ?? { kind: "starting" };
}
