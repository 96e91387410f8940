/**
 * Where to go on from: what the group has committed, checked against what the log still has. Read at the start and
 * in every recovery, after the producer was initialised, so that a transaction that was open has been ended.
 */
import type { Logger } from "pino";
import { StoatFlowError } from "../errors.ts";
import type { LogBounds, LogConsumer } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import { type CommitMetadata, decodeCommitMetadata } from "./commit-metadata.ts";

export interface CommittedPosition {
  readonly partition: TopicPartition;
  /** Where to read on. */
  readonly position: Offset;
  /** `undefined` where the group never committed the partition. */
  readonly committed: Offset | undefined;
  readonly highestMs: number | undefined;
  /** What the partition's custom generator had emitted. */
  readonly emittedMs: number | undefined;
  readonly bounds: LogBounds;
}

export interface CommittedPositions {
  readonly partitions: ReadonlyMap<PartitionId, CommittedPosition>;
  /** The newest epoch that was committed; 0 where none was. */
  readonly epoch: number;
  readonly globalWatermarkMs: number | undefined;
}

export interface OutOfRangePolicies {
  readonly committedBelowStart: "earliest" | "fail";
  readonly committedBeyondEnd: "fail" | "earliest" | "end";
  readonly logger: Logger;
}

/**
 * @param recoverAt where a partition is read on that was set back since its last commit, however high that is.
 * @throws {StoatFlowError} `offset-out-of-range` where a policy is `fail`, naming both offsets and the choices.
 */
export async function readCommittedPositions(
  consumer: LogConsumer,
  assigned: readonly TopicPartition[],
  policies: OutOfRangePolicies,
  recoverAt: (id: PartitionId) => Offset | undefined = () => undefined,
): Promise<CommittedPositions> {
  const committed = await consumer.committed(assigned);
  const bounds = await consumer.bounds(assigned);
  const partitions = new Map<PartitionId, CommittedPosition>();
  let newest: CommitMetadata | undefined;
  for (const partition of assigned) {
    const id = partitionId(partition);
    const found = committed.get(id);
    const bound = bounds.get(id);
    if (bound === undefined) {
      throw new StoatFlowError("log-unavailable", `the log does not tell the bounds of ${id}`, {
        remedy: "see whether the topic still exists and its leader answers",
      });
    }
    const metadata = found === undefined ? undefined : decodeCommitMetadata(found.metadata);
    if (metadata !== undefined && (newest === undefined || metadata.epoch > newest.epoch)) newest = metadata;
    partitions.set(id, {
      partition,
      position: positionOf(id, found?.offset, recoverAt(id), bound, policies),
      committed: found?.offset,
      highestMs: metadata?.highestMs,
      emittedMs: metadata?.emittedMs,
      bounds: bound,
    });
  }
  return { partitions, epoch: newest?.epoch ?? 0, globalWatermarkMs: newest?.globalWatermarkMs };
}

function positionOf(
  id: PartitionId,
  committed: Offset | undefined,
  recoverAt: Offset | undefined,
  bound: LogBounds,
  policies: OutOfRangePolicies,
): Offset {
  if (recoverAt === undefined || (committed !== undefined && committed < recoverAt)) {
    return committed === undefined ? bound.start : withinLog(id, committed, bound, policies);
  }
  // The log may have been cut once more since.
  return withinLog(id, recoverAt < bound.end ? recoverAt : bound.end, bound, policies);
}

function withinLog(
  id: PartitionId,
  committed: Offset,
  bound: LogBounds,
  policies: OutOfRangePolicies,
): Offset {
  if (committed < bound.start) {
    if (policies.committedBelowStart === "fail") {
      throw outOfRange(
        `${id} is committed at offset ${committed}, but the log starts at ${bound.start}`,
        "below-start",
      );
    }
    policies.logger.warn(
      { partition: id, committed: committed.toString(), logStart: bound.start.toString() },
      `${id}: offsets ${committed} to ${bound.start} are no longer in the log; reading goes on at ${bound.start}`,
    );
    return bound.start;
  }
  if (committed > bound.end) {
    const policy = policies.committedBeyondEnd;
    if (policy === "fail") {
      throw outOfRange(
        `${id} is committed at offset ${committed}, but the log ends at ${bound.end}`,
        "beyond-end",
      );
    }
    const position = policy === "end" ? bound.end : bound.start;
    policies.logger.warn(
      { partition: id, committed: committed.toString(), logEnd: bound.end.toString() },
      `${id}: committed at ${committed} beyond the end ${bound.end}; reading goes on at ${position} by policy`,
    );
    return position;
  }
  return committed;
}

function outOfRange(message: string, side: "below-start" | "beyond-end"): StoatFlowError {
  const setting = `stoatflow.processing.committed-${side}`;
  const choices = side === "beyond-end" ? "earliest or end" : "earliest";
  return new StoatFlowError("offset-out-of-range", message, {
    setting,
    remedy: `set ${setting} to ${choices} to go on`,
  });
}
