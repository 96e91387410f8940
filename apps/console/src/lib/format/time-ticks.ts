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
 * Round times between two, fewer than `count` + 1 of them, at a step that clocks have. Beyond what clocks have, the ends
 * alone.
 *
 * @example niceTimeTicks(0, 240_000, 5) // 0, 1, 2, 3, 4 minutes
 */
export function niceTimeTicks(lowMs: number, highMs: number, count: number): readonly number[] {
  return ticksAt(lowMs, highMs, count, Math.ceil, Math.floor);
}

/**
 * The same, with an end outside of each of the two where they are not round themselves.
 *
 * @example coveringTimeTicks(5000, 190_000, 5) // 0, 1, 2, 3, 4 minutes
 */
export function coveringTimeTicks(lowMs: number, highMs: number, count: number): readonly number[] {
  return ticksAt(lowMs, highMs, count, Math.floor, Math.ceil);
}

function ticksAt(
  lowMs: number,
  highMs: number,
  count: number,
  roundLow: (value: number) => number,
  roundHigh: (value: number) => number,
): readonly number[] {
  const step = steps.find((each) => roundHigh(highMs / each) - roundLow(lowMs / each) < count);
  if (step === undefined) return [lowMs, highMs];
  const first = roundLow(lowMs / step);
  return Array.from({ length: roundHigh(highMs / step) - first + 1 }, (_, index) => (first + index) * step);
}
