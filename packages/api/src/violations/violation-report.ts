import type { FeedSnapshot, Violation } from "@stoatflow/engine/wire";
import type { LeaderChangeEntry, ViolationEntry, ViolationReport } from "../wire/index.ts";

export interface ReportFacts {
  readonly madeAtMs: number;
  readonly consoleVersion: string;
  readonly appId: string;
  readonly environment: string | null;
  readonly violation: ViolationEntry;
  /** Of its partition, around it. */
  readonly leaderChanges: readonly LeaderChangeEntry[];
  /** The newest tick of the run that the violation is of, where the console follows that run. */
  readonly snapshot: FeedSnapshot | undefined;
  /** The newest tick of the app, whoever has the partition by now. */
  readonly now: FeedSnapshot | undefined;
}

/** Pure. Field by field, so that what the wire may carry one day is not in a report by accident. */
export function violationReportOf(facts: ReportFacts): ViolationReport {
  const { madeAtMs, consoleVersion, appId, environment, violation, leaderChanges, snapshot, now } = facts;
  return {
    madeAtMs,
    consoleVersion,
    appId,
    environment,
    bootId: violation.bootId,
    instanceId: violation.instanceId ?? snapshot?.instanceId ?? null,
    violation: evidenceOf(violation),
    run: snapshot === undefined ? { kind: "not-known" } : runOf(snapshot),
    leaderChanges: leaderChanges.map(({ fromEpoch, toEpoch, atOffset, readAtMs }) => ({
      fromEpoch,
      toEpoch,
      atOffset,
      readAtMs,
    })),
    partitionNow: now === undefined ? null : partitionOf(now, violation),
  };
}

function evidenceOf(violation: Violation): Violation {
  const { id, kind, topic, partition, atMs, epoch, offsetBefore, offsetAfter } = violation;
  return { id, kind, class: violation.class, topic, partition, atMs, epoch, offsetBefore, offsetAfter };
}

function runOf({ app, instanceId, wireVersion, status }: FeedSnapshot): ViolationReport["run"] {
  return {
    kind: "running",
    app,
    instanceId,
    startedAtMs: status.startedAtMs,
    engineVersion: status.build.version,
    nodeVersion: status.build.node,
    wireVersion,
    guarantee: status.guarantee,
    log: status.log,
    violations: { ...status.counters.violations },
  };
}

function partitionOf(
  { atMs, sequence, watermarks }: FeedSnapshot,
  { topic, partition }: Violation,
): ViolationReport["partitionNow"] {
  const found = watermarks.partitions.find((each) => each.topic === topic && each.partition === partition);
  if (found === undefined) return null;
  const { state, position, committed, endPosition, highWatermark, watermarkMs, previewWatermarkMs } = found;
  return {
    atMs,
    sequence,
    state,
    position,
    committed,
    endPosition,
    highWatermark,
    watermarkMs,
    previewWatermarkMs,
  };
}
