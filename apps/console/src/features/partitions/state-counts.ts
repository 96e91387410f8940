import { type PartitionState, type PartitionWatermark, partitionState } from "@stoatflow/engine/wire";

/** How many partitions are in each state, every state in its one order: what comes and goes would move the others. */
export type StateCounts = readonly (readonly [PartitionState, number])[];

export function stateCounts(partitions: readonly PartitionWatermark[]): StateCounts {
  const counts = new Map<PartitionState, number>(partitionState.options.map((state) => [state, 0]));
  for (const { state } of partitions) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts];
}

/** The topics of an app, in the order that it lists them. */
export function topicsOf(partitions: readonly PartitionWatermark[]): readonly string[] {
  return [...new Set(partitions.map(({ topic }) => topic))];
}
