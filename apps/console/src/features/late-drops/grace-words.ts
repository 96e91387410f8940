import { formatLength } from "../../lib/format/duration.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { type Kept, shareWords } from "./grace-steps.ts";

/**
 * What a grace would have done, and what it costs.
 *
 * @param nowMs the graces that the operators have now, by size.
 * @example "With a grace of 45 s, 82 % of these would have been kept (820 of 1,000); it is 10 s now, so results would come 35 s later."
 */
export function graceWords(chosen: Kept, nowMs: readonly number[]): string {
  const { graceMs, kept, of } = chosen;
  const what = `With a grace of ${formatLength(graceMs)}, ${shareWords(chosen)} of these would have been kept (${formatCount(kept)} of ${formatCount(of)})`;
  const [shortest] = nowMs;
  const longest = nowMs.at(-1);
  if (shortest === undefined || longest === undefined) return `${what}.`;
  if (shortest !== longest)
    return `${what}; it is ${formatLength(shortest)} to ${formatLength(longest)} now, by operator.`;
  const now = `${what}; it is ${formatLength(longest)} now`;
  return graceMs > longest
    ? `${now}, so results would come ${formatLength(graceMs - longest)} later.`
    : `${now}.`;
}
