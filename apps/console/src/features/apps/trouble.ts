import type { AppSummary } from "@stoatflow/api";

/**
 * How much an app needs a look, most first: broken, silent or failed, with a bug, paused, with an expected violation, far
 * behind, late, fine.
 * Coarse steps, so that rows do not dance.
 */
function rank(summary: AppSummary, isSilent: boolean): number {
  const { connection, lifecycle, violations, bugs, lateDropped, globalWatermarkMs, watermarkAtMs } = summary;
  if (connection.kind === "unreachable" || connection.kind === "invalid") return 0;
  if (isSilent || lifecycle?.kind === "failed") return 1;
  if (bugs !== null && bugs > 0) return 2;
  if (lifecycle?.kind !== "running") return 3;
  if (violations !== null && violations > 0) return 4;
  const gapMs =
    globalWatermarkMs === null || watermarkAtMs === null
      ? Number.POSITIVE_INFINITY
      : watermarkAtMs - globalWatermarkMs;
  if (gapMs > 60_000) return 5;
  return lateDropped !== null && lateDropped > 0 ? 6 : 7;
}

/** Trouble first; equals by name. `isSilent`: its newest tick is old. */
export function troubleFirst<App extends AppSummary>(
  apps: readonly App[],
  isSilent: (app: App) => boolean = () => false,
): readonly App[] {
  return apps.toSorted((a, b) => rank(a, isSilent(a)) - rank(b, isSilent(b)) || (a.id < b.id ? -1 : 1));
}
