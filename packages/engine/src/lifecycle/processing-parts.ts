/**
 * What the processing is made of, and with: its options, whom it tells, and the parts that hold no decision of their
 * own about when they are called.
 */
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Cut, PublishedEpoch } from "../commit/barrier.ts";
import type { CommittedPosition, OutOfRangePolicies } from "../commit/committed-positions.ts";
import { Committer } from "../commit/committer.ts";
import type { EpochEffects } from "../commit/epoch-effects.ts";
import { OutputStamps } from "../commit/output-stamps.ts";
import { DispatchPartition } from "../dispatch/dispatch-partition.ts";
import type { Tripwire } from "../dispatch/tripwire.ts";
import type { StoatFlowError } from "../errors.ts";
import type { RecordBuffer } from "../ingest/partition-buffer.ts";
import { PollLoop } from "../ingest/poll-loop.ts";
import { SourcePartition } from "../ingest/source-partition.ts";
import type { LaneListener } from "../lane/lane.ts";
import { LanePool } from "../lane/lane-pool.ts";
import { SourceStage } from "../lane/source-stage.ts";
import { deadLetterTopicOf, type ResolvedOptions } from "../options.ts";
import type { LeaderChange, LogClient, LogConsumer } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import type { LogRecord } from "../record/record.ts";
import type { PartitionId, TopicPartition } from "../record/topic-partition.ts";
import { StoreSet } from "../state/store-set.ts";
import type { SourceNode } from "../topology/graph.ts";
import { buildLaneStage } from "../topology/stages.ts";
import type { Topology } from "../topology/topology.ts";
import { GeneratedWatermark, type KeptEventTime } from "../watermark/generated-watermark.ts";
import { type PartitionEventTime, PartitionWatermark } from "../watermark/partition-watermark.ts";
import type { WatermarkStrategy } from "../watermark/strategy.ts";
import type { WatermarkMoves } from "../watermark/watermark-moves.ts";
import type { HoldEntry } from "./hold-watch.ts";
import type { PartitionCounts } from "./topics.ts";

/** What the engine is told. */
export interface ProcessingListener {
  /** Partitions came; their state is read back. */
  assigned(): void;
  restoring(store: string, rows: number): void;
  /** Records can be dispatched. */
  ready(): void;
  /** All partitions went to another instance. */
  revoked(): void;
  /** Nothing is dispatched any more, and all that was is committed. */
  drained(): void;
  published(epoch: PublishedEpoch): void;
  rolledBack(epoch: number, records: number): void;
  holdEnded(hold: HoldEntry): void;
  /** A record of a new leader epoch was read. */
  leaderChanged(change: LeaderChange): void;
  failed(error: StoatFlowError): void;
  /** For tests that look at each dispatch and each cut. */
  dispatched?(record: LogRecord): void;
  /** A partition is read from `position` on: the start, or a recovery. */
  positioned?(partition: TopicPartition, position: Offset): void;
  fixed?(cut: Cut, epoch: number): void;
}

export interface ProcessingOptions {
  readonly applicationId: string;
  readonly topology: Topology;
  readonly log: LogClient;
  readonly options: ResolvedOptions;
  readonly partitionCounts: PartitionCounts;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tripwire: Tripwire;
  readonly listener: ProcessingListener;
  readonly createBuffer: () => RecordBuffer;
}

export interface ProcessingParts {
  readonly consumer: LogConsumer;
  readonly committer: Committer;
  readonly pollLoop: PollLoop;
  readonly lanes: LanePool;
  readonly stores: StoreSet;
  readonly source: SourceStage;
  readonly stamps: OutputStamps;
  readonly policies: OutOfRangePolicies;
}

/** What the parts need of what is made of them. */
export interface PartsContext {
  readonly effects: EpochEffects;
  /** The watermark that a restart would go on from, or a later one. */
  readonly committedWatermarkMs: () => number | undefined;
  /** What moved the watermark so far. */
  readonly moves: WatermarkMoves;
  readonly laneListener: LaneListener;
}

