import type { DispatchPartition } from "../dispatch/dispatch-partition.ts";
import type { LifecycleState } from "../lifecycle/engine-state.ts";
import type { StrategyKind } from "../watermark/strategy.ts";
import type { PartitionState, PartitionWatermark } from "../wire/index.ts";

export interface PartitionFacts {
  readonly lifecycle: LifecycleState;
  readonly strategy: StrategyKind;
  /** `undefined` with a custom generator. */
  readonly boundMs: number | undefined;
  readonly bufferCapacity: number;
}

/** One partition as the status shows it. Absence is `null`, and the state says why (invariant 15). */
export function partitionStatus(of: DispatchPartition, facts: PartitionFacts): PartitionWatermark {
  const { source, head, hold, watermark, idleness } = of;
  const { position } = of;
  const end = source.endPosition;
  return {
    ...source.partition,
    state: stateOf(of, facts.lifecycle),
    takesPart: of.leftOut ? "left-out" : of.idle ? "idle" : "counts",
    strategy: facts.strategy,
    boundMs: facts.boundMs ?? null,
    watermarkMs: watermark.valueMs ?? null,
    previewWatermarkMs: hold?.previewMs ?? null,
    headTimestampMs: head?.timestampMs ?? null,
    headOffset: head?.record.offset.toString() ?? null,
    headHeldSinceMs: hold?.sinceMs ?? null,
    idleSinceMs: idleness.idleSinceMs ?? null,
    bufferedRecords: source.buffer.size,
    bufferCapacity: facts.bufferCapacity,
    position: position.toString(),
    committed: of.committed?.toString() ?? null,
    endPosition: end?.toString() ?? null,
    highWatermark: source.highWatermark?.toString() ?? null,
    // The end may be older than the position; a negative distance would be false.
    lag: end === undefined ? null : (end > position ? end - position : 0n).toString(),
  };
}

function stateOf(of: DispatchPartition, lifecycle: LifecycleState): PartitionState {
  if (lifecycle === "paused") return "paused";
  if (lifecycle === "starting" || lifecycle === "restoring") return "starting";
  if (of.aligned) return "aligned";
  if (of.source.keptWaiting) return "waiting-for-data";
  if (of.hold !== undefined) return "held";
  if (of.idle) return "idle";
  return of.head === undefined && !of.source.waitingForData ? "caught-up" : "active";
}
