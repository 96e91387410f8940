const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Steps that a reader of clocks finds natural. */
const steps = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 30, 90, 365, 3650].map((count) => count * day),
];

/**
 * Round times between two, at most `count` of them, at a step that clocks have. Beyond decades, the ends alone.
 *
 * @example niceTimeTicks(0, 240_000, 5) // 0, 1, 2, 3, 4 minutes
 */
export function niceTimeTicks(lowMs: number, highMs: number, count: number): readonly number[] {
  const step = steps.find((each) => Math.floor(highMs / each) - Math.ceil(lowMs / each) < count);
  if (step === undefined) return [lowMs, highMs];
  const first = Math.ceil(lowMs / step);
  const last = Math.floor(highMs / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
