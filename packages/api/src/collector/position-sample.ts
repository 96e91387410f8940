import { type FeedSnapshot, type PartitionWatermark, partitionId } from "@stoatflow/engine/wire";

/** Where each partition stood at one tick, those whose position and end are known. Nothing is rounded. */
export interface PositionSample {
  readonly atMs: number;
  readonly globalWatermarkMs: number | null;
  /** One array for all samples with the same partitions. */
  readonly ids: readonly string[];
  /** By place in `ids`. An offset is up to 19 digits, which 64 bits without a sign hold. */
  readonly positions: BigUint64Array;
  readonly ends: BigUint64Array;
}

/** @param known the ids of the sample before, which are taken over where they are the same. */
export function sampleOf(
  { atMs, watermarks: { globalWatermarkMs, partitions } }: FeedSnapshot,
  known: readonly string[] | undefined,
): PositionSample {
  const ids: string[] = [];
  const positions = new BigUint64Array(partitions.length);
  const ends = new BigUint64Array(partitions.length);
  for (const at of partitions) {
    if (at.position === null || at.endPosition === null) continue;
    positions[ids.length] = BigInt(at.position);
    ends[ids.length] = BigInt(at.endPosition);
    ids.push(partitionId(at));
  }
  const isKnown = known?.length === ids.length && known.every((id, i) => id === ids[i]);
  return {
    atMs,
    globalWatermarkMs,
    ids: isKnown ? known : ids,
    positions: positions.subarray(0, ids.length),
    ends: ends.subarray(0, ids.length),
  };
}

/**
 * Whether the positions and ends of one tick can be subtracted from those of the next: of the same partitions, and none
 * of them lower. A seek-back, or a log that was cut, is no work undone; a sum over other partitions is another sum.
 */
export function positionsGoOn(
  before: readonly PartitionWatermark[],
  after: readonly PartitionWatermark[],
): boolean {
  return (
    before.length === after.length &&
    after.every((now, i) => {
      const then = before[i];
      if (then === undefined || now.partition !== then.partition || now.topic !== then.topic) return false;
      return goesOn(then.position, now.position) && goesOn(then.endPosition, now.endPosition);
    })
  );
}

function goesOn(before: string | null, after: string | null): boolean {
  if (before === after) return true;
  return before !== null && after !== null && BigInt(before) <= BigInt(after);
}

/** How far it is from the position to the end, never below 0: an end may be older than the position. */
export function lagAt({ positions, ends }: PositionSample, at: number): bigint {
  const position = positions[at] ?? 0n;
  const end = ends[at] ?? 0n;
  return end > position ? end - position : 0n;
}
