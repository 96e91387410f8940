import type { Migration } from "kysely";

export const pausesMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("pauses")
      .addColumn("app_id", "varchar(64)", (column) => column.primaryKey())
      .addColumn("at_ms", "bigint", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .execute();
  },
};
