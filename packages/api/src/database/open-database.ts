/**
 * The one database of a console: SQLite in a file, or in memory where nothing is to outlive the process.
 *
 * Owned by the server that opens it. Whoever reads or writes does so through kysely; no statement is SQLite's alone, so
 * that PostgreSQL can take the same schema. Integers come back as `bigint`, exact to 64 bits (invariant 16).
 */

import { Kysely, Migrator, SqliteDialect } from "kysely";
import Sqlite from "libsql";
import { ApiError } from "../api-error.ts";
import { messageOf } from "../one-line.ts";
import { migrations } from "./migrations.ts";
import type { Schema } from "./schema.ts";

export type Database = Kysely<Schema>;

/**
 * Opens the database and brings its schema up to date.
 *
 * @param file a path, or `:memory:`.
 * @throws {ApiError} `storage`: it can't be opened, or was written by a newer version.
 */
export async function openDatabase(file: string): Promise<Database> {
  try {
    const sqlite = new Sqlite(file);
    sqlite.defaultSafeIntegers(true);
    // With a write-ahead log a killed process loses no transaction that was committed.
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("synchronous = NORMAL");
    sqlite.pragma("foreign_keys = ON");
    sqlite.pragma("busy_timeout = 2000");
    const database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
    await migrate(database);
    return database;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError("storage", `the database "${file}" can't be opened: ${messageOf(cause)}`, { cause });
  }
}

/** Brings the schema up to date, of SQLite or of PostgreSQL. */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
