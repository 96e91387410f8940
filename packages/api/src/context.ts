import type { FollowedAppsFile } from "./apps/follow-apps-file.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Collectors } from "./collector/collected-app.ts";
import type { Database } from "./database/open-database.ts";
import { type Acknowledgements, acknowledgementsIn } from "./violations/acknowledgements.ts";

/** What every procedure is given. */
export interface ApiContext {
  readonly clock: Clock;
  readonly collectors: Collectors;
  readonly acknowledgements: Acknowledgements;
  /** `undefined`: the list of apps is not from a file. */
  readonly appsFile: FollowedAppsFile | undefined;
}

/** What the rooms of the API are made from. Whoever opened them closes them. */
export interface ApiResources {
  readonly collectors: Collectors;
  readonly database: Database;
  /** Where the list of apps is from. @default none: the list is fixed */
  readonly appsFile?: FollowedAppsFile | undefined;
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
  const context: ApiContext = { clock, collectors, acknowledgements: acknowledgementsIn(database), appsFile };
  return () => context;
}
