/** What is odd about the event time of a record. */
export type HeadStamp = "ahead" | "seconds" | "microseconds";

/** How far ahead of the wall clock a record may be stamped without a warning. */
const aheadMaxMs = 60_000;
const yearMs = 365 * 24 * 3_600_000;
/** Read in the right unit, a stamp in a wrong one is taken for a time within these years around the wall clock. */
const pastMaxMs = 10 * yearMs;
const futureMaxMs = yearMs;

/**
 * Whether a stamp is worth a look: ahead of the wall clock, or so small that it may be in seconds. Two comparisons,
 * since it is asked of every record.
 */
export function isOdd(timestampMs: number, nowMs: number): boolean {
  return timestampMs - nowMs > aheadMaxMs || timestampMs * 500 < nowMs;
}

/**
 * What is odd about a stamp: nothing, or the reasons for a warning. A unit is named only where the stamp, read in
 * it, lies from ten years before the wall clock to one year after it.
 *
 * @example
 * ```ts
 * oddities(1_790_000_000, 1_790_000_000_000); // ["seconds"]
 * ```
 */
export function oddities(timestampMs: number, nowMs: number): HeadStamp[] {
  const found: HeadStamp[] = [];
  if (timestampMs - nowMs > aheadMaxMs) found.push("ahead");
  if (isNear(timestampMs * 1000, nowMs)) found.push("seconds");
  if (isNear(timestampMs / 1000, nowMs)) found.push("microseconds");
  return found;
}

function isNear(timeMs: number, nowMs: number): boolean {
  return timeMs >= nowMs - pastMaxMs && timeMs <= nowMs + futureMaxMs;
}
