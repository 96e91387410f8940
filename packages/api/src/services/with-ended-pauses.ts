import type { ApiContext } from "../context.ts";
import type { CollectedRow, ListedApp } from "../wire/index.ts";

/** A row as it was collected, with the pauses of the app that ended and that nobody has acknowledged. */
export function withEndedPauses({ pauses }: Pick<ApiContext, "pauses">, row: CollectedRow): ListedApp {
  const ended = pauses.endedOf(row.id);
  return { ...row, endedPauses: { count: ended.length, newest: ended[0] ?? null } };
}
