/**
 * The small names that examples in docstrings use for what their reader has at hand. They exist for the type checker
 * alone: nothing is behind them.
 */
import type { AppConfig, AppSnapshot, Collectors, Database, History, PauseWatch } from "@stoatflow/api";
import type { Clock, Engine, LogClient, StreamsBuilder, Topology } from "@stoatflow/engine";
import type { LogRecord, ManualClock } from "@stoatflow/engine/testing";
import type { FeedSnapshot } from "@stoatflow/engine/wire";
import type { Logger } from "pino";
import type { Times } from "../../apps/console/src/lib/format/times.ts";
import type { serving } from "../../packages/api/src/testing/serving.ts";
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
/** What a server of the API has at hand. */
export declare const apps: readonly AppConfig[];
export declare const database: Database;
export declare const history: History;
export declare const pauses: PauseWatch;
/** A client of the API. */
export declare const client: Awaited<ReturnType<typeof serving>>["client"];
/** What a page holds of an app that has an event time. */
export declare const view: {
  readonly snapshot: AppSnapshot & { readonly watermarks: { readonly globalWatermarkMs: number } };
};
/** What a page shows times by, and when. */
export declare const times: Times;
export declare const nowMs: number;
/** A file of settings, what is in it, and the environment. */
export declare const file: string;
export declare const text: string;
export declare const env: NodeJS.ProcessEnv;
export declare const engine: Engine;
/** A snapshot that a reader of the feed holds, and an event of the feed. */
export declare const held: FeedSnapshot;
export declare const event: { readonly data: string };
