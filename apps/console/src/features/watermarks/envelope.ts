import type { Column } from "./chart-frame.ts";

/** The lowest of the lines at each moment, and the highest; `null` where no line has a value. */
export interface Envelope {
  readonly low: Column;
  readonly high: Column;
}

/**
 * What encloses the lines. In the plane its lower side is where the global watermark runs, as long as every partition
 * counts; in the skew its height is how far apart partitions are.
 *
 * @example envelope([[1, 5], [3, null]], 2) // { low: [1, 5], high: [3, 5] }
 */
export function envelope(lines: readonly Column[], moments: number): Envelope {
  const low: (number | null)[] = [];
  const high: (number | null)[] = [];
  for (let moment = 0; moment < moments; moment += 1) {
    let [lowest, highest]: [number | null, number | null] = [null, null];
    for (const line of lines) {
      const value = line[moment] ?? null;
      if (value === null) continue;
      if (lowest === null || value < lowest) lowest = value;
      if (highest === null || value > highest) highest = value;
    }
    low.push(lowest);
    high.push(highest);
  }
  return { low, high };
}
