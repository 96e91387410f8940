import { isOfEarlierRun } from "../app/earlier-run.ts";

/**
 * Where in a list, newest first, the runs begin that are over, each once: the rows of two instances that were both
 * started anew stand between one another.
 *
 * @param runs those that go on.
 */
export function earlierRunsAt(
  rows: readonly { readonly bootId: string }[],
  runs: ReadonlySet<string>,
): ReadonlySet<number> {
  const seen = new Set<string>();
  const at = new Set<number>();
  for (const [index, row] of rows.entries()) {
    if (seen.has(row.bootId)) continue;
    seen.add(row.bootId);
    if (isOfEarlierRun(row, runs)) at.add(index);
  }
  return at;
}

/** How many rows' heights there are above the content of a row, a line above the first of a run being one more. */
export function linesAbove(index: number, earlierRuns: ReadonlySet<number>): number {
  return index + [...earlierRuns].filter((at) => at <= index).length;
}
