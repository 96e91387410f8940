import type { ListedApp } from "@stoatflow/api";
import { farAheadMs, isBehind } from "../app/pace.ts";

/** How much an app needs a look, most first. */
export const troubles = [
  "unreadable",
  "failed",
  "silent",
  "bug",
  "far-behind",
  "behind",
  "ahead",
  "lanes-full",
  "no-watermark",
  "not-running",
  "pause-ended",
  "late",
  "set-back",
  "well",
] as const;
export type Trouble = (typeof troubles)[number];

/** Beyond this an app that is behind stands in front of those that are less so. */
const farBehindMs = 300_000;

/** The worst that is true of an app. `isSilent`: its newest tick is old, so nothing else of it is known to be so. */
export function troubleOf(app: ListedApp, isSilent: boolean): Trouble {
  const { connection, lifecycle, violations, bugs, lateDropRate } = app;
  if (connection.kind === "unreachable" || connection.kind === "invalid") return "unreadable";
  if (lifecycle?.kind === "failed") return "failed";
  if (isSilent) return "silent";
  if (bugs !== null && bugs > 0) return "bug";
  if (lifecycle?.kind !== "running") return "not-running";
  const { pace } = app;
  if (isBehind(app)) return pace.kind === "behind" && pace.gapMs > farBehindMs ? "far-behind" : "behind";
  if (pace.kind === "ahead" && -pace.gapMs > farAheadMs) return "ahead";
  if (app.pressure !== null && app.pressure.fullLanes > 0) return "lanes-full";
  if (pace.kind === "none") return "no-watermark";
  if (app.endedPauses.count > 0) return "pause-ended";
  if (lateDropRate.kind === "measured" && lateDropRate.perMinute > 0) return "late";
  return violations !== null && violations > 0 ? "set-back" : "well";
}
