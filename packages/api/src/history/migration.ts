import type { Migration } from "kysely";

/** `bytea` is a name that PostgreSQL knows and to which SQLite, which takes any, gives nothing away of the bytes. */
export const historyMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("history_series")
      .addColumn("app_id", "varchar(64)", (column) => column.notNull())
      .addColumn("series", "varchar(16)", (column) => column.notNull())
      .addColumn("bytes", "bigint", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("last_s", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("history_series_key", ["app_id", "series"])
      .execute();
    await db.schema
      .createTable("history_ticks")
      .addColumn("at_s", "bigint", (column) => column.notNull())
      .addColumn("app_id", "varchar(64)", (column) => column.notNull())
      .addColumn("series", "varchar(16)", (column) => column.notNull())
      .addColumn("boot_id", "varchar(64)", (column) => column.notNull())
      .addColumn("bytes", "bigint", (column) => column.notNull())
      .addColumn("body", "bytea", (column) => column.notNull())
      .addPrimaryKeyConstraint("history_ticks_key", ["at_s", "app_id", "series", "boot_id"])
      .execute();
    await db.schema
      .createTable("history_chunks")
      .addColumn("app_id", "varchar(64)", (column) => column.notNull())
      .addColumn("tier", "smallint", (column) => column.notNull())
      .addColumn("from_s", "bigint", (column) => column.notNull())
      .addColumn("part", "integer", (column) => column.notNull())
      .addColumn("slab", "integer", (column) => column.notNull())
      .addColumn("series", "varchar(16)", (column) => column.notNull())
      .addColumn("boot_id", "varchar(64)", (column) => column.notNull())
      .addColumn("rolled", "smallint", (column) => column.notNull())
      .addColumn("bytes", "bigint", (column) => column.notNull())
      .addColumn("body", "bytea", (column) => column.notNull())
      .addPrimaryKeyConstraint("history_chunks_key", ["app_id", "tier", "from_s", "part", "slab"])
      .execute();
    await db.schema
      .createIndex("history_chunks_by_age")
      .on("history_chunks")
      .columns(["tier", "rolled", "from_s", "bytes", "app_id"])
      .execute();
    await db.schema
      .createTable("history_events")
      .addColumn("app_id", "varchar(64)", (column) => column.notNull())
      .addColumn("kind", "varchar(16)", (column) => column.notNull())
      .addColumn("boot_id", "varchar(64)", (column) => column.notNull())
      .addColumn("entry_id", "bigint", (column) => column.notNull())
      .addColumn("at_ms", "bigint", (column) => column.notNull())
      .addColumn("bytes", "bigint", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("history_events_key", ["app_id", "kind", "boot_id", "entry_id"])
      .execute();
    await db.schema
      .createIndex("history_events_by_time")
      .on("history_events")
      .columns(["app_id", "kind", "at_ms"])
      .execute();
    await db.schema
      .createIndex("history_events_by_age")
      .on("history_events")
      .columns(["kind", "at_ms", "bytes", "app_id"])
      .execute();
  },
};
