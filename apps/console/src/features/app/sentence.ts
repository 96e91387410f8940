import type { ListedApp } from "@stoatflow/api";
import { describeGap, formatDuration, formatLength } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { partitionName } from "../../live/append-tick.ts";
import { because } from "./because.ts";

/** What is true of an app now, in one sentence that names it, with the partition that holds it back and why. */
export function sentenceOf(summary: ListedApp): string {
  const { id, connection, lifecycle } = summary;
  switch (connection.kind) {
    case "connecting":
      if (lifecycle === null) return `Connecting to ${id} at ${summary.url}.`;
      break;
    case "unreachable":
      // An app that ends by a failure says so last; that is what one wants to know, not that nobody answers now.
      if (lifecycle?.kind === "failed")
        return `${id} has ended (${lifecycle.code}): ${visibleText(lifecycle.message)}`;
      return `${id} can't be reached: ${visibleText(connection.reason)}.`;
    case "invalid":
      return `${id} answers, but not as an app does: ${visibleText(connection.reason)}.`;
    case "live":
      break;
  }
  if (lifecycle === null) return `Connected to ${id}; nothing was told yet.`;
  switch (lifecycle.kind) {
    case "starting":
      return `${id} is starting: waiting for its partitions, which another instance may hold.`;
    case "restoring":
      return `${id} is restoring ${lifecycle.store}: ${formatQuantity(lifecycle.restored, "row")} so far.`;
    case "pausing":
      return `${id} ${pausing(lifecycle.waitingFor)}`;
    case "paused":
      return paused(summary, lifecycle.sinceMs);
    case "resuming":
      return `${id} is resuming.`;
    case "stopping":
      return `${id} is stopping: the epoch in flight is committed first.`;
    case "stopped":
      return `${id} has stopped.`;
    case "failed":
      return `${id} has failed (${lifecycle.code}): ${visibleText(lifecycle.message)}`;
    case "running":
      return `${id} ${running(summary)}`;
  }
}

interface Drain {
  readonly lane: number;
  readonly operator: string;
  readonly records: number;
  readonly oldestAgeMs: number;
}

function pausing(waitingFor: readonly Drain[]): string {
  const [worst, ...others] = waitingFor.toSorted((a, b) => b.oldestAgeMs - a.oldestAgeMs);
  if (worst === undefined) return "is pausing: what was dispatched is being committed.";
  const more = others.length === 0 ? "" : ` and ${formatQuantity(others.length, "more lane")}`;
  return `is pausing: lane ${worst.lane} still holds ${formatQuantity(worst.records, "record")} at ${visibleText(worst.operator)}, the oldest for ${formatDuration(worst.oldestAgeMs)}${more}.`;
}

function paused({ id, pauseReasons, atMs }: ListedApp, sinceMs: number): string {
  const since =
    atMs === null ? "" : atMs - sinceMs < 1000 ? " just now" : ` for ${formatDuration(atMs - sinceMs)}`;
  const [reason] = pauseReasons;
  if (reason === undefined) return `${id} is paused${since}; it does not say by whom.`;
  const end =
    reason.expiresAtMs === null || atMs === null
      ? ""
      : ` It resumes by itself in ${formatDuration(Math.max(0, reason.expiresAtMs - atMs))}.`;
  return `${id} is paused by ${visibleText(reason.actor)}${since}: “${visibleText(reason.reason)}”.${end}`;
}

function running(summary: ListedApp): string {
  const { heldBackBy, partitions, watermarkAtMs } = summary;
  if (partitions === 0) return "has no partition assigned yet, so there is no watermark.";
  const cause =
    heldBackBy === null ? "" : `: ${partitionName(heldBackBy)} ${because(heldBackBy, watermarkAtMs)}`;
  // Where nothing is wrong one is the furthest behind all the same: it is named, and not blamed.
  const setter = heldBackBy === null ? "" : `; ${partitionName(heldBackBy)} sets the pace`;
  const { pace } = summary;
  switch (pace.kind) {
    case "none":
      return `has no watermark yet${cause}.`;
    case "resting":
      return `rests ${describeGap(pace.gapMs)}: every partition is idle, so none holds it back.`;
    case "keeps-up":
      return `keeps up: ${describeGap(pace.gapMs)}${ofBound(pace.gapMs, pace.boundMs)}${setter}.`;
    case "ahead":
      return `is ${describeGap(pace.gapMs)} of its own clock${cause}.`;
    case "behind":
      return `is ${describeGap(pace.gapMs)}${cause}.`;
  }
}

function ofBound(gapMs: number, boundMs: number): string {
  if (boundMs === 0) return "";
  const bound = formatLength(boundMs);
  return gapMs < boundMs
    ? `, within the out-of-orderness bound of ${bound}`
    : `, ${bound} of it the out-of-orderness bound`;
}
