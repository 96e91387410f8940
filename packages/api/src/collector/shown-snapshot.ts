/** What readers are shown of a tick: the same object to each of them, as none of it is looked through or compared twice. */
import type { AppSnapshot } from "../wire/index.ts";
import type { CollectedSnapshot } from "./summary.ts";

/** By what was collected; weak, so that it goes with its tick. */
const shown = new WeakMap<CollectedSnapshot, AppSnapshot>();

export function shownSnapshot(collected: CollectedSnapshot): AppSnapshot {
  const known = shown.get(collected);
  if (known !== undefined) return known;
  const { leaderChanges: _, ...status } = collected.status;
  const snapshot = { ...collected, status };
  shown.set(collected, snapshot);
  return snapshot;
}
