/**
 * Who has looked at which violation. It owns the table of acknowledgements and is called by the services of the
 * violations; what a violation is comes from elsewhere. The first acknowledgement of a violation stands, whoever is
 * second is told of it.
 *
 * Bounded (invariant 17): of each app the newest {@link acknowledgementsMax} are kept, many times what a collector holds
 * of its violations.
 */
import type { Database } from "../database/open-database.ts";
import { storing } from "../database/storage-error.ts";
import { entryKey } from "../entry-key.ts";
import type { Acknowledgement, ViolationRef } from "../wire/index.ts";

/** The most acknowledgements that are kept of one app. */
const acknowledgementsMax = 20_000;

export interface Acknowledgements {
  /** Those that there are, by {@link entryKey}. @throws {ApiError} `storage` */
  of(appId: string, violations: readonly ViolationRef[]): Promise<ReadonlyMap<string, Acknowledgement>>;
  /**
   * Acknowledges all of them in one transaction, save those that were acknowledged before. Answers the keys of those
   * that are new.
   *
   * @throws {ApiError} `storage`: none was acknowledged.
   */
  acknowledge(
    appId: string,
    violations: readonly ViolationRef[],
    acknowledgement: Acknowledgement,
  ): Promise<ReadonlySet<string>>;
}

/**
 * @param keepMax of each app.
 * @example
 * ```ts
 * const acknowledgements = acknowledgementsIn(await openDatabase(":memory:"));
 * ```
 */
export function acknowledgementsIn(database: Database, keepMax = acknowledgementsMax): Acknowledgements {
  return {
    of: (appId, violations) =>
      storing("be read for acknowledgements", async () => {
        if (violations.length === 0) return new Map();
        const rows = await database
          .selectFrom("acknowledgements")
          .selectAll()
          .where("app_id", "=", appId)
          .where("boot_id", "in", [...new Set(violations.map(({ bootId }) => bootId))])
          .where("violation_id", "in", [...new Set(violations.map(({ id }) => id))])
          .execute();
        return new Map(
          rows.map(({ boot_id, violation_id, at_ms, actor, note }) => [
            entryKey({ bootId: boot_id, id: violation_id }),
            { atMs: Number(at_ms), actor, note },
          ]),
        );
      }),
    acknowledge: (appId, violations, { atMs, actor, note }) =>
      storing("keep the acknowledgement", async () => {
        if (violations.length === 0) return new Set();
        return database.transaction().execute(async (transaction) => {
          const added = await transaction
            .insertInto("acknowledgements")
            .values(
              violations.map(({ bootId, id }) => ({
                app_id: appId,
                boot_id: bootId,
                violation_id: id,
                at_ms: atMs,
                actor,
                note,
              })),
            )
            .onConflict((conflict) => conflict.columns(["app_id", "boot_id", "violation_id"]).doNothing())
            .returning(["boot_id", "violation_id"])
            .execute();
          await transaction
            .deleteFrom("acknowledgements")
            .where("app_id", "=", appId)
            .where("at_ms", "<", (below) =>
              below
                .selectFrom("acknowledgements")
                .select("at_ms")
                .where("app_id", "=", appId)
                .orderBy("at_ms", "desc")
                .offset(keepMax - 1)
                .limit(1),
            )
            .execute();
          return new Set(
            added.map(({ boot_id, violation_id }) => entryKey({ bootId: boot_id, id: violation_id })),
          );
        });
      }),
  };
}
