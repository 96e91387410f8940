import type { Migration } from "kysely";

export const acknowledgementsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("acknowledgements")
      .addColumn("app_id", "varchar(64)", (column) => column.notNull())
      .addColumn("boot_id", "varchar(64)", (column) => column.notNull())
      .addColumn("violation_id", "varchar(19)", (column) => column.notNull())
      .addColumn("at_ms", "bigint", (column) => column.notNull())
      .addColumn("actor", "varchar(200)", (column) => column.notNull())
      .addColumn("note", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("acknowledgements_key", ["app_id", "boot_id", "violation_id"])
      .execute();
    await db.schema
      .createIndex("acknowledgements_by_time")
      .on("acknowledgements")
      .columns(["app_id", "at_ms"])
      .execute();
  },
};
