/**
 * The world of one scenario: an embedded log, a manual clock, and the instances of the app on them.
 *
 * It does what the timeline's verbs say and keeps what expectations ask for. The runner owns it and moves its clock.
 */
import { StoatFlowError } from "@stoatflow/engine";
import { createEmbeddedLog, type EmbeddedLog } from "@stoatflow/engine/embedded";
import { ManualClock, type PartitionId, SeededRandom } from "@stoatflow/engine/testing";
import { type Logger, pino } from "pino";
import { ByteReader, bytesAt, bytesOf, hexOf } from "./bytes.ts";
import { Instance } from "./instance.ts";
import {
  type Action,
  type Append,
  BadScenario,
  type FaultSpec,
  type Headers,
  type Scenario,
} from "./scenario-file.ts";
import { scenarioTopology } from "./scenario-topology.ts";

/** An expectation that was not met, or what kept the run from its end. */
export interface Failure {
  readonly atMs: number;
  readonly what: string;
}

export class World {
  readonly scenario: Scenario;
  readonly clock: ManualClock;
  readonly log: EmbeddedLog;
  readonly reader: ByteReader;
  /** Messages logged at `warn` and above. */
  readonly warnings: string[] = [];
  /** `topic-partition@offset` of all that was dispatched, in order. */
  readonly dispatched: string[] = [];
  readonly bufferedMax = new Map<PartitionId, number>();
  readonly #logger: Logger;
  readonly #parked = new Map<string, Buffer>();
  readonly #troubles: Failure[] = [];
  #didNotStart = false;
  #running: Instance | undefined;
  #current: Instance | undefined;
  #previous: Instance | undefined;

