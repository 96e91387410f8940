/**
 * The engine: one stream app in this process. Wires the rooms together, and is what an app holds.
 *
 * Owns the life cycle, the control, the status board, the processing and the server. The data path itself is in
 * `lifecycle/processing.ts`.
 */
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { type Logger, pino } from "pino";
import type { Engine, EngineInternals, EngineOptions } from "./app.ts";
import { type Cancel, type Clock, keepProcessAlive, systemClock } from "./clock.ts";
import { Tripwire } from "./dispatch/tripwire.ts";
import { StoatFlowError } from "./errors.ts";
import { PartitionBuffer } from "./ingest/partition-buffer.ts";
import { LaneStatus } from "./lane/lane-status.ts";
import { Control, type ControlOutcome } from "./lifecycle/control.ts";
import { type LifecycleEvent, type LifecycleState, nextLifecycle } from "./lifecycle/engine-state.ts";
import { Processing } from "./lifecycle/processing.ts";
import { prepareTopics } from "./lifecycle/topics.ts";
import { deadLetterTopicOf, type ResolvedOptions, resolveOptions, wantsDeadLetters } from "./options.ts";
import type { IncidentSimulator } from "./server/incident-simulator.ts";
import type { ControlRefused, ObservedApp } from "./server/observed-app.ts";
import { type RecordAccess, recordAccessOf } from "./server/record-source.ts";
import { type RunningServer, startServer } from "./server/start-server.ts";
import { type EngineViewOptions, snapshotParts } from "./status/engine-view.ts";
import { StatusBoard } from "./status/status-board.ts";
import { describe } from "./topology/topology.ts";
import type {
  ControlAnswer,
  FeedSnapshot,
  LifecycleKind,
  PauseRequest,
  ResumeRequest,
} from "./wire/index.ts";

/**
 * Makes an app; `start` starts it.
 *
 * @throws {StoatFlowError} `configuration`, naming the setting, its value and the remedy.
 * @example
 * ```ts
 * const engine = createEngine({ applicationId: "orders", topology: builder.build(), log: kafkaLog({ brokers }) });
 * await engine.start();
 * console.log(engine.url);
 * ```
 */
export function createEngine(options: EngineOptions): Engine {
  return new RunningEngine(options, {});
}

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

export class RunningEngine implements Engine, ObservedApp {
  readonly ended: Promise<StoatFlowError | undefined>;
  readonly records: RecordAccess;
  readonly #given: EngineOptions;
  readonly #internals: EngineInternals;
  readonly #options: ResolvedOptions;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #board: StatusBoard;
  readonly #tripwire: Tripwire;
  readonly #control: Control;
  readonly #view: EngineViewOptions;
  readonly #startedAtMs: number;
  #state: LifecycleState = "starting";
  #failure: StoatFlowError | undefined;
  #restoring = { store: "", rows: 0 };
  #pausingSinceMs = 0;
  #pausedSinceMs = 0;
  #feedClients = 0;
  #eventLoopDelayMs = 0;
  #processing: Processing | undefined;
  #server: RunningServer | undefined;
  #ticker: Cancel | undefined;
  #letProcessEnd: Cancel = () => {};
  #finish: (error: StoatFlowError | undefined) => void = () => {};

