import { formatDuration } from "../../lib/format/duration.ts";
import { formatIso } from "../../lib/format/time.ts";
import type { HoldEnd, ShownHold } from "./shown-holds.ts";

/** What became of a hold, in a word or two. */
export function wordsOfEnd(end: HoldEnd): string {
  if (end.kind === "lasts") return "still held";
  switch (end.by) {
    case "dispatched":
      return "dispatched";
    case "revoked":
      return "taken away";
    case "stopped":
      return "app stopped";
  }
}

/** What an end means, for a title. */
export function meaningOfEnd(end: HoldEnd): string {
  if (end.kind === "lasts") return "the record is still at the head of its partition";
  switch (end.by) {
    case "dispatched":
      return "dispatched: the record had its turn";
    case "revoked":
      return "revoked: the partition was taken from the app, or the app went back to its last commit";
    case "stopped":
      return "stopped: the app ended while the record was held";
  }
}

/** A hold in one line, for the title of its bar. */
export function describeHold({ partition, headOffset, fromMs, durationMs, end }: ShownHold): string {
  return `${partition}, offset ${headOffset}: held ${formatDuration(durationMs)} from ${formatIso(fromMs)}; ${wordsOfEnd(end)}`;
}
