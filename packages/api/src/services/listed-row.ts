import type { CollectedApp } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { ratesOf } from "../diagnosis/diagnosis-of.ts";
import type { CollectedRow, ListedApp } from "../wire/index.ts";

/**
 * A row as it was collected, with how fast things go at the newest tick, and the pauses of the app that ended and that
 * nobody has acknowledged.
 */
export function listedRow(
  { pauses }: Pick<ApiContext, "pauses">,
  app: CollectedApp,
  row: CollectedRow = app.listed(),
): ListedApp {
  const { lag, lagCatchUp, eventTimeCatchUp } = ratesOf(app.trace());
  const ended = pauses.endedOf(row.id);
  return {
    ...row,
    rates: { lag, lagCatchUp, eventTimeCatchUp },
    endedPauses: { count: ended.length, newest: ended[0] ?? null },
  };
}
