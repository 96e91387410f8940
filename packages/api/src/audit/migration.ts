import type { Migration } from "kysely";

export const auditMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("audit")
      .addColumn("id", "varchar(64)", (column) => column.primaryKey())
      .addColumn("at_ms", "bigint", (column) => column.notNull())
      .addColumn("actor", "varchar(200)", (column) => column.notNull())
      .addColumn("action", "varchar(64)", (column) => column.notNull())
      .addColumn("app_id", "varchar(64)", (column) => column.notNull())
      .addColumn("reason", "text", (column) => column.notNull())
      .addColumn("outcome", "varchar(64)", (column) => column.notNull())
      .addColumn("detail", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("audit_by_app").on("audit").columns(["app_id", "at_ms"]).execute();
  },
};
