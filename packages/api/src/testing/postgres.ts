/** A PostgreSQL within this process, with the console's schema. */
import { PGlite } from "@electric-sql/pglite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import { type Database, migrate } from "../database/open-database.ts";
import type { Schema } from "../database/schema.ts";

export async function postgresDatabase(): Promise<Database> {
  const postgres = await PGlite.create();
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new OneConnection(postgres),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const database: Database = new Kysely<Schema>({ dialect });
  await migrate(database);
  return database;
}

/** There is one session, so whoever wants it waits until it is given back. */
class OneConnection implements Driver {
  readonly #postgres: PGlite;
  #free: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;

  constructor(postgres: PGlite) {
    this.#postgres = postgres;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    const { promise, resolve } = withResolvers();
    this.#free = promise;
    await before;
    this.#release = resolve;
    const postgres = this.#postgres;
    return {
      async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
        const { rows, affectedRows } = await postgres.query<Row>(sql, [...parameters]);
        return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
      },
      streamQuery() {
        throw new Error("nothing is streamed here");
      },
    };
  }

  async beginTransaction(): Promise<void> {
    await this.#postgres.exec("begin");
  }

  async commitTransaction(): Promise<void> {
    await this.#postgres.exec("commit");
  }

  async rollbackTransaction(): Promise<void> {
    await this.#postgres.exec("rollback");
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async destroy(): Promise<void> {
    await this.#postgres.close();
  }
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
