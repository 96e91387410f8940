/** The shapes of what the router answers. Safe to import in a browser. */
export {
  type Acknowledged,
  type Acknowledgement,
  acknowledged,
  acknowledgedAtOnceMax,
  acknowledgement,
  type LedgerEntry,
  type LedgerPage,
  ledgerEntry,
  ledgerPage,
  type UnacknowledgedBugs,
  unacknowledgedBugs,
  type ViolationRef,
  violationRef,
} from "./acknowledgements.ts";
export { type AppSummary, appSummary, type ListedApp, listedApp } from "./app-summary.ts";
export { type AppView, appView } from "./app-view.ts";
export {
  type ClockSkew,
  callerSkew,
  clockSkew,
  type ServerTime,
  serverTime,
  skewLimitMs,
} from "./clock-skew.ts";
export { type AppsConfiguration, appsConfiguration } from "./apps-configuration.ts";
export { type Connection, type ConnectionKind, connection } from "./connection.ts";
export { ageOf, type DataAge, dataAge, staleAfterMs } from "./data-age.ts";
export {
  type Freshness,
  freshness,
  type HoldEntry,
  type HoldPage,
  holdEntry,
  holdPage,
  type LateDropEntry,
  type LateDropPage,
  lateDropEntry,
  lateDropPage,
  type ViolationEntry,
  type ViolationPage,
  violationEntry,
  violationPage,
} from "./entry-pages.ts";
export {
  type FilteredLateDropPage,
  filteredLateDropPage,
  type GraceFigures,
  gracesMax,
  type LateDropFigures,
  type LateDropFilter,
  type LateDropPopulation,
  type LatenessBucket,
  type LatenessFigures,
  lateDropFigures,
  lateDropFilter,
} from "./late-drop-figures.ts";
export {
  type ContestedPartition,
  contestedPartition,
  type InstanceRole,
  type InstanceSummary,
  instanceRole,
  instanceSummary,
} from "./instance-summary.ts";
export { type LiveLanes, liveLanes } from "./live-lanes.ts";
export {
  type RecentTick,
  type RecentTicks,
  recentPartitionsMax,
  recentTick,
  recentTicks,
  recentTicksMax,
} from "./recent-ticks.ts";
export {
  type CopiedReport,
  copiedReport,
  type ViolationReport,
  violationReport,
} from "./violation-report.ts";
