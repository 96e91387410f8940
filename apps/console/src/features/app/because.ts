import type { HeldBackBy } from "@stoatflow/engine/wire";
import { formatDuration, formatLength } from "../../lib/format/duration.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { partitionName } from "../../live/append-tick.ts";

/**
 * Why a partition holds event time back, as what is said of it. `atMs`: the clock of the instance that says so, at its
 * tick, by which what runs is as long as it is; `null`: there is none, and no length is told.
 *
 * @example because({ topic: "orders", partition: 3, reason: "backlog" }, 0) // "is the furthest behind of those being read"
 */
export function because(holder: HeldBackBy, atMs: number | null): string {
  switch (holder.reason) {
    case "backlog":
      return "is the furthest behind of those being read";
    case "waiting-for-data":
      return "waits for data that the broker already has";
    case "open-transaction":
      return "waits for the end of a transaction upstream";
    case "never-read":
      return `was never read yet${untilIdle(holder, atMs)}`;
    case "caught-up":
      return `has nothing new${untilIdle(holder, atMs)}`;
    case "held":
      return "has a head that is held, and its custom generator gives no preview";
    case "aligned":
      return `is held by watermark alignment${aligned(holder)}`;
    case "lane-full":
      return "waits for its lanes to finish what they hold";
    case "slow-commit":
      return `waits for a slow commit${running(holder.commitSinceMs, atMs)}`;
    case "paused":
      return "is paused";
  }
}

function untilIdle({ idleness }: HeldBackBy, atMs: number | null): string {
  switch (idleness?.kind) {
    case undefined:
      return " and does not count as idle yet";
    case "off":
      return " and never counts as idle, since idleness is off";
    case "standing-still":
      return " and does not count as idle yet: its idleness clock stands still";
    case "running":
      return atMs === null
        ? " and does not count as idle yet"
        : ` and counts as idle after ${formatLength(idleness.timeoutMs)}, in ${formatDuration(Math.max(0, idleness.idleAtMs - atMs))}`;
  }
}

function aligned({ alignment }: HeldBackBy): string {
  if (alignment === undefined) return "";
  const { group, lowest, maxDriftMs } = alignment;
  return `: group ${visibleText(group)} waits for ${partitionName(lowest)}, at most ${formatLength(maxDriftMs)} apart`;
}

function running(sinceMs: number | undefined, atMs: number | null): string {
  return sinceMs === undefined || atMs === null
    ? ""
    : `, under way for ${formatDuration(Math.max(0, atMs - sinceMs))}`;
}
