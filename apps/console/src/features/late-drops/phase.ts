import type { LateDropsFrom } from "@stoatflow/api";
import { formatCount, formatQuantity } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { type DropTail, rowsMax } from "./drop-tail.ts";

/** How far a search is. Only `done` may say that there is nothing. */
export type Phase =
  /** There is no answer yet. */
  | { readonly kind: "searching" }
  /** What is here is not all there may be, and why. */
  | {
      readonly kind: "partial";
      readonly why: "on-their-way" | "newest-failed" | "looked-so-far";
      readonly words: string;
    }
  | { readonly kind: "done"; readonly words: string }
  /** The question was refused or could not be put; rows of before may stand below it. */
  | { readonly kind: "error"; readonly words: string };

export interface Search {
  readonly tail: DropTail | undefined;
  /** The rows are those of the question before, and stand there until the answer is here. */
  readonly isOfBefore: boolean;
  /** Something in the filter is marked as wrong, so that nothing is asked for. */
  readonly isWrong: boolean;
  readonly error: string | undefined;
  readonly from: LateDropsFrom;
  readonly isFiltered: boolean;
}

export function phaseOf({ tail, isOfBefore, isWrong, error, from, isFiltered }: Search): Phase {
  if (isWrong)
    return {
      kind: "error",
      words: "Nothing is looked for: the filter is not right; what is wrong is marked in it.",
    };
  if (error !== undefined)
    return { kind: "error", words: `The late drops can't be had: ${visibleText(error)}` };
  if (tail === undefined || isOfBefore) return { kind: "searching" };
  const { freshness, looked } = tail.standing;
  if (from === "collector" && freshness.kind === "fetching")
    return { kind: "partial", why: "on-their-way", words: "The newest are on their way." };
  if (from === "collector" && freshness.kind === "failed")
    return {
      kind: "partial",
      why: "newest-failed",
      words: `The newest can't be had (${visibleText(freshness.reason)}); the console asks again at the next tick.`,
    };
  if (tail.end.kind === "more" && tail.rows.length === 0)
    return {
      kind: "partial",
      why: "looked-so-far",
      words: `None of the ${formatCount(looked)} looked at so far match; there are older ones.`,
    };
  return {
    kind: "done",
    words: tail.rows.length > 0 ? endWords(tail, from) : noneWords(tail, from, isFiltered),
  };
}

/** What stands below the last row. */
function endWords({ end, standing }: DropTail, from: LateDropsFrom): string {
  if (end.kind === "more") return "";
  if (end.kind === "full") return `The list ends at ${formatCount(rowsMax)} rows; there are older ones.`;
  if (from === "history") return "No older ones were written down.";
  return standing.olderThanRetained ? "Older ones are no longer held in memory." : "No older ones.";
}

/** Why a list is empty: that nothing was dropped is said only where that is known. */
function noneWords({ standing }: DropTail, from: LateDropsFrom, isFiltered: boolean): string {
  const { total, retained, looked, olderThanRetained } = standing;
  if (from === "history")
    return isFiltered
      ? `None of the ${formatQuantity(looked, "late drop")} that were written down match.`
      : "No late drop was written down.";
  if (retained > 0) {
    const older = olderThanRetained ? " Older ones are no longer held in memory." : "";
    return `None of the ${formatQuantity(retained, "late drop")} held in memory match.${older}`;
  }
  if (total === 0) return "Nothing was dropped as late since the app started.";
  if (total === null) return "The app has told nothing of late drops yet.";
  return `The app counted ${formatQuantity(total, "late drop")} since it started; none of them is held in memory.`;
}
