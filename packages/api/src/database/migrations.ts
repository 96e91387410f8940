import type { Migration } from "kysely";
import { auditMigration } from "../audit/migration.ts";
import { pausesMigration } from "../control/migration.ts";
import { historyMigration } from "../history/migration.ts";
import { bugsMigration } from "../violations/bugs-migration.ts";
import { acknowledgementsMigration } from "../violations/migration.ts";

/** By name, in the order in which they run. A migration that was released is never changed: the next one mends it. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001-audit": auditMigration,
  "0002-acknowledgements": acknowledgementsMigration,
  "0003-history": historyMigration,
  "0004-pauses": pausesMigration,
  "0005-bugs": bugsMigration,
};
