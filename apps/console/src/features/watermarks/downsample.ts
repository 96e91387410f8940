import type { Column } from "./chart-frame.ts";

/**
 * The moments of a column that a chart of so many places needs: of each place the first, the lowest, the highest and the
 * last, and one moment of each break, so that a line through them looks as one through all. No extreme is lost and no gap closed.
 *
 * @param places as many as there are pixels.
 * @returns places in the column, ascending.
 * @example keptMoments([0, 1, 2, 3, 4, 5], [1, 1, 9, 1, 1, 1], 1) // [0, 2, 5]
 */
export function keptMoments(atMs: readonly number[], column: Column, places: number): readonly number[] {
  const [firstMs, lastMs] = [atMs[0] ?? 0, atMs.at(-1) ?? 0];
  const widthMs = Math.max(1, (lastMs - firstMs) / Math.max(1, places));
  const kept: number[] = [];
  let bucket: Bucket | undefined;
  for (const [moment, value] of column.entries()) {
    const place = Math.floor(((atMs[moment] ?? firstMs) - firstMs) / widthMs);
    if (value === null) {
      if (bucket !== undefined || moment === 0) kept.push(...momentsOf(bucket), moment);
      bucket = undefined;
      continue;
    }
    if (bucket === undefined || bucket.place !== place) {
      kept.push(...momentsOf(bucket));
      bucket = {
        place,
        first: moment,
        low: moment,
        lowest: value,
        high: moment,
        highest: value,
        last: moment,
      };
      continue;
    }
    bucket.last = moment;
    if (value < bucket.lowest) [bucket.low, bucket.lowest] = [moment, value];
    if (value > bucket.highest) [bucket.high, bucket.highest] = [moment, value];
  }
  return [...kept, ...momentsOf(bucket)];
}

interface Bucket {
  readonly place: number;
  readonly first: number;
  low: number;
  lowest: number;
  high: number;
  highest: number;
  last: number;
}

function momentsOf(bucket: Bucket | undefined): readonly number[] {
  if (bucket === undefined) return [];
  const { first, low, high, last } = bucket;
  return [...new Set([first, Math.min(low, high), Math.max(low, high), last])];
}
