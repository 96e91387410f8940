import type { DispatchPartition } from "../dispatch/dispatch-partition.ts";
import type { HeldBackBy, HeldBackReason } from "../wire/index.ts";

/** What stops all partitions from being served at this moment, if anything does. */
export type ServingGate = "open" | "paused" | "lane-full" | "slow-commit";

/**
 * The partition that holds the global watermark back, and why. `undefined` where none counts.
 *
 * A partition that is waited for comes first, since nothing is dispatched meanwhile; then the one without a value;
 * then the one with the lowest.
 */
export function heldBackBy(
  partitions: Iterable<DispatchPartition>,
  waitingFor: DispatchPartition | undefined,
  gate: ServingGate,
): HeldBackBy | undefined {
  const holder = waitingFor ?? lowest(partitions);
  if (holder === undefined) return undefined;
  return { ...holder.source.partition, reason: reasonOf(holder, gate) };
}

function lowest(partitions: Iterable<DispatchPartition>): DispatchPartition | undefined {
  let found: DispatchPartition | undefined;
  for (const partition of partitions) {
    if (partition.idle || partition.leftOut) continue;
    if (partition.valueMs === undefined) return partition;
    if (found?.valueMs === undefined || partition.valueMs < found.valueMs) found = partition;
  }
  return found;
}

function reasonOf(partition: DispatchPartition, gate: ServingGate): HeldBackReason {
  if (gate === "paused") return "paused";
  if (partition.aligned) return "aligned";
  if (partition.source.keptWaiting) return "waiting-for-data";
  if (gate !== "open") return gate;
  // With a preview it would not be where it is.
  if (partition.hold !== undefined && partition.hold.previewMs === undefined) return "held";
  if (partition.head !== undefined || partition.source.waitingForData) return "backlog";
  if (partition.source.behindOpenTransaction) return "open-transaction";
  return partition.watermark.highestMs === undefined ? "never-read" : "caught-up";
}
