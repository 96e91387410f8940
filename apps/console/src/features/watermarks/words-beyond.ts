import { describeGap } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import type { Beyond } from "./axis-scale.ts";

/** How many of them are named. */
const namedMax = 3;

export interface BeyondWords {
  /** `undefined`: it is of some that are on different sides. */
  readonly isAbove: boolean | undefined;
  readonly words: string;
}

/** Who is beyond the chart and by how much, one a line; so that what it can't show is not hidden by it. */
export function wordsBeyond(beyond: readonly Beyond[]): readonly BeyondWords[] {
  const named = beyond
    .slice(0, namedMax)
    .map((each) => ({ isAbove: each.isAbove, words: `${wordsOf(each)}, beyond the chart` }));
  const more = beyond.length - named.length;
  if (more === 0) return named;
  return [
    ...named,
    { isAbove: undefined, words: `${formatQuantity(more, "more partition")} beyond the chart` },
  ];
}

/** Of one whose line ends on the chart it is said that it was, and not that it is. */
function wordsOf({ name, aheadMs, isNow, isIdle }: Beyond): string {
  const distance = describeGap(-aheadMs);
  if (isNow) return isIdle ? `${name} is idle, ${distance}` : `${name} is ${distance}`;
  return isIdle ? `${name}, idle, was up to ${distance}` : `${name} was up to ${distance}`;
}