  constructor(given: EngineOptions, internals: EngineInternals) {
    if (!/^[a-zA-Z0-9._-]{1,200}$/.test(given.applicationId)) {
      throw new StoatFlowError(
        "configuration",
        `the applicationId is ${JSON.stringify(given.applicationId)}`,
        {
          setting: "applicationId",
          remedy: "use letters, digits, '.', '_' and '-', at most 200",
        },
      );
    }
    this.#given = given;
    this.#internals = internals;
    this.#logger = given.logger ?? pino({ name: given.applicationId });
    this.#options = resolveOptions({
      ...(given.settings === undefined ? {} : { code: given.settings }),
      ...(given.configFile === undefined ? {} : { yamlFile: given.configFile }),
      env: given.env ?? process.env,
      warn: (message) => this.#logger.warn(message),
    });
    this.#clock = given.clock ?? systemClock;
    this.#startedAtMs = this.#clock.nowMs();
    const bootId = given.bootId ?? randomUUID().slice(0, 8);
    const sources = given.topology.sources.map(({ topic }) => topic);
    this.records = recordAccessOf(given.log.admin, sources, this.#options["status.payload-bytes-kept"]);
    this.#board = new StatusBoard({
      clock: this.#clock,
      app: given.applicationId,
      instanceId: given.instanceId ?? `${given.applicationId}-1`,
      bootId,
      lateDropsKept: this.#options["status.late-drops-kept"],
      lateDropBytesKept: this.#options["status.late-drop-bytes-kept"],
      holdsKept: this.#options["status.holds-kept"],
      lateDroppers: given.topology.stores
        .filter(({ kind }) => kind === "windowedCount")
        .map(({ store }) => store),
      simulatesIncidents: given.incidents !== undefined,
      readsRecords: this.records.kind === "readable",
      violationsKept: this.#options["status.violations-kept"],
    });
    this.#tripwire = new Tripwire({ logger: this.#logger, record: (entry) => this.#board.violation(entry) });
    this.#control = new Control({
      clock: this.#clock,
      bootId,
      state: () => this.#state,
      apply: (event) => this.#apply(event),
    });
    this.#view = {
      clock: this.#clock,
      options: this.#options,
      topology: given.topology,
      logKind: given.log.kind,
      version,
      nodeVersion: process.version,
      laneStatus: new LaneStatus(),
    };
    this.ended = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  get incidents(): IncidentSimulator | undefined {
    return this.#given.incidents;
  }

  get url(): string | undefined {
    return this.#server?.url;
  }

  get lifecycle(): LifecycleKind {
    return this.#state;
  }

  /** The parts that do the work, for tests. */
  get processing(): Processing | undefined {
    return this.#processing;
  }

  async start(): Promise<void> {
    // The timers of the machine's clock hold no process, and while a log is tried again there may be nothing else.
    if (this.#clock === systemClock) this.#letProcessEnd = keepProcessAlive();
    try {
      const { applicationId, topology, log } = this.#given;
      const partitionCounts = await prepareTopics(log.admin, {
        topology,
        applicationId,
        changelogPartitions: this.#options["processing.changelog-partitions"],
        deadLetters: wantsDeadLetters(this.#options)
          ? deadLetterTopicOf(this.#options, applicationId)
          : undefined,
      });
      const processing = this.#createProcessing(partitionCounts);
      this.#processing = processing;
      this.#internals.created?.(processing);
      this.#tick();
      if (this.#options["server.enabled"]) {
        this.#server = await startServer({
          app: this,
          host: this.#options["server.host"],
          port: this.#options["server.port"],
          logger: this.#logger,
          clock: this.#clock,
        });
      }
      if (this.#isOver) {
        await this.#release();
        return;
      }
      this.#armTicker();
      await processing.start();
    } catch (thrown) {
      await this.#release();
      throw thrown;
    }
  }

  async stop(options: { readonly drainTimeoutMs?: number } = {}): Promise<void> {
    if (this.#isOver) {
      await this.#release();
      return;
    }
    const processing = this.#processing;
    const canDrain = processing?.phase === "active";
    this.#apply("stop");
    if (processing === undefined || !canDrain) {
      await this.#stopped();
      return;
    }
    const giveUp = this.#clock.after(options.drainTimeoutMs ?? 30_000, () => {
      this.#logger.warn(
        "a lane still holds records after the drain time-out; they are left for the next start",
      );
      void this.#stopped();
    });
    await this.ended;
    giveUp();
    await this.#release();
  }

  pause(request: PauseRequest): ControlAnswer | ControlRefused {
    return this.#answer(this.#control.pause(request), "pausing");
  }

  resume(request: ResumeRequest): ControlAnswer | ControlRefused {
    return this.#answer(this.#control.resume(request), "resuming");
  }

  snapshot(): FeedSnapshot {
    return this.current();
  }

  current(): FeedSnapshot {
    const { current } = this.#board;
    if (current === undefined) throw new StoatFlowError("configuration", "the app was not started yet");
    return current;
  }

  /** The status as it is now, by a tick of its own; for tests that look between two. */
  look(): FeedSnapshot {
    this.#tick();
    return this.current();
  }

  onTick(listener: (snapshot: FeedSnapshot) => void): () => void {
    return this.#board.onTick(listener);
  }

  topology(): ReturnType<ObservedApp["topology"]> {
    const { app, instanceId, bootId, wireVersion, sequence, atMs, capabilities } = this.current();
    const nodes = describe(this.#given.topology);
    return { app, instanceId, bootId, wireVersion, sequence, atMs, capabilities, nodes };
  }

  lateDrops(after: bigint, limit: number): ReturnType<ObservedApp["lateDrops"]> {
    return this.#board.lateDrops(after, limit);
  }

  holds(after: bigint, limit: number): ReturnType<ObservedApp["holds"]> {
    return this.#board.holds(after, limit);
  }

  violations(after: bigint, limit: number): ReturnType<ObservedApp["violations"]> {
    return this.#board.violations(after, limit);
  }

  feedClients(count: number): void {
    this.#feedClients = count;
  }

  #createProcessing(partitionCounts: ReadonlyMap<string, number>): Processing {
    const { applicationId, topology, log } = this.#given;
    const { createBuffer, created: _, ...watched } = this.#internals;
    return new Processing({
      applicationId,
      topology,
      log,
      options: this.#options,
      partitionCounts,
      clock: this.#clock,
      logger: this.#logger,
      tripwire: this.#tripwire,
      createBuffer: createBuffer ?? (() => new PartitionBuffer()),
      listener: {
        assigned: () => this.#apply("assigned"),
        restoring: (store, rows) => {
          this.#restoring = { store, rows };
        },
        ready: () => this.#ready(),
        revoked: () => this.#revoked(),
        drained: () => this.#drained(),
        published: (epoch) => this.#board.committed(epoch),
        holdEnded: (hold) => this.#board.holdEnded(hold),
        leaderChanged: (change) => this.#board.leaderChanged(change),
        rolledBack: (epoch, records) => this.#board.rolledBack(epoch, records),
        failed: (error) => this.#fail(error),
        ...watched,
      },
    });
  }

  /** Takes the life cycle one step; what is not allowed in the present state changes nothing. */
  #apply(event: LifecycleEvent): void {
    const next = nextLifecycle(this.#state, event);
    if (next === undefined) return;
    this.#logger.info({ from: this.#state, to: next }, `${this.#state} → ${next}`);
    this.#state = next;
    this.#processing?.allow(next === "running" || next === "resuming" || next === "restoring");
    if (next === "pausing") this.#pausingSinceMs = this.#clock.nowMs();
    if (next === "paused") this.#pausedSinceMs = this.#clock.nowMs();
    if (next === "resuming") this.#clock.nextTurn(() => this.#apply("resumed"));
    this.#tick();
  }

  /** State is read back. A pause that was asked for meanwhile still stands. */
  #ready(): void {
    this.#apply("ready");
    if (this.#control.reasons.any) this.#apply("pause");
  }

  /** Nothing is left to commit: a stop is over, and a pause is. */
  #revoked(): void {
    if (this.#state === "stopping") {
      void this.#stopped();
      return;
    }
    this.#control.takenOver();
    this.#apply("revoked");
  }

  #drained(): void {
    if (this.#state === "stopping") void this.#stopped();
    else this.#apply("drained");
  }

  get #isOver(): boolean {
    return this.#state === "stopped" || this.#state === "failed";
  }

  async #stopped(): Promise<void> {
    await this.#processing?.end();
    this.#apply("ended");
    await this.#release();
    this.#finish(undefined);
  }

  #fail(error: StoatFlowError): void {
    this.#failure = error;
    this.#logger.error({ err: error, remedy: error.remedy }, `the app has failed: ${error.message}`);
    this.#apply("fail");
    this.#control.end();
    this.#letProcessEnd();
    // The server goes on, so that the failure can be read; the process decides when to exit.
    void this.#processing?.end().finally(() => this.#finish(error));
  }

  async #release(): Promise<void> {
    this.#ticker?.();
    this.#control.end();
    await this.#processing?.end();
    await this.#server?.close();
    this.#letProcessEnd();
  }

  #answer(outcome: ControlOutcome, done: "pausing" | "resuming"): ControlAnswer | ControlRefused {
    if (outcome.kind === "refused") {
      const { kind: _, ...refused } = outcome;
      return { result: "refused", ...refused };
    }
    const { lifecycle, generation, pauseReasons } = this.current().status;
    return { result: outcome.kind === "done" ? done : "unchanged", generation, lifecycle, pauseReasons };
  }

  #armTicker(): void {
    const refreshMs = this.#options["processing.refresh-interval-ms"];
    const dueMs = this.#clock.monotonicMs() + refreshMs;
    this.#ticker = this.#clock.after(refreshMs, () => {
      this.#eventLoopDelayMs = Math.max(0, this.#clock.monotonicMs() - dueMs);
      this.#armTicker();
      this.#tick();
    });
  }

  #tick(): void {
    const processing = this.#processing;
    if (processing === undefined) return;
    const facts = {
      lifecycle: this.#state,
      failure: this.#failure,
      restoring: this.#restoring,
      pausingSinceMs: this.#pausingSinceMs,
      pausedSinceMs: this.#pausedSinceMs,
      control: this.#control,
      startedAtMs: this.#startedAtMs,
      feedClients: this.#feedClients,
      eventLoopDelayMs: this.#eventLoopDelayMs,
      serverLimits: this.#server?.limits() ?? {},
    };
    this.#board.tick(snapshotParts(this.#view, facts, processing, this.#board, this.#tripwire));
  }
}
