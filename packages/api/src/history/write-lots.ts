/** The statements that put lots into the database. */
import type { Database } from "../database/open-database.ts";
import type { Lot } from "./waiting.ts";

/** Rows of one statement: PostgreSQL takes 65,535 values, SQLite half of that. */
const statementRows = 1000;

/** All of them or none, in one transaction. */
export async function writeLots(database: Database, lots: readonly Lot[]): Promise<void> {
  const series = lots.flatMap((lot) => [...lot.series.values()]);
  const ticks = lots.flatMap((lot) => [...lot.ticks.values()]);
  const events = lots.flatMap((lot) => lot.events);
  await database.transaction().execute(async (trx) => {
    for (const rows of batches(series)) {
      await trx
        .insertInto("history_series")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(["app_id", "series"])
            .doUpdateSet(({ ref }) => ({ last_s: ref("excluded.last_s") })),
        )
        .execute();
    }
    for (const rows of batches(ticks)) {
      await trx
        .insertInto("history_ticks")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(["at_s", "app_id", "series", "boot_id"])
            .doUpdateSet(({ ref }) => ({ bytes: ref("excluded.bytes"), body: ref("excluded.body") })),
        )
        .execute();
    }
    for (const rows of batches(events)) {
      await trx
        .insertInto("history_events")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

function* batches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += statementRows) yield rows.slice(from, from + statementRows);
}
