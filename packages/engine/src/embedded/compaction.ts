/** Which entries of a compacted partition stay. */
import type { TopicPartition } from "../record/topic-partition.ts";
import { type EntryKind, entryKind } from "./entry-codec.ts";
import type { Segment } from "./segment.ts";

export type KeepEntry = (segment: Segment, index: number) => boolean;

/** Data that was not taken back; whether it is decided yet is the last stable offset's to say. */
export function isVisible(kind: EntryKind): boolean {
  return kind === entryKind.plain || kind === entryKind.transactional;
}

/**
 * Keeps the newest record of each key, records without a key, and all that is not decided yet.
 *
 * @param stableOffset what lies at or above it is not decided.
 * @param horizon a deletion at or above it stays, for readers that have not seen it.
 */
export function keepNewest(
  segments: readonly Segment[],
  of: TopicPartition,
  stableOffset: number,
  horizon: number,
): KeepEntry {
  const newest = new Map<string, number>();
  for (const segment of segments) {
    for (let index = 0; index < segment.count && segment.offsetAt(index) < stableOffset; index++) {
      if (!isVisible(segment.kindAt(index))) continue;
      const { key } = segment.recordAt(index, of);
      if (key !== null) newest.set(textOf(key), segment.offsetAt(index));
    }
  }
  return (segment, index) => {
    const offset = segment.offsetAt(index);
    if (offset >= stableOffset) return true;
    const { key, value } = segment.recordAt(index, of);
    if (key === null) return true;
    return newest.get(textOf(key)) === offset && (value !== null || offset >= horizon);
  };
}

/** Every byte as one character, so that different keys are different texts. */
function textOf(key: Buffer): string {
  return key.toString("latin1");
}
