import type { AppSummary } from "@stoatflow/api";
import type { HeldBackReason } from "@stoatflow/engine/wire";
import { describeGap, formatDuration, formatLength } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { partitionName } from "../../live/append-tick.ts";
import { paceOf } from "./pace.ts";

/** What is true of an app now, in one sentence, with what holds it back. */
export function sentenceOf(summary: AppSummary): string {
  const { connection, lifecycle } = summary;
  switch (connection.kind) {
    case "connecting":
      if (lifecycle === null) return `Connecting to ${summary.url}.`;
      break;
    case "unreachable":
      // An app that ends by a failure says so last; that is what one wants to know, not that nobody answers now.
      if (lifecycle?.kind === "failed") return `It has ended: ${visibleText(lifecycle.message)}`;
      return `${summary.id} can't be reached: ${visibleText(connection.reason)}.`;
    case "invalid":
      return `${summary.id} answers, but not as an app does: ${visibleText(connection.reason)}.`;
    case "live":
      break;
  }
  if (lifecycle === null) return `Connected to ${summary.id}; nothing was told yet.`;
  switch (lifecycle.kind) {
    case "starting":
      return "It is starting: waiting for its partitions, which another instance may hold.";
    case "restoring":
      return `It is restoring ${lifecycle.store}: ${formatQuantity(lifecycle.restored, "row")} so far.`;
    case "pausing":
      return pausing(lifecycle.waitingFor);
    case "paused":
      return paused(summary, lifecycle.sinceMs);
    case "resuming":
      return "It is resuming.";
    case "stopping":
      return "It is stopping: the epoch in flight is committed first.";
    case "stopped":
      return "It has stopped.";
    case "failed":
      return `It has failed (${lifecycle.code}): ${visibleText(lifecycle.message)}`;
    case "running":
      return running(summary);
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
  if (worst === undefined) return "It is pausing: what was dispatched is being committed.";
  const more = others.length === 0 ? "" : ` and ${formatQuantity(others.length, "more lane")}`;
  return `It is pausing: lane ${worst.lane} still holds ${formatQuantity(worst.records, "record")} at ${visibleText(worst.operator)}, the oldest for ${formatDuration(worst.oldestAgeMs)}${more}.`;
}

function paused({ pauseReasons, atMs }: AppSummary, sinceMs: number): string {
  const since =
    atMs === null ? "" : atMs - sinceMs < 1000 ? " just now" : ` for ${formatDuration(atMs - sinceMs)}`;
  const [reason] = pauseReasons;
  if (reason === undefined) return `Paused${since}; it does not say by whom.`;
  const end =
    reason.expiresAtMs === null || atMs === null
      ? ""
      : ` It resumes by itself in ${formatDuration(Math.max(0, reason.expiresAtMs - atMs))}.`;
  return `Paused by ${visibleText(reason.actor)}${since}: “${visibleText(reason.reason)}”.${end}`;
}

const because: Readonly<Record<HeldBackReason, string>> = {
  backlog: "is the furthest behind of those being read",
  "waiting-for-data": "waits for data that the broker already has",
  "open-transaction": "waits for the end of a transaction upstream",
  "never-read": "was never read yet",
  "caught-up": "has nothing new and does not count as idle yet",
  held: "has a head that is held, and its custom generator gives no preview",
  aligned: "is held by watermark alignment",
  "lane-full": "waits for lanes that are full",
  "slow-commit": "waits for a slow commit",
  paused: "is paused",
};

function running(summary: AppSummary): string {
  const { heldBackBy, partitions } = summary;
  if (partitions === 0) return "No partition is assigned to it yet, so there is no watermark.";
  const cause = heldBackBy === null ? "" : `: ${partitionName(heldBackBy)} ${because[heldBackBy.reason]}`;
  // Where nothing is wrong one is the furthest behind all the same: it is named, and not blamed.
  const setter = heldBackBy === null ? "" : `; ${partitionName(heldBackBy)} sets the pace`;
  const pace = paceOf(summary);
  switch (pace.kind) {
    case "none":
      return `There is no watermark yet${cause}.`;
    case "resting":
      return `Event time rests ${describeGap(pace.gapMs)}: every partition is idle, so none holds it back.`;
    case "keeps-up":
      return `Event time keeps up: ${describeGap(pace.gapMs)}${ofBound(pace.gapMs, pace.boundMs)}${setter}.`;
    case "ahead":
      return `Event time is ${describeGap(pace.gapMs)} of the app's clock${cause}.`;
    case "behind":
      return `Event time is ${describeGap(pace.gapMs)}${cause}.`;
  }
}

function ofBound(gapMs: number, boundMs: number): string {
  if (boundMs === 0) return "";
  const bound = formatLength(boundMs);
  return gapMs < boundMs
    ? `, within the out-of-orderness bound of ${bound}`
    : `, ${bound} of it the out-of-orderness bound`;
}
