/** The API: the tRPC router, and the collectors that it answers from. */
export { ApiError, type ApiErrorCode } from "./api-error.ts";
export type { AppConfig } from "./apps/app-config.ts";
export { type FollowAppsFile, type FollowedAppsFile, followAppsFile } from "./apps/follow-apps-file.ts";
export { type ParseApps, parseApps } from "./apps/parse-apps.ts";
export { type Clock, systemClock } from "./clock.ts";
export type { AppSource, FeedConnection, FeedEnd, FeedListener } from "./collector/app-source.ts";
export type { CollectedApp, Collectors, PageRequest, WatchedView } from "./collector/collected-app.ts";
export { type CollectorsOptions, createCollectors } from "./collector/create-collectors.ts";
export { type ApiContext, type ApiResources, createContext } from "./context.ts";
export { type Database, openDatabase } from "./database/open-database.ts";
export { type History, type HistoryOptions, openHistory } from "./history/open-history.ts";
export { defaultHistoryLimits, type HistoryLimits, inMemoryHistoryLimits } from "./history/tiers.ts";
export { type ExportRequest, parseExportRequest } from "./late-drops/export-request.ts";
export { type AppRouter, appRouter } from "./routers/app-router.ts";
export { exportLateDrops, exportRowsMax, type LateDropExport } from "./services/export-late-drops.ts";
export { toTrpcError } from "./trpc.ts";
export * from "./wire/index.ts";
