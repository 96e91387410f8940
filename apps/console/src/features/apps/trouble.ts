import type { AppSummary } from "@stoatflow/api";

/**
 * How much an app needs a look, most first: broken, failed, not as it should be, paused, wrong, late, far behind, fine.
 * Coarse steps, so that rows do not dance.
 */
function rank(summary: AppSummary): number {
  const { connection, lifecycle, violations, lateDropped, globalWatermarkMs, atMs } = summary;
  if (connection.kind === "unreachable" || connection.kind === "invalid") return 0;
  if (lifecycle?.kind === "failed") return 1;
  if (lifecycle?.kind !== "running") return 2;
  if (violations !== null && violations > 0) return 3;
  const gapMs =
    globalWatermarkMs === null || atMs === null ? Number.POSITIVE_INFINITY : atMs - globalWatermarkMs;
  if (gapMs > 60_000) return 4;
  return lateDropped !== null && lateDropped > 0 ? 5 : 6;
}

/** Trouble first; equals by name. */
export function troubleFirst<App extends AppSummary>(apps: readonly App[]): readonly App[] {
  return apps.toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
}
