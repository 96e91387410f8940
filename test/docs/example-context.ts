/**
 * The small names that examples in docstrings use for what their reader has at hand. They exist for the type checker
 * alone: nothing is behind them.
 */
import type { Collectors } from "@stoatflow/api";
import type { Clock, Engine, LogClient, StreamsBuilder, Topology } from "@stoatflow/engine";
import type { LogRecord, ManualClock } from "@stoatflow/engine/testing";
import type { FeedSnapshot } from "@stoatflow/engine/wire";
import type { Logger } from "pino";
import type { ObservedApp } from "../../packages/engine/src/server/observed-app.ts";

export declare const builder: StreamsBuilder;
export declare const topology: Topology;
export declare const brokers: readonly string[];
export declare const log: LogClient;
export declare const clock: Clock;
export declare const logger: Logger;
/** The clock of a simulated world. */
export declare const world: ManualClock;
/** What a status server looks at. */
export declare const app: ObservedApp;
export declare const before: FeedSnapshot;
export declare const after: FeedSnapshot;
export declare const seen: LogRecord[];
export declare const collectors: Collectors;
export declare const engine: Engine;
/** A snapshot that a reader of the feed holds, and an event of the feed. */
export declare const held: FeedSnapshot;
export declare const event: { readonly data: string };
