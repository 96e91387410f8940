/**
 * The one database of a console: SQLite in a file, or in memory where nothing is to outlive the process.
 *
 * Owned by the server that opens it. Whoever reads or writes does so through kysely; no statement is SQLite's alone, so
 * that PostgreSQL can take the same schema. Integers come back as `bigint`, exact to 64 bits (invariant 16).
 */

import { setImmediate } from "node:timers/promises";
import { Kysely, Migrator, SqliteDialect, sql } from "kysely";
import Sqlite from "libsql";
import { ApiError } from "../api-error.ts";
import { messageOf } from "../one-line.ts";
import { migrations } from "./migrations.ts";
import type { Schema } from "./schema.ts";

export type Database = Kysely<Schema>;

type SqliteFile = InstanceType<typeof Sqlite>;

/** Of the databases that are SQLite: for what is no statement. */
const files = new WeakMap<Database, SqliteFile>();

/** What the log may leave behind on the disk when all of it is in the file. */
const logBytesMax = 16 * 1024 * 1024;

/** Pages that are given back in one go, which nothing else can run beside. */
const pagesAtOnce = 500;

/** The share of a file's pages that may be empty: they are used again. */
const emptyShareMax = 0.1;

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
    // Before all else that would be refused at once where somebody beside has the file for a moment.
    sqlite.pragma("busy_timeout = 2000");
    // Only before the first table is made.
    sqlite.pragma("auto_vacuum = INCREMENTAL");
    // With a write-ahead log a killed process loses no transaction that was committed.
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma(`journal_size_limit = ${logBytesMax}`);
    sqlite.pragma("synchronous = NORMAL");
    sqlite.pragma("foreign_keys = ON");
    const database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
    files.set(database, sqlite);
    await migrate(database);
    return database;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError("storage", `the database "${file}" can't be opened: ${faultOf(cause)}`, { cause });
  }
}

function faultOf(cause: unknown): string {
  const message = messageOf(cause);
  if (cause instanceof Sqlite.SqliteError && cause.code === "SQLITE_NOTADB")
    return "it is no database; move it away, and a new one is made in its place";
  // A file that can't be opened at all has no code but in the text.
  if (message.startsWith("ConnectionFailed"))
    return "look whether it is a file, in a folder that is there, and at its rights";
  if (message.startsWith("corrupted migrations"))
    return `it was written by a newer version; run that one, or move the file away (${message})`;
  return message;
}

/**
 * Ends it, in its turn, with all of its log in the file: what is left is one file, whole by itself.
 *
 * @throws {Error} the log can't be taken in, e.g. since the disk is full. It stays beside the file then, nothing of it
 * is lost, and the next one to open the file takes it in.
 */
export async function closeDatabase(database: Database): Promise<void> {
  try {
    // The driver lets go of the file when its statements are collected, which a process that exits does not wait for.
    if (files.has(database)) await sql`pragma journal_mode = delete`.execute(database);
  } finally {
    await database.destroy();
  }
}

/** Gives the disk back what was deleted, where that is much, until told to end. PostgreSQL does so by itself. */
export async function giveBackPages(database: Database, signal: AbortSignal): Promise<void> {
  const file = files.get(database);
  if (file === undefined) return;
  let before: bigint | undefined;
  while (!signal.aborted) {
    const { empty, pages } = await pagesOf(database);
    const isMuch = Number(empty) > Number(pages) * emptyShareMax;
    // A file that was made without room for this stays as it is.
    if (!isMuch || (before !== undefined && empty >= before)) return;
    before = empty;
    file.exec(`pragma incremental_vacuum(${pagesAtOnce})`);
    await setImmediate();
  }
}

async function pagesOf(database: Database): Promise<{ readonly empty: bigint; readonly pages: bigint }> {
  const counts = sql<{ readonly empty: bigint; readonly pages: bigint }>`
    select freelist_count as empty, page_count as pages from pragma_freelist_count, pragma_page_count`;
  const { rows } = await counts.execute(database);
  return rows[0] ?? { empty: 0n, pages: 0n };
}

/** Brings the schema up to date, of SQLite or of PostgreSQL. */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
