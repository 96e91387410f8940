import type { BarrierState } from "../commit/barrier-state.ts";
import type { DispatchPartition } from "../dispatch/dispatch-partition.ts";
import type { AlignmentHold, HeldBackBy, IdlenessClock } from "../wire/index.ts";

/** What the engine knows of the holder beside the numbers that every partition shows. */
export function holderFacts(
  { reason }: Pick<HeldBackBy, "reason">,
  holder: DispatchPartition,
  idleness: IdlenessClock,
  barrier: BarrierState,
): Pick<HeldBackBy, "idleness" | "alignment" | "commitSinceMs"> {
  const alignment = reason === "aligned" ? alignmentHold(holder) : undefined;
  const isSlow = reason === "slow-commit" && barrier.kind === "committing";
  return {
    idleness,
    ...(alignment === undefined ? {} : { alignment }),
    ...(isSlow ? { commitSinceMs: barrier.passedAtMs } : {}),
  };
}

function alignmentHold({ alignment, group }: DispatchPartition): AlignmentHold | undefined {
  const lowest = group?.lowest();
  if (alignment === undefined || lowest === undefined) return undefined;
  const { topic, partition } = lowest.member.partition;
  return { ...alignment, lowest: { topic, partition }, lowestMs: lowest.valueMs };
}
