import type { ListedApp } from "@stoatflow/api";
import { describeGap, formatAge } from "../../lib/format/duration.ts";
import type { Times } from "../../lib/format/times.ts";
import { unbroken } from "../../lib/format/unbroken.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { partitionName } from "../../live/append-tick.ts";
import { sentenceOf } from "./sentence.ts";

/**
 * What is said of an app whose newest tick is old: that it tells nothing, and what was so at that tick, in the past. What
 * the console itself knows, that nobody answers, is of now and stays so.
 */
export function lastKnownOf(summary: ListedApp, ageMs: number, times: Times): string {
  const { id, connection, atMs } = summary;
  if (connection.kind === "unreachable" || connection.kind === "invalid" || atMs === null)
    return sentenceOf(summary);
  return `${id} has told nothing for ${unbroken(formatAge(ageMs))}. Last known, ${times.words(atMs, atMs)}: it ${was(summary)}.`;
}

function was(summary: ListedApp): string {
  const { lifecycle, pauseReasons, heldBackBy } = summary;
  const [pause] = pauseReasons;
  if (lifecycle === null) return "had told nothing of itself";
  switch (lifecycle.kind) {
    case "paused":
      return pause === undefined
        ? "was paused"
        : `was paused by ${visibleText(pause.actor)}: “${visibleText(pause.reason)}”`;
    case "failed":
      return `had failed (${lifecycle.code}): ${visibleText(lifecycle.message)}`;
    case "stopped":
      return "had stopped";
    case "running":
      break;
    default:
      return `was ${lifecycle.kind}`;
  }
  const held =
    heldBackBy === null ? "" : `, held back by ${partitionName(heldBackBy)} (${heldBackBy.reason})`;
  const { pace } = summary;
  switch (pace.kind) {
    case "none":
      return `had no watermark${held}`;
    case "resting":
      return `rested ${describeGap(pace.gapMs)}, with every partition idle`;
    case "keeps-up":
      return `kept up, ${describeGap(pace.gapMs)}`;
    case "ahead":
      return `was ${describeGap(pace.gapMs)} of its own clock${held}`;
    case "behind":
      return `was ${describeGap(pace.gapMs)}${held}`;
  }
}
