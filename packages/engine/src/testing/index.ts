/**
 * For tests of apps: a clock that moves when told, a seeded generator, an engine that a test can hold still, and a
 * small world of an embedded log with apps on it. The parts below them are for tests that drive one by itself.
 */

export type { EngineInternals } from "../app.ts";
export type { Cut } from "../commit/barrier.ts";
export { DispatchPartition } from "../dispatch/dispatch-partition.ts";
export { Dispatcher, type DispatchObserver, type HeadOutcome } from "../dispatch/dispatcher.ts";
export { PartitionBuffer, type RecordBuffer } from "../ingest/partition-buffer.ts";
export { PollLoop } from "../ingest/poll-loop.ts";
export { SourcePartition } from "../ingest/source-partition.ts";
export type { LogConsumer, Poll } from "../ports.ts";
export type { LogRecord } from "../record/record.ts";
export { type PartitionId, partitionId } from "../record/topic-partition.ts";
export { type MetricFamily, metricFamilies } from "../server/metric-families.ts";
export { nextGlobalWatermark } from "../watermark/global-watermark.ts";
export { Idleness } from "../watermark/idleness.ts";
export { PartitionWatermark } from "../watermark/partition-watermark.ts";
export { EmbeddedWorld, type TestRecord, type WorldOptions } from "./embedded-world.ts";
export { ManualClock, type ManualClockOptions } from "./manual-clock.ts";
export { ProcessClock } from "./process-clock.ts";
export { SeededRandom } from "./seeded-random.ts";
export { SortedBuffer } from "./sorted-buffer.ts";
export { createTestEngine, type TestEngine } from "./test-engine.ts";
