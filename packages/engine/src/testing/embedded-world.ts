/**
 * A small world for tests: an embedded log and a manual clock, and apps that start, crash and start again on them.
 * Nothing in it waits for real time, so a run is the same run each time.
 */
import { type Logger, pino } from "pino";
import type { EngineInternals } from "../app.ts";
import { createEmbeddedLog, type EmbeddedClientOptions, type EmbeddedLog } from "../embedded/index.ts";
import type { OptionsInput } from "../options.ts";
import type { LogRecord } from "../record/record.ts";
import type { Topology } from "../topology/topology.ts";
import { ManualClock } from "./manual-clock.ts";
import { ProcessClock } from "./process-clock.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { createTestEngine, type TestEngine } from "./test-engine.ts";

/** What a world holds. */
export interface WorldOptions {
  /** The topics, each with its number of partitions. */
  readonly topics: Readonly<Record<string, number>>;
  readonly topology: Topology;
  readonly settings?: OptionsInput;
  readonly internals?: EngineInternals;
  /** Shuffles what may happen in any order. @default the order in which it was asked for */
  readonly random?: SeededRandom;
  /** @default "app" */
  readonly applicationId?: string;
}

/** A record to append; `ts` is in milliseconds from the start of the world. */
export interface TestRecord {
  readonly key: string | null;
  readonly value: string | null;
  readonly ts: number;
}

/**
 * An embedded log with one app on it, under a clock that stands still until a test lets it go on.
 *
 * @example
 * ```ts
 * const world = new EmbeddedWorld({ topics: { orders: 1, "orders-per-minute": 1 }, topology });
 * world.append("orders", 0, [{ key: "a", value: "1", ts: 0 }]);
 * await world.start();
 * await world.pass(1000);
 * world.output("orders-per-minute"); // what a read_committed reader sees
 * ```
 */
export class EmbeddedWorld {
  readonly clock: ManualClock;
  readonly log: EmbeddedLog;
  readonly startMs: number;
  /** Messages logged at `warn` and above. */
  readonly warnings: string[] = [];
  /** What the next start is given; may be changed between two starts. */
  settings: OptionsInput;
  readonly #options: WorldOptions;
  readonly #logger: Logger;
  #process: { readonly clock: ProcessClock; readonly crash: () => void } | undefined;
  #engine: TestEngine | undefined;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.settings = options.settings ?? {};
    this.clock = new ManualClock(options.random === undefined ? {} : { random: options.random });
    this.startMs = this.clock.nowMs();
    this.log = createEmbeddedLog({ clock: this.clock });
    for (const [topic, partitions] of Object.entries(options.topics)) this.log.createTopic(topic, partitions);
    this.#logger = pino(
      { level: "warn" },
      { write: (line: string) => void this.warnings.push(JSON.parse(line).msg) },
    );
  }

  /** The app that was started last. */
  get app(): TestEngine {
    if (this.#engine === undefined) throw new Error("no app was started in this world");
    return this.#engine;
  }

  /** Appends as a producer without transactions does. */
  append(topic: string, partition: number, records: readonly TestRecord[]): void {
    this.log.append(
      topic,
      partition,
      records.map((record) => this.record(record)),
    );
  }

  /** The same record as the embedded log takes it. */
  record({ key, value, ts }: TestRecord) {
    return {
      key: key === null ? null : Buffer.from(key),
      value: value === null ? null : Buffer.from(value),
      timestampMs: this.startMs + ts,
      headers: [],
    };
  }

  /** Starts the app on this log, as a new process. */
  async start(join: EmbeddedClientOptions = {}): Promise<TestEngine> {
    const clock = new ProcessClock(this.clock);
    const client = this.log.client(join);
    const { topology, internals, applicationId } = this.#options;
    const engine = createTestEngine(
      {
        applicationId: applicationId ?? "app",
        topology,
        log: client,
        clock,
        env: {},
        bootId: "boot",
        logger: this.#logger,
        settings: { "processing.lanes": 4, ...this.settings, "server.enabled": false },
      },
      internals,
    );
    this.#engine = engine;
    this.#process = {
      clock,
      crash: () => {
        client.crash();
        clock.end();
      },
    };
    const started = engine.start();
    await this.clock.settle();
    await started;
    return engine;
  }

  /** The process vanishes: nothing is flushed, committed or aborted by it. */
  crash(): void {
    this.#process?.crash();
  }

  /** Lets time pass in steps of 10 ms, coming to rest after each. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.clock.nowMs() + ms;
    while (this.clock.nowMs() < untilMs) await this.clock.advance(Math.min(10, untilMs - this.clock.nowMs()));
  }

  /** What a `read_committed` reader sees, as `key=value`. */
  output(topic: string): string[] {
    return this.log.readCommitted(topic).map(keyValue);
  }

  /** The offset that the app has committed of a partition, by its `topic-partition`. */
  committed(id: string): bigint | undefined {
    return this.log.committed(this.#options.applicationId ?? "app").get(id)?.offset;
  }
}

function keyValue({ key, value }: LogRecord): string {
  return `${key === null ? "null" : key.toString()}=${value === null ? "null" : value.toString()}`;
}
