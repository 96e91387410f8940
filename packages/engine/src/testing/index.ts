/** For tests of apps: a clock that moves when told, a seeded generator, and an engine that a test can hold still. */
export type { Cut } from "../commit/barrier.ts";
export type { EngineInternals } from "../engine.ts";
export { PartitionBuffer, type RecordBuffer } from "../ingest/partition-buffer.ts";
export { ManualClock, type ManualClockOptions } from "./manual-clock.ts";
export { SeededRandom } from "./seeded-random.ts";
export { SortedBuffer } from "./sorted-buffer.ts";
export { createTestEngine, type TestEngine } from "./test-engine.ts";
