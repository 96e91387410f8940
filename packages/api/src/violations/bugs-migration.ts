import { type Migration, sql } from "kysely";

/** A violation that must never happen is found without reading what is written of all others. */
export const bugsMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable("history_events")
      .addColumn("bug", "smallint", (column) => column.notNull().defaultTo(0))
      .execute();
    await db
      .updateTable("history_events")
      .set({ bug: 1 })
      .where("kind", "=", "violation")
      .where("body", "like", '%"class":"bug"%')
      .execute();
    await db.schema
      .createIndex("history_events_bugs")
      .on("history_events")
      .columns(["app_id", "boot_id", "entry_id"])
      .where(sql<boolean>`bug = 1`)
      .execute();
  },
};
