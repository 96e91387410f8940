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
export type { IncidentSimulator } from "./server/incident-simulator.ts";
export { StreamsBuilder } from "./topology/builder.ts";
export {
  type AsyncOptions,
  type Consumed,
  type Grouped,
  type Materialized,
  type Produced,
  Suppressed,
  type Suppression,
} from "./topology/dsl-options.ts";
export type {
  KGroupedStream,
  KStream,
  KTable,
  TimeWindowedKStream,
  WindowedKTable,
} from "./topology/k-stream.ts";
export type { Topology } from "./topology/topology.ts";
export type { WatermarkGenerator, WatermarkOutput } from "./watermark/generator.ts";
export { type WatermarkAlignment, WatermarkStrategy } from "./watermark/strategy.ts";
