/**
 * One process of a scenario's app: the real engine on the embedded log, under a clock that ends with it.
 *
 * The world makes one for each start and each take-over, and asks it what it has seen.
 */
import type { Topology } from "@stoatflow/engine";
import type { EmbeddedClientOptions, EmbeddedLog } from "@stoatflow/engine/embedded";
import {
  createTestEngine,
  type ManualClock,
  PartitionBuffer,
  type PartitionId,
  ProcessClock,
  partitionId,
  type TestEngine,
} from "@stoatflow/engine/testing";
import type { Logger } from "pino";
import type { EngineSettings } from "./scenario-file.ts";

/** What the world gives every instance, and where it hears of them. */
export interface InstanceOptions {
  readonly clock: ManualClock;
  readonly log: EmbeddedLog;
  readonly settings: EngineSettings;
  readonly logger: Logger;
  readonly topology: (clock: ProcessClock) => Topology;
  readonly join: EmbeddedClientOptions;
  readonly parked: Iterable<Buffer>;
  readonly dispatched: (id: PartitionId, offset: bigint) => void;
  readonly buffered: (id: PartitionId, records: number) => void;
  readonly startRefused: (thrown: unknown) => void;
  readonly stopFailed: (thrown: unknown) => void;
}

export const applicationId = "app";

export class Instance {
  readonly engine: TestEngine;
  readonly #clock: ProcessClock;
  readonly #crashClient: () => void;
  readonly #startRefused: (thrown: unknown) => void;
  readonly #stopFailed: (thrown: unknown) => void;

  constructor(options: InstanceOptions) {
    const { clock, log, settings, logger, join, parked, buffered } = options;
    this.#clock = new ProcessClock(clock);
    this.#startRefused = options.startRefused;
    this.#stopFailed = options.stopFailed;
    const client = log.client(join);
    this.#crashClient = () => client.crash();
    let made: WatchedBuffer | undefined;
    this.engine = createTestEngine(
      {
        applicationId,
        topology: options.topology(this.#clock),
        log: client,
        clock: this.#clock,
        env: {},
        bootId: "boot",
        logger,
        settings: {
          "processing.guarantee": settings.guarantee,
          "processing.buffered-records-per-partition": settings.bufferedRecordsPerPartition,
          "processing.max-poll-records": settings.maxPollRecords,
          "processing.lanes": settings.lanes,
          "processing.lane-capacity": settings.laneCapacity,
          "processing.commit-interval-ms": settings.commitIntervalMs,
          "processing.refresh-interval-ms": settings.previewRefreshMs,
          "processing.max-task-idle-ms": settings.maxTaskIdleMs,
          "processing.invalid-timestamp": settings.invalidTimestamp,
          "processing.undecodable": settings.undecodable,
          "server.enabled": false,
        },
      },
      {
        createBuffer: () => {
          made = new WatchedBuffer();
          return made;
        },
        positioned: (partition) => {
          const id = partitionId(partition);
          made?.watch((records) => buffered(id, records));
        },
        dispatched: (record) => options.dispatched(partitionId(record), record.offset),
        created: ({ lanes }) => {
          for (const key of parked) lanes.laneOf(key, undefined).park(true);
        },
      },
    );
  }

  start(): void {
    this.engine.start().catch(this.#startRefused);
  }

  stop(): void {
    this.engine.stop().catch(this.#stopFailed);
  }

  /** The process vanishes: nothing is flushed, committed or aborted by it. */
  crash(): void {
    this.#crashClient();
    this.#clock.end();
  }

  /** The log knows the process for dead already. */
  vanish(): void {
    this.#clock.end();
  }
}

/** The engine's buffer, telling how many records it holds after each poll. */
class WatchedBuffer extends PartitionBuffer {
  #tell: (records: number) => void = () => {};

  watch(tell: (records: number) => void): void {
    this.#tell = tell;
  }

  override append(records: Parameters<PartitionBuffer["append"]>[0]): void {
    super.append(records);
    this.#tell(this.size);
  }
}