  constructor(scenario: Scenario, seed: number) {
    this.scenario = scenario;
    const random = new SeededRandom(seed);
    this.clock = new ManualClock({
      startMs: scenario.clockStartMs,
      random,
      settleCallbacksMax: 10_000_000,
    });
    this.log = createEmbeddedLog({ clock: this.clock });
    for (const [topic, { partitions }] of Object.entries(scenario.topics)) {
      this.log.createTopic(topic, partitions);
    }
    this.reader = new ByteReader(hexOf(scenario.timeline));
    this.#logger = pino(
      { level: "warn" },
      { write: (line: string) => void this.warnings.push(String(JSON.parse(line).msg)) },
    );
  }

  /** The instance that was started last, whatever became of it. */
  get current(): Instance | undefined {
    return this.#current;
  }

  /** The one that the current one took over from. */
  get previous(): Instance | undefined {
    return this.#previous;
  }

  /** Whether a start of the app was refused. */
  get didNotStart(): boolean {
    return this.#didNotStart;
  }

  /** What went wrong since the last call beside expectations: a start that was refused, a pause not carried out. */
  takeTroubles(): Failure[] {
    return this.#troubles.splice(0);
  }

  /** The scenario's time. */
  get nowMs(): number {
    return this.clock.nowMs() - this.scenario.clockStartMs;
  }

  do(action: Exclude<Action, { verb: "expect" | "every" }>): void {
    switch (action.verb) {
      case "append":
        this.append(action.given);
        break;
      case "appendTransaction": {
        const { topic, partition, outcome } = action.given;
        this.log.appendTransaction(topic, partition, this.#recordsOf(action.given), outcome);
        break;
      }
      case "compact":
        this.log.compact(action.given.topic, action.given.partition, action.given.removeOffsets);
        break;
      case "deleteRecords":
        this.log.deleteRecords(action.given.topic, action.given.partition, action.given.beforeOffset);
        break;
      case "truncate":
        this.log.truncate(action.given.topic, action.given.partition, action.given.toOffset);
        break;
      case "addPartitions":
        this.log.addPartitions(action.given.topic, action.given.partitions);
        break;
      case "start":
        if (this.#running !== undefined && this.#running.engine.lifecycle !== "failed") {
          throw new BadScenario("the app is started, and runs already");
        }
        this.#running?.crash();
        this.#start(false);
        break;
      case "takeOver":
        this.#previous = this.#instance("takeOver");
        this.#start(true);
        break;
      case "crash":
        this.#instance("crash").crash();
        this.#running = undefined;
        break;
      case "stop":
        this.#instance("stop").stop();
        this.#running = undefined;
        break;
      case "pause":
      case "resume":
        this.#control(action.verb);
        break;
      case "parkLane":
      case "releaseLane":
        this.#park(bytesOf(action.given.key) ?? Buffer.alloc(0), action.verb === "parkLane");
        break;
      case "fault":
        this.#inject(action.given);
        break;
    }
  }

  append(of: Append): void {
    this.log.append(of.topic, of.partition, this.#recordsOf(of));
  }

  /** Ends what still runs. */
  end(): void {
    for (const instance of [this.#current, this.#previous]) instance?.crash();
  }

  #start(cutsOff: boolean): void {
    try {
      this.#startOne(cutsOff);
    } catch (thrown) {
      if (!(thrown instanceof StoatFlowError)) throw thrown;
      this.#startRefused(thrown);
    }
  }

  #startOne(cutsOff: boolean): void {
    const instance = new Instance({
      clock: this.clock,
      log: this.log,
      settings: this.scenario.engine,
      logger: this.#logger,
      topology: (clock) => scenarioTopology(this.scenario, { clock, reader: this.reader }),
      join: { cutsOff },
      parked: this.#parked.values(),
      dispatched: (id, offset) => void this.dispatched.push(`${id}@${offset}`),
      buffered: (id, records) => {
        this.bufferedMax.set(id, Math.max(records, this.bufferedMax.get(id) ?? 0));
      },
      startRefused: (thrown) => this.#startRefused(thrown),
      stopFailed: (thrown) => this.#trouble(`the app did not stop: ${messageOf(thrown)}`),
    });
    this.#current = instance;
    this.#running = instance;
    instance.start();
  }

  #startRefused(thrown: unknown): void {
    this.#didNotStart = true;
    this.#trouble(`the app did not start: ${messageOf(thrown)}`);
  }

  #trouble(what: string): void {
    this.#troubles.push({ atMs: this.nowMs, what });
  }

  #instance(verb: string): Instance {
    if (this.#running === undefined) throw new BadScenario(`${verb}: the app does not run`);
    return this.#running;
  }

  #control(verb: "pause" | "resume"): void {
    const { engine } = this.#instance(verb);
    const request = { actor: "scenario", reason: "as the timeline says" };
    const answer = verb === "pause" ? engine.pause(request) : engine.resume(request);
    if (answer.result === "refused") this.#trouble(`${verb} was refused: ${answer.message}`);
  }

  #park(key: Buffer, parked: boolean): void {
    const id = key.toString("hex");
    if (parked) this.#parked.set(id, key);
    else this.#parked.delete(id);
    this.#running?.engine.parkLane(key, parked);
  }

  #inject(fault: FaultSpec): void {
    const { times = 1 } = fault;
    if (fault.point === "crash-before-commit") {
      this.log.inject({ point: fault.point, times, onCrash: () => this.#vanish() });
    } else {
      this.log.inject({ ...fault, times });
    }
  }

  #vanish(): void {
    this.#running?.vanish();
    this.#running = undefined;
  }

  #recordsOf(of: Append) {
    const at = (ts: number | "now"): number => this.scenario.clockStartMs + (ts === "now" ? this.nowMs : ts);
    const headersOf = (headers: Headers | undefined) =>
      (Array.isArray(headers) ? headers : Object.entries(headers ?? {})).map(
        ([name, value]): [string, Buffer | null] => [name, bytesOf(value)],
      );
    if ("records" in of) {
      return of.records.map(({ key, value, ts, headers }) => ({
        key: bytesOf(key),
        value: bytesOf(value),
        timestampMs: at(ts),
        headers: headersOf(headers),
      }));
    }
    const { count, key, value, ts, tsStep = 0, headers } = of;
    return Array.from({ length: count }, (_, i) => ({
      key: bytesAt(key, i),
      value: bytesAt(value, i),
      timestampMs: at(ts) + i * tsStep,
      headers: headersOf(headers),
    }));
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
