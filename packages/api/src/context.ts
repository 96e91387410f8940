import type { Collectors } from "./collector/collected-app.ts";

/** What every procedure is given. */
export interface ApiContext {
  readonly collectors: Collectors;
}

/**
 * Makes the `createContext` of a tRPC adapter.
 *
 * @example
 * ```ts
 * import { createHTTPHandler } from "@trpc/server/adapters/standalone";
 *
 * createHTTPHandler({ router: appRouter, createContext: createContext({ collectors }) });
 * ```
 */
export function createContext(context: ApiContext): () => ApiContext {
  return () => context;
}
