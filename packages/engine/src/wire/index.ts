/** The shapes of everything that leaves the engine's process, shared with its readers. */
export { comparePartitions, type PartitionId, partitionId } from "../record/topic-partition.ts";
export {
  type Commit,
  type Commits,
  type CommitsBody,
  commit,
  commits,
  commitsBody,
  commitsMax,
} from "./commits.ts";
export {
  type ControlAnswer,
  type ControlChanged,
  controlAnswer,
  controlChanged,
  type PauseRequest,
  pauseRequest,
  type Refusal,
  type ResumeRequest,
  refusal,
  resumeRequest,
} from "./control.ts";
export { type Envelope, envelope, offsetText, wireVersion } from "./envelope.ts";
export { applyDelta, type FeedDelta, type FeedSnapshot, feedDelta, feedSnapshot } from "./feed.ts";
export { type LivenessBody, livenessBody, type ReadinessBody, readinessBody } from "./health.ts";
export { type Histogram, histogram } from "./histogram.ts";
export { type Hold, type HoldEndedBy, type HoldsBody, hold, holdEndedBy, holdsBody } from "./holds.ts";
export {
  type Incident,
  type IncidentAnswer,
  type IncidentRequest,
  type IncidentsBody,
  incident,
  incidentAnswer,
  incidentRequest,
  incidentsBody,
  incidentsMax,
} from "./incidents.ts";
export {
  type HotKey,
  hotKey,
  hotKeysMax,
  type Lane,
  type Lanes,
  type LanesBody,
  lane,
  lanes,
  lanesBody,
  lanesMax,
} from "./lanes.ts";
export {
  type LateDrop,
  type LateDropsBody,
  lateDrop,
  lateDropHeadersMax,
  lateDropsBody,
  type WatermarkMoveRef,
  watermarkMoveRef,
} from "./late-drops.ts";
export { type Payload, payload } from "./payload.ts";
export { type RecordBody, recordBody, recordBytesMax, recordHeadersMax } from "./record.ts";
export {
  type ControlChange,
  controlChange,
  controlChangesMax,
  type DrainBlocker,
  type DropReason,
  drainBlocker,
  drainBlockersMax,
  dropReason,
  type LeaderChange,
  type Lifecycle,
  type LifecycleKind,
  leaderChange,
  leaderChangesMax,
  lifecycle,
  lifecycleKinds,
  type PauseReason,
  pauseReason,
  pauseReasonsMax,
  type Status,
  type StatusBody,
  status,
  statusBody,
  type ViolationClass,
  type ViolationKind,
  violationClass,
  violationKind,
} from "./status.ts";
export { type TopologyBody, type TopologyNode, topologyBody, topologyNode } from "./topology.ts";
export { type Violation, type ViolationsBody, violation, violationsBody } from "./violations.ts";
export {
  type AlignmentHold,
  alignmentHold,
  type HeldBackBy,
  type HeldBackReason,
  heldBackBy,
  heldBackReason,
  type IdlenessClock,
  idlenessClock,
  type PartitionState,
  type PartitionWatermark,
  partitionState,
  partitionWatermark,
  type TakesPart,
  takesPart,
  type Watermarks,
  type WatermarksBody,
  watermarks,
  watermarksBody,
} from "./watermarks.ts";