/** Makes the parts and installs stage 1 on every lane; what it does to the world goes to `effects`. */
export function makeParts(given: ProcessingOptions, context: PartsContext): ProcessingParts {
  const { effects, committedWatermarkMs, moves } = context;
  const { applicationId, topology, log, options, clock, logger, partitionCounts } = given;
  const partitionsOf = (topic: string): number => partitionCounts.get(topic) ?? 1;
  const nowMs = (): number => clock.nowMs();
  const consumer = log.consumer({
    groupId: applicationId,
    topics: topology.sources.map(({ topic }) => topic),
    maxPollRecords: options["processing.max-poll-records"],
    metadataMaxAgeMs: options["processing.metadata-max-age-ms"],
  });
  const committer = new Committer({
    log,
    consumer,
    groupId: applicationId,
    guarantee: options["processing.guarantee"],
    transactionalId: `${applicationId}-stoatflow`,
    transactionTimeoutMs: options["processing.transaction-timeout-ms"],
    logger,
  });
  const pollLoop = new PollLoop({
    consumer,
    bufferCapacity: options["processing.buffered-records-per-partition"],
  });
  const lanes = new LanePool({
    lanes: options["processing.lanes"],
    capacity: options["processing.lane-capacity"],
    monotonicMs: () => clock.monotonicMs(),
    nowMs,
    listener: context.laneListener,
  });
  const stores = new StoreSet({
    applicationId,
    stores: topology.stores.map(({ store, kind }) => ({
      name: store,
      kind: kind === "windowedCount" ? "window" : "key-value",
    })),
    lanes: options["processing.lanes"],
    partitionsOf,
  });
  // With exactly-once a closed window leaves together with the commit that closes it. With at-least-once its
  // tombstone could outlive offsets that are not committed, and the records behind them would count from 0.
  const atomic = options["processing.guarantee"] === "exactly-once";
  for (const lane of lanes.lanes) {
    const watermarkMs = (): number | undefined => lane.watermarkMs;
    const expiryWatermarkMs = atomic ? watermarkMs : committedWatermarkMs;
    lane.install(
      buildLaneStage(topology, {
        context: {
          lane: lane.index,
          watermarkMs,
          expiryWatermarkMs,
          movedBy: (closeMs) => moves.firstPast(closeMs),
          nowMs,
          after: (delayMs, callback) => clock.after(delayMs, callback),
          defer: (work) => lane.defer(work),
          release: (next, row) => lane.release(next, row, clock.nowMs()),
          effects,
        },
        windowStore: (name) => stores.windowStore(name, lane.index),
        keyValueStore: (name) => stores.keyValueStore(name, lane.index),
        partitionsOf,
        payloadBytesKept: options["status.payload-bytes-kept"],
        applicationId,
      }),
    );
  }
  const letters = deadLetterTopicOf(options, applicationId);
  const place = { topic: letters, partitions: partitionsOf(letters), app: applicationId };
  const beyondLimit = options["processing.output-beyond-limit"];
  const stamps = new OutputStamps({
    admin: log.admin,
    topics: topology.outputs,
    policy: beyondLimit === "dead-letter" ? { kind: beyondLimit, place } : { kind: beyondLimit },
    clock,
    logger,
  });
  const undecodable = options["processing.undecodable"];
  const hasRoom = (): boolean => effects.bytesHeld < options["processing.max-epoch-bytes"];
  const source = new SourceStage({
    dropped: (reason) => effects.dropped(reason),
    topology,
    lanes,
    undecodable:
      undecodable === "dead-letter" ? { kind: undecodable, place, hasRoom } : { kind: undecodable },
    invalidTimestamp: options["processing.invalid-timestamp"],
    nowMs,
  });
  const policies: OutOfRangePolicies = {
    committedBelowStart: options["processing.committed-below-start"],
    committedBeyondEnd: options["processing.committed-beyond-end"],
    logger,
  };
  return { consumer, committer, pollLoop, lanes, stores, source, stamps, policies };
}

/** A partition that nothing was polled of yet, read on where its last commit says. */
export function partitionAt(
  at: CommittedPosition,
  buffer: RecordBuffer,
  node: SourceNode | undefined,
  servedMs: number,
): DispatchPartition {
  const source = new SourcePartition(at.partition, buffer, at.position);
  source.endPosition = at.bounds.end;
  const strategy = node?.strategy;
  return new DispatchPartition(source, {
    table: node?.role === "table",
    watermark: eventTimeOf(source.id, strategy, at),
    idlenessMs: strategy?.idlenessMs,
    alignment: strategy?.alignment,
    servedMs,
    committed: at.committed,
  });
}

function eventTimeOf(
  id: PartitionId,
  strategy: WatermarkStrategy | undefined,
  kept: KeptEventTime,
): PartitionEventTime {
  if (strategy?.createGenerator !== undefined) {
    return new GeneratedWatermark(id, strategy.createGenerator, kept);
  }
  return new PartitionWatermark(strategy?.boundMs ?? 0, kept.highestMs);
}
