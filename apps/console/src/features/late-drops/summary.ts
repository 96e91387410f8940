import type { LateDropFigures, NotEvaluated } from "@stoatflow/api";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatCount } from "../../lib/format/integer.ts";
import type { Times } from "../../lib/format/times.ts";
import { unbroken } from "../../lib/format/unbroken.ts";
import { visibleText } from "../../lib/format/visible-text.ts";

/**
 * The line above the list: how many were dropped as late and since when, by whom, and how late they were.
 *
 * @example "84,312 dropped as late since the app started at 13:40:12 UTC (4 min 02 s ago). Half of the 1,000 held came at most 12 s behind the watermark, the worst 3 h 10 min. Most by orders-per-minute (82 %)."
 */
export function summaryLine(
  { population, matching, lateness, operators }: LateDropFigures,
  nowMs: number,
  times: Pick<Times, "words">,
  isFiltered: boolean,
): string {
  const total = totalWords(population, nowMs, times);
  if (lateness.kind === "none") return total;
  const median = lateness.quantiles.find(({ percent }) => percent === 50)?.latenessMs ?? lateness.maxMs;
  const which = isFiltered
    ? `the ${formatCount(matching)} that match`
    : `the ${formatCount(matching)} ${population.from === "history" ? "written down" : "held"}`;
  const late =
    matching === 1
      ? `The one ${isFiltered ? "that matches" : "that is held"} came ${formatDuration(lateness.maxMs)} behind the watermark.`
      : `Half of ${which} came at most ${formatDuration(median)} behind the watermark, the worst ${formatDuration(lateness.maxMs)}.`;
  const [most] = operators;
  const share = most === undefined ? 0 : Math.floor((most.matching * 100) / matching);
  const by =
    most === undefined || operators.length < 2
      ? ""
      : ` Most by ${visibleText(most.operator)} (${unbroken(`${share} %`)}).`;
  return `${total} ${late}${by}`;
}

function totalWords(
  { totalOfRun, totalSinceMs }: LateDropFigures["population"],
  nowMs: number,
  times: Pick<Times, "words">,
): string {
  if (totalOfRun === null) return "The app has told nothing of late drops yet.";
  const since =
    totalSinceMs === null
      ? "since the app started"
      : `since the app started at ${times.words(totalSinceMs, nowMs)} (${formatDuration(nowMs - totalSinceMs)} ago)`;
  return totalOfRun === 0
    ? `Nothing was dropped as late ${since}.`
    : `${formatCount(totalOfRun)} dropped as late ${since}.`;
}

/**
 * Of how many the list shows how many.
 *
 * @example "showing 1,000 of 84,312"
 */
export function showingWords(
  shown: number,
  { population, matching }: Pick<LateDropFigures, "population" | "matching">,
  isFiltered: boolean,
): string {
  const { held, heldOfRun, totalOfRun, from } = population;
  const isOfRun = from === "collector" && !isFiltered && held === heldOfRun && totalOfRun !== null;
  const of = Math.max(shown, isOfRun ? totalOfRun : matching);
  const match = isFiltered ? " that match" : "";
  return `showing ${formatCount(shown)} of ${formatCount(of)}${match}`;
}

/**
 * What is said of records that an expression could not be held against: whether they are meant is not known.
 *
 * @example "3 could not be evaluated, so none of them is listed; the first: no such key: amount"
 */
export function notEvaluatedWords({ count, first }: NotEvaluated): string {
  const none = count === 1 ? "it is not listed" : "none of them is listed";
  const why = first === null ? "" : `; ${count === 1 ? "" : "the first: "}${visibleText(first.message)}`;
  return `${formatCount(count)} could not be evaluated, so ${none}${why}`;
}
