/** Committed offsets between the port's shape and the journal's. */
import type { CommittedOffset, PartitionCommit } from "../ports.ts";
import { type PartitionId, partitionId } from "../record/topic-partition.ts";
import type { StoredOffsets } from "./journal.ts";

type StoredGroup = StoredOffsets[string];

export function storedOffsets(commits: ReadonlyMap<string, readonly PartitionCommit[]>): StoredOffsets {
  const groups: StoredOffsets = {};
  for (const [groupId, offsets] of commits) {
    const group: StoredGroup = {};
    for (const { partition, offset, metadata } of offsets) {
      group[partitionId(partition)] = { offset: offset.toString(), metadata };
    }
    groups[groupId] = group;
  }
  return groups;
}

export function storedGroup(committed: ReadonlyMap<PartitionId, CommittedOffset>): StoredGroup {
  const group: StoredGroup = {};
  for (const [id, { offset, metadata }] of committed) group[id] = { offset: offset.toString(), metadata };
  return group;
}

export function committedOffset({ offset, metadata }: StoredGroup[string]): CommittedOffset {
  return { offset: BigInt(offset), metadata };
}
