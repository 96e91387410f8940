import type { AppSnapshot } from "@stoatflow/api";
import { dropReason } from "@stoatflow/engine/wire";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatCount, formatQuantity } from "../../lib/format/integer.ts";
import type { Times } from "../../lib/format/times.ts";
import { dropReasonWords } from "../late-drops/dropped-otherwise.ts";

/** A part of an answer; with `path`, where more of it is. */
export interface Part {
  readonly text: string;
  readonly path?: string;
}

/**
 * "Did we lose anything?" as the parts of one sentence: what was dropped and why, and what went back, since the app
 * started. Each part that is not nothing leads to its page.
 *
 * @example "40 records dropped (37 late, 3 undecodable); 1 commit went back, a bug, since the app started at …"
 */
export function lossesOf({ status, atMs }: AppSnapshot, times: Times): readonly Part[] {
  const { dropped, violations, violationClasses } = status.counters;
  const started: Part = {
    text: `since the app started at ${times.words(status.startedAtMs, atMs)} (${formatDuration(atMs - status.startedAtMs)} ago).`,
  };
  const losses = [
    dropsOf(dropped),
    backOf(violations.commit_offset_regression, violationClasses.bug),
    expectedOf(violationClasses.expected),
  ].filter((parts) => parts.length > 0);
  if (losses.length === 0) return [{ text: "Nothing was dropped and nothing went back " }, started];
  return [...between(losses, "; "), { text: ", " }, started];
}

type Counters = AppSnapshot["status"]["counters"];

function dropsOf(dropped: Counters["dropped"]): readonly Part[] {
  const reasons = dropReason.options
    .filter((reason) => dropped[reason] > 0)
    .map((reason): readonly Part[] => [
      { text: `${formatCount(dropped[reason])} ${dropReasonWords[reason]}`, path: "/late-drops" },
    ]);
  if (reasons.length === 0) return [];
  const total = Object.values(dropped).reduce((sum, count) => sum + count, 0);
  return [{ text: `${formatQuantity(total, "record")} dropped (` }, ...between(reasons, ", "), { text: ")" }];
}

/** A commit that went back is told by its name: it is the one that may lose something. */
function backOf(commits: number, bugs: number): readonly Part[] {
  if (bugs === 0) return [];
  const others = bugs - commits;
  const other = others <= 0 ? [] : [`${formatQuantity(others, "other bug")} of the tripwire`];
  const back =
    commits === 0
      ? []
      : [`${formatQuantity(commits, "commit")} went back, ${commits === 1 ? "a bug" : "bugs"}`];
  return [{ text: [...back, ...other].join(" and "), path: "/violations" }];
}

function expectedOf(expected: number): readonly Part[] {
  if (expected === 0) return [];
  const text = `${formatQuantity(expected, "expected violation")}, whose records were read again`;
  return [{ text, path: "/violations" }];
}

function between(groups: readonly (readonly Part[])[], text: string): readonly Part[] {
  return groups.flatMap((parts, i) => (i === 0 ? parts : [{ text }, ...parts]));
}
