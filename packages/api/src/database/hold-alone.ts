/**
 * Keeps other processes out, by a lock that the system takes back however this process ends: no file of a killed one
 * has to be cleared away.
 *
 * Owns the locks that this process has, which last until it ends. The server that opens a database takes one first; the
 * database itself stays open to whoever only wants to read it beside.
 */
import Sqlite from "libsql";

/** A lock goes when its handle is collected. */
const held = new Set<InstanceType<typeof Sqlite>>();

/** For one that ends as this one starts. */
const patienceMs = 2000;

/**
 * @param file empty, and of this use alone; made where it is not there.
 * @returns `false`: another process holds it.
 * @throws {Error} it can't be opened.
 * @example
 * ```ts
 * if (!holdAlone("console.lock")) throw new Error("another console is running here");
 * ```
 */
export function holdAlone(file: string): boolean {
  const handle = new Sqlite(file);
  try {
    // Before all else: what comes next reads the file, and would be refused at once.
    handle.pragma(`busy_timeout = ${patienceMs}`);
    // Nothing is ever written, so there is nothing that a journal would have to bring back.
    handle.pragma("journal_mode = MEMORY");
    handle.exec("begin exclusive");
  } catch (cause) {
    handle.close();
    if (cause instanceof Sqlite.SqliteError && cause.code === "SQLITE_BUSY") return false;
    throw cause;
  }
  held.add(handle);
  return true;
}
