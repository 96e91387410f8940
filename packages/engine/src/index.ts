/** A stream processor in one process: Kafka in, operators and state in lanes, Kafka out. */

export type { Engine, EngineOptions } from "./app.ts";
export { type Clock, systemClock } from "./clock.ts";
export { createEngine } from "./engine.ts";
export { type ErrorCode, StoatFlowError } from "./errors.ts";
export type { KeyValue } from "./operators/map.ts";
export { type TimeWindow, TimeWindows, type Windowed } from "./operators/window/time-windows.ts";
export { type OptionsInput, type ResolvedOptions, resolveOptions, type SettingKey } from "./options.ts";
export type { LogClient } from "./ports.ts";
export { partitionForKey } from "./record/murmur2.ts";
export type { ProducerRecord } from "./record/record.ts";
export { type Serde, Serdes } from "./record/serde.ts";
export { type ExitStatus, errorLine, exitStatusOf, type RunOptions, runApp } from "./run.ts";
export {
  type Consumed,
  type Grouped,
  type KGroupedStream,
  type KStream,
  type KTable,
  type Materialized,
  type Produced,
  StreamsBuilder,
  type TimeWindowedKStream,
} from "./topology/builder.ts";
export type { Topology } from "./topology/topology.ts";
export { WatermarkStrategy } from "./watermark/strategy.ts";
