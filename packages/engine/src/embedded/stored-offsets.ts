/** Committed offsets between the port's shape and the journal's. */
import type { CommittedOffset, PartitionCommit } from "../ports.ts";
import { type PartitionId, partitionId } from "../record/topic-partition.ts";
import type { StoredOffset, StoredOffsets } from "./journal.ts";

export function storedOffsets(commits: ReadonlyMap<string, readonly PartitionCommit[]>): StoredOffsets {
  const groups: Record<string, Record<PartitionId, StoredOffset>> = {};
  for (const [groupId, offsets] of commits) {
    const group: Record<PartitionId, StoredOffset> = {};
    for (const { partition, offset, metadata } of offsets) {
      group[partitionId(partition)] = { offset: offset.toString(), metadata };
    }
    groups[groupId] = group;
  }
  return groups;
}

export function storedGroup(committed: ReadonlyMap<PartitionId, CommittedOffset>): StoredOffsets[string] {
  const group: Record<PartitionId, StoredOffset> = {};
  for (const [id, { offset, metadata }] of committed) group[id] = { offset: offset.toString(), metadata };
  return group;
}

export function committedOffset({ offset, metadata }: StoredOffset): CommittedOffset {
  return { offset: BigInt(offset), metadata };
}
