import { describeGap, formatDuration } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import type { Beyond } from "./axis-scale.ts";

/** How many of them are named. */
const namedMax = 3;

/** Who is beyond the chart and by how much, one a line; so that what it can't show is not hidden by it. */
export function wordsBeyond(beyond: readonly Beyond[]): readonly string[] {
  const named = beyond.slice(0, namedMax).map(wordsOf);
  const more = beyond.length - named.length;
  return more === 0 ? named : [...named, `${formatQuantity(more, "more partition")} beyond the chart`];
}

function wordsOf({ name, aheadMs, isNow, isIdle }: Beyond): string {
  if (isIdle) return `${name} is idle, ${describeGap(-aheadMs)}, beyond the chart`;
  return `${name} ${isNow ? "is" : "was up to"} ${formatDuration(aheadMs)} ahead, beyond the chart`;
}
