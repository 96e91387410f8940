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
export { type AppsConfiguration, appsConfiguration } from "./apps-configuration.ts";
export {
  type AuditAction,
  type AuditDetail,
  type AuditEntry,
  type Audited,
  type AuditOutcome,
  type AuditPage,
  type AuditQuery,
  auditDetail,
  auditEntry,
  audited,
  auditPage,
  auditQuery,
} from "./audit.ts";
export {
  type ClockSkew,
  callerSkew,
  clockSkew,
  type ServerTime,
  serverTime,
  skewLimitMs,
} from "./clock-skew.ts";
export { type Connection, type ConnectionKind, connection } from "./connection.ts";
export {
  type AcknowledgedPause,
  type AcknowledgePauseRequest,
  type AppDrain,
  acknowledgedPause,
  acknowledgePauseRequest,
  appDrain,
  type ControlledApp,
  type ControlledApps,
  type ControlResult,
  type ControlTarget,
  controlAppsMax,
  controlledApps,
  type Drain,
  type DrainHolder,
  drainPatienceMs,
  type EndedPause,
  type EndedPauses,
  endedPause,
  endedPauses,
  type PauseAppsRequest,
  pauseAppsRequest,
  pausesKeptMax,
  type ResumeAppsRequest,
  resumeAppsRequest,
} from "./control.ts";
export { ageOf, type DataAge, dataAge, staleAfterMs } from "./data-age.ts";
export {
  type CatchUp,
  type Counterfactual,
  type Diagnosis,
  type DiagnosisState,
  diagnosis,
  type EventTimeRate,
  type Evidence,
  type Holder,
  type IdlenessFact,
  type LagRate,
  type Rates,
  type Release,
  type Since,
  type Span,
} from "./diagnosis.ts";
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
  type ContestedPartition,
  contestedPartition,
  type InstanceRole,
  type InstanceSummary,
  instanceRole,
  instanceSummary,
} from "./instance-summary.ts";
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
export { type LifecycleChange, lifecycleChange } from "./lifecycle-change.ts";
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
export { changesBetween, type PartitionChanges, partitionChanges, withChanges } from "./partition-changes.ts";
export { applyWatchEvent, type TickWithoutPartitions, type WatchEvent, watchEvent } from "./watch-event.ts";
