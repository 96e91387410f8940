/** The shapes of what the router answers. Safe to import in a browser. */
export {
  type Acknowledged,
  type AcknowledgedViolations,
  type Acknowledgement,
  acknowledged,
  acknowledgedViolations,
  acknowledgement,
  type LedgerEntry,
  type LedgerPage,
  ledgerEntry,
  ledgerPage,
  type UnacknowledgedBugs,
  unacknowledgedBugs,
} from "./acknowledgements.ts";
export {
  type AppCommit,
  type AppLane,
  type AppSnapshot,
  appCommit,
  appLane,
  appSnapshot,
  commitsOf,
  lanesOf,
  watermarkAtOf,
} from "./app-snapshot.ts";
export {
  type AppSummary,
  appSummary,
  type CollectedRow,
  collectedRow,
  type ListedApp,
  listedApp,
} from "./app-summary.ts";
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
  outcomeTextMax,
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
export { ageOf, type DataAge, dataAge, staleAfter } from "./data-age.ts";
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
  type LeaderChangeEntry,
  lateDropEntry,
  lateDropPage,
  leaderChangeEntry,
  type ViolationEntry,
  type ViolationPage,
  violationEntry,
  violationPage,
} from "./entry-pages.ts";
export { type GapTrail, gapTrail, gapTrailEveryMs, gapTrailMax } from "./gap-trail.ts";
export {
  type CommitHistory,
  commitHistory,
  type HistoryGap,
  type HistoryGrain,
  type HistoryMarks,
  type HistoryRetention,
  type HistoryStep,
  heatCellsMax,
  heatColumnsMax,
  heatRowsMax,
  historyGap,
  historyGrain,
  historyLanesMax,
  historyMarks,
  historyPartitionsMax,
  historyPointsMax,
  historyRetention,
  historyStep,
  type LaneHistory,
  laneHistory,
  marksMax,
  type PartitionHistory,
  type PastHolds,
  type PastLifecycle,
  type PastMoment,
  type PastPartition,
  type PastViolations,
  partitionHistory,
  pastHolds,
  pastLifecycle,
  pastMoment,
  pastPartition,
  pastViolations,
  type WatermarkHeatmap,
  type WatermarkHistory,
  watermarkHeatmap,
  watermarkHistory,
} from "./history.ts";
export {
  type IncidentList,
  incidentList,
  type Simulated,
  type SimulateRequest,
  simulated,
  simulateRequest,
} from "./incidents.ts";
export {
  type ContestedPartition,
  contestedPartition,
  type InstanceRole,
  type InstanceSummary,
  instanceRole,
  instanceSummary,
} from "./instance-summary.ts";
export { inWorkMsOf, type LanesPressure, lanesPressure } from "./lanes-pressure.ts";
export {
  type ExportFormatName,
  exportFormat,
  type LateDropExports,
  lateDropExports,
} from "./late-drop-export.ts";
export {
  type CheckedExpression,
  checkedExpression,
  type ExpressionFault,
  type ExpressionVariable,
  expressionFault,
  expressionLengthMax,
  expressionVariables,
  type NotEvaluated,
  notEvaluated,
} from "./late-drop-expression.ts";
export {
  type FilteredLateDropPage,
  filteredLateDropPage,
  type GraceFigures,
  gracesMax,
  type LateDropFigures,
  type LateDropFilter,
  type LateDropPopulation,
  type LateDropsFrom,
  type LatenessBucket,
  type LatenessFigures,
  lateDropFigures,
  lateDropFilter,
  lateDropsFrom,
} from "./late-drop-figures.ts";
export { type LateDropRate, lateDropRate } from "./late-drop-rate.ts";
export { type LifecycleChange, lifecycleChange } from "./lifecycle-change.ts";
export {
  applyLiveEvent,
  type LiveAppState,
  type LiveEvent,
  type LiveRequest,
  type LiveState,
  liveAppsMax,
  liveEvent,
  liveEveryMs,
  liveRequest,
  nothingLive,
  type RowChanges,
  rowChanges,
} from "./live-event.ts";
export { type LiveLanes, liveLanes } from "./live-lanes.ts";
export { type LogRecord, logRecord } from "./log-record.ts";
export { behindBeyondMs, isBeyond, type Pace, pace, paceOf, type Standing } from "./pace.ts";
export { changesBetween, type PartitionChanges, partitionChanges, withChanges } from "./partition-changes.ts";
export { type RecentCommits, recentCommits } from "./recent-commits.ts";
export {
  type RecentTick,
  type RecentTicks,
  recentPartitionsMax,
  recentTick,
  recentTicks,
  recentTicksMax,
} from "./recent-ticks.ts";
export { acknowledgedAtOnceMax, type ViolationRef, violationRef } from "./violation-ref.ts";
export {
  type CopiedReport,
  copiedReport,
  leaderChangesAroundMs,
  reportedLeaderChangesMax,
  type ViolationReport,
  violationReport,
} from "./violation-report.ts";
export { applyWatchEvent, type TickWithoutPartitions, type WatchEvent, watchEvent } from "./watch-event.ts";
