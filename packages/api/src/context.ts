import type { FollowedAppsFile } from "./apps/follow-apps-file.ts";
import { type AuditLog, auditLogIn } from "./audit/audit-log.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Collectors } from "./collector/collected-app.ts";
import { noPauses, type Pauses } from "./control/pause-watch.ts";
import type { Database } from "./database/open-database.ts";
import type { History } from "./history/open-history.ts";
import { type HistoryReader, historyIn } from "./history/read-history.ts";
import type { ExportPolicy } from "./late-drops/export-policy.ts";
import { type Acknowledgements, acknowledgementsIn } from "./violations/acknowledgements.ts";
import { WrittenBugs } from "./violations/written-bugs.ts";

/** What every procedure is given. */
export interface ApiContext {
  readonly clock: Clock;
  readonly collectors: Collectors;
  readonly acknowledgements: Acknowledgements;
  readonly writtenBugs: WrittenBugs;
  readonly history: HistoryReader;
  readonly audit: AuditLog;
  readonly pauses: Pauses;
  readonly exports: ExportPolicy;
  /** `undefined`: the list of apps is not from a file. */
  readonly appsFile: FollowedAppsFile | undefined;
}

/** What the rooms of the API are made from. Whoever opened them closes them. */
export interface ApiResources {
  readonly collectors: Collectors;
  readonly database: Database;
  /** Where the list of apps is from. @default none: the list is fixed */
  readonly appsFile?: FollowedAppsFile | undefined;
  /** What the collectors tell of ticks, so that a pause that nobody ended is told. @default none is told */
  readonly pauses?: Pauses | undefined;
  /** What writes history. @default nothing in this process does; what is in the database is read all the same */
  readonly history?: History | undefined;
  /** Whether late drops may be saved as a file. @default on */
  readonly exports?: ExportPolicy | undefined;
  /** @default the clock of the machine */
  readonly clock?: Clock | undefined;
}

/**
 * Makes the `createContext` of a tRPC adapter.
 *
 * @example
 * ```ts
 * import { createHTTPHandler } from "@trpc/server/adapters/standalone";
 *
 * const database = await openDatabase(":memory:");
 * createHTTPHandler({ router: appRouter, createContext: createContext({ collectors, database }) });
 * ```
 */
export function createContext(resources: ApiResources): () => ApiContext {
  const { collectors, database, clock = systemClock, appsFile } = resources;
  const context: ApiContext = {
    clock,
    collectors,
    acknowledgements: acknowledgementsIn(database),
    writtenBugs: new WrittenBugs({ database, clock }),
    history: historyIn({ database, clock, history: resources.history }),
    audit: auditLogIn({ database, clock }),
    pauses: resources.pauses ?? noPauses,
    exports: resources.exports ?? { kind: "on" },
    appsFile,
  };
  return () => context;
}
