/**
 * One simulated run: a world on a manual clock in which the plan happens, and what is wrong with what came of it.
 */
import { createHash } from "node:crypto";
import { EmbeddedWorld, partitionId, SeededRandom } from "@stoatflow/engine/testing";
import { feedSnapshot } from "@stoatflow/engine/wire";
import { makeTopology, outputTopics } from "./app.ts";
import { BufferWatch } from "./buffer-watch.ts";
import { ChoiceWatch } from "./choice-watch.ts";
import { deadLetterFaults, deadLetterTopic } from "./dead-letter-verdict.ts";
import { EventTimeWatch } from "./event-time-watch.ts";
import { EventTimes } from "./event-times.ts";
import { committedEpoch, History, numberOf } from "./history.ts";
import { InputLog } from "./input-log.ts";
import { outputFaults } from "./output-verdict.ts";
import { keys, makePlan, type Plan, type Step } from "./plan.ts";
import type { PlannedSource } from "./plan-sources.ts";
import { evaluate } from "./reference.ts";
import { answerSlowly } from "./slow-answers.ts";

export interface RunResult {
  readonly plan: Plan;
  /** One sentence each; empty where all is right. */
  readonly faults: readonly string[];
  readonly records: number;
  readonly lateDrops: number;
  /** Heads that were found held, and whose preview was reached. */
  readonly previews: number;
  /** Times that the log was cut in front of what was read. */
  readonly seekBacks: number;
  /** Looks that found a partition held by its group. */
  readonly alignedLooks: number;
  readonly deadLetters: number;
  /** The records of each partition in the order of their dispatch, as far as they were not undone. */
  readonly orders: readonly string[];
  /** A digest of all that could be seen of the run, byte for byte: two runs that have the same are the same run. */
  readonly trace: string;
}

const someone = { actor: "simulation", reason: "simulation" };

/** @param schedule another order of what may happen in any order, for the same plan. */
export async function simulate(seed: number, schedule = 0): Promise<RunResult> {
  const run = new Run(makePlan(seed), schedule);
  return run.toItsEnd();
}

class Run {
  readonly #plan: Plan;
  readonly #world: EmbeddedWorld;
  readonly #input: InputLog;
  readonly #history: History;
  readonly #buffers: BufferWatch;
  readonly #eventTime: EventTimeWatch;
  readonly #choice: ChoiceWatch;
  readonly #faults: string[] = [];
  readonly #trace = createHash("sha256");
  #crashed = false;
  #wasCut = false;
  #looks = 0;
  #seekBacks = 0;
  #alignedLooks = 0;

  constructor(plan: Plan, schedule: number) {
    this.#plan = plan;
    const { bufferCapacity, maxPollRecords } = plan;
    const joinedLate =
      plan.idlenessMs !== undefined ||
      plan.steps.some(({ kind }) => kind === "add-partition") ||
      plan.sources.some(({ role }) => role === "table");
    const times = new EventTimes(plan);
    this.#buffers = new BufferWatch(bufferCapacity - 1 + maxPollRecords);
    this.#eventTime = new EventTimeWatch({ times, joinedLate });
    this.#choice = new ChoiceWatch({ plan, times, nowMs: () => this.#world.clock.nowMs() });
    this.#history = new History({
      world: () => this.#world,
      input: () => this.#input,
      buffers: this.#buffers,
      times,
      eventTime: this.#eventTime,
      choice: this.#choice,
      note: (line) => this.#note(line),
    });
    const random = new SeededRandom(plan.seed + 1 + schedule * 1_000_003);
    const topology = makeTopology({
      plan,
      life: () => this.#history.life,
      fault: (sentence) => void this.#faults.push(sentence),
      emitted: (partition, watermarkMs) => times.emitted(partition, watermarkMs),
      wait: () =>
        new Promise((resolve) => {
          this.#world.clock.after(random.int((plan.slowMsMax ?? 0) + 1), resolve);
        }),
    });
    this.#world = new EmbeddedWorld({
      topics: { ...sourceTopics(plan), out: plan.outPartitions, totals: 1, finals: 1, echo: 1 },
      topology,
      random,
      internals: this.#history.internals,
      settings: {
        "processing.guarantee": plan.guarantee,
        "processing.lanes": plan.lanes,
        "processing.buffered-records-per-partition": plan.bufferCapacity,
        "processing.max-poll-records": plan.maxPollRecords,
        "processing.lane-capacity": plan.laneCapacity,
        "processing.commit-interval-ms": plan.commitIntervalMs,
        "processing.max-epoch-bytes": plan.maxEpochBytes,
        "processing.changelog-partitions": 3,
        "processing.undecodable": plan.undecodable,
        "processing.max-task-idle-ms": plan.maxTaskIdleMs,
        "processing.metadata-max-age-ms": 500,
        "status.late-drops-kept": 100_000,
      },
    });
    this.#input = new InputLog(this.#world, plan.places, plan.partitions);
    answerSlowly(this.#world, random, plan.answerDelayMsMax);
  }

  async toItsEnd(): Promise<RunResult> {
    await this.#start();
    for (const step of this.#plan.steps) {
      await this.#do(step);
      if (this.#crashed) await this.#start();
      this.#look();
    }
    await this.#settle();
    return this.#judge();
  }

  async #start(): Promise<void> {
    this.#crashed = false;
    this.#history.newProcess();
    await this.#world.start();
  }

  async #do(step: Step): Promise<void> {
    const { log, app } = this.#world;
    switch (step.kind) {
      case "append":
        return this.#input.append(step.partition, step.records);
      case "aborted":
        return this.#input.appendAborted(step.partition, step.records);
      case "open-upstream":
        return this.#input.openTransaction(step.partition, step.records);
      case "end-upstream":
        return this.#input.endTransaction(step.commit);
      case "pass":
        return this.#world.pass(step.ms);
      case "pause": {
        const { timeToLiveMs } = step;
        app.pause(timeToLiveMs === undefined ? someone : { ...someone, timeToLiveMs });
        return;
      }
      case "resume":
        app.resume(someone);
        return;
      case "crash":
        this.#world.crash();
        this.#crashed = true;
        return;
      case "crash-in-commit":
        log.inject({
          point: "crash-before-commit",
          onCrash: () => {
            this.#world.crash();
            this.#crashed = true;
          },
        });
        return;
      case "add-partition":
        return this.#input.addPartition();
      case "park":
      case "release":
        app.parkLane(Buffer.from(step.key), step.kind === "park");
        return;
      case "commit-unknown":
        return log.inject({ point: "commit-unknown", outcome: step.outcome });
      case "transaction-timed-out":
        return log.inject({ point: "broker-timeout-transaction", step: step.step });
      case "commit-delay":
        return log.inject({ point: "commit-delay", ms: step.ms, times: step.times });
      case "fetch-delay":
        return log.inject({ point: "fetch-delay", ms: step.ms, ...this.#input.placeOf(step.partition) });
      case "pause-ineffective":
        return log.inject({
          point: "pause-ineffective",
          times: 3,
          ...this.#input.placeOf(step.partition),
        });
      case "cut":
        return this.#cut(step.partition, step.share, step.records);
    }
  }

  /**
   * A log that is cut and grows again past the position while nobody looks can't be told from one that was not: the
   * app is at rest before, and has seen the cut before the log grows.
   */
  async #cut(partition: number, share: number, records: Parameters<InputLog["append"]>[1]): Promise<void> {
    if (partition >= this.#input.partitions) return;
    await this.#heal();
    await this.#world.pass(2000);
    const atRest = this.#atRest();
    // What its group holds does not read on, and would not see the cut.
    if (!atRest && this.#plan.sources.some(isAligned)) return;
    const before = this.#read(partition);
    this.#wasCut = true;
    const end = this.#input.cut(partition, share);
    await this.#world.pass(200);
    this.#input.append(partition, records);
    await this.#world.pass(2000);
    await this.#bringUp();
    if (!atRest || this.#crashed) return;
    const counted = this.#read(partition).regressions - before.regressions;
    const seekBacks = before.position !== undefined && before.position > end ? 1 : 0;
    this.#seekBacks += seekBacks;
    if (counted !== seekBacks) {
      this.#faults.push(`a cut from ${before.position} to ${end} counts ${counted} regressions`);
    }
  }

  /** What is committed lies below the cut once a record behind it is: none may be held for long. */
  async #bringUp(): Promise<void> {
    if (!this.#plan.sources.some(isAligned)) return;
    this.#input.appendLast();
    for (let tries = 0; tries < 30 && !this.#atRest(); tries += 1) await this.#world.pass(500);
  }

  /** How far the partition is, and how often an offset went back so far. */
  #read(of: number): { readonly position: bigint | undefined; readonly regressions: number } {
    const { status, watermarks } = this.#world.app.snapshot();
    const place = this.#input.placeOf(of);
    const { position } =
      watermarks.partitions.find(({ topic, partition }) => {
        return topic === place.topic && partition === place.partition;
      }) ?? {};
    return {
      position: typeof position === "string" ? BigInt(position) : undefined,
      regressions: status.counters.violations.partition_offset_regression,
    };
  }

  async #heal(): Promise<void> {
    await this.#input.endTransaction(true);
    this.#world.log.heal();
    if (this.#crashed) await this.#start();
    for (const key of keys) this.#world.app.parkLane(Buffer.from(key), false);
    this.#world.app.resume(someone);
  }

  /** What must hold at every moment. */
  #look(): void {
    const snapshot = this.#world.app.snapshot();
    this.#note(JSON.stringify(snapshot));
    const parsed = feedSnapshot.safeParse(snapshot);
    if (!parsed.success) this.#faults.push(`the snapshot is not as the wire has it: ${parsed.error.message}`);
    if (snapshot.watermarks.partitions.some(({ state }) => state === "aligned")) this.#alignedLooks += 1;
    this.#looks += 1;
    // Each look would read all outputs again; a run has dozens.
    if (this.#looks % 5 === 0) this.#judgeCommitted();
  }

  /** What is committed is what the epochs that are committed give, nothing less and nothing more (invariant 5). */
  #judgeCommitted(): void {
    const { guarantee } = this.#plan;
    if (guarantee !== "exactly-once") return;
    const committed = committedEpoch(this.#world);
    const epochs = this.#history.epochs.filter(({ number }) => number <= committed);
    this.#faults.push(...outputFaults(this.#world, evaluate(epochs, this.#plan), guarantee));
    if (!this.#wasCut) this.#judgeDeadLetters((partition) => this.#committed(partition));
  }

  #committed(partition: number): bigint {
    return this.#world.committed(partitionId(this.#input.placeOf(partition))) ?? 0n;
  }

  #judgeDeadLetters(committed: (partition: number) => bigint): void {
    const { guarantee, undecodable } = this.#plan;
    if (undecodable !== "dead-letter") return;
    this.#faults.push(...deadLetterFaults(this.#world, this.#input, { guarantee, committed }));
  }

  #note(line: string): void {
    this.#trace.update(line).update("\n");
  }

  /** All faults healed, the app comes to the end of its logs. */
  async #settle(): Promise<void> {
    await this.#heal();
    // Who keeps pace with a partition that has no more records and never is idle waits for as long as that is so.
    if (this.#plan.idlenessMs === undefined && this.#plan.sources.some(isAligned)) this.#input.appendLast();
    const until = this.#world.clock.nowMs() + 60_000;
    do {
      this.#world.app.resume(someone);
      await this.#world.pass(500);
      if (this.#crashed) await this.#start();
    } while (!this.#atRest() && this.#world.clock.nowMs() < until);
    if (!this.#atRest()) {
      const { status, watermarks } = this.#world.app.snapshot();
      const states = watermarks.partitions.map(({ state, position, endPosition }) => {
        return `${state} at ${position} of ${endPosition}`;
      });
      this.#faults.push(
        `the app is ${JSON.stringify(status.lifecycle)} and not at the end of its logs: ${states.join("; ")}`,
      );
    }
  }

  #atRest(): boolean {
    const { partitions } = this.#world.app.snapshot().watermarks;
    return (
      this.#world.app.lifecycle === "running" &&
      this.#history.open === 0 &&
      !this.#history.underWay &&
      partitions.length === this.#input.partitions &&
      partitions.every(({ lag, bufferedRecords, position, committed }) => {
        return lag === "0" && bufferedRecords === 0 && (committed ?? "0") === position;
      })
    );
  }

  #judge(): RunResult {
    const { guarantee, undecodable } = this.#plan;
    const expected = evaluate(this.#history.epochs, this.#plan);
    this.#judgeDispatch();
    this.#faults.push(...outputFaults(this.#world, expected, guarantee));
    this.#judgeDeadLetters((partition) => this.#committed(partition));
    this.#judgeDrops(expected);
    const { app, log, warnings } = this.#world;
    const { counters } = app.snapshot().status;
    if (counters.violations.commit_offset_regression > 0) this.#faults.push("a commit went back");
    const violations = app.violations(0n, 1000).items;
    for (const { kind, offsetBefore, offsetAfter } of violations.filter((entry) => entry.class === "bug")) {
      this.#faults.push(`the tripwire counts a bug: ${kind} from ${offsetBefore} to ${offsetAfter}`);
    }
    if (log.openTransactions().length > 0) this.#faults.push("a transaction is open at rest");
    const seen = { violations, warnings, lateDrops: app.lateDrops(0n, 100_000).items };
    this.#note(JSON.stringify(seen));
    for (const of of outputTopics) {
      for (const { key, value, timestampMs } of log.readCommitted(of)) {
        this.#note(`${of} ${key}=${value} at ${timestampMs}`);
      }
    }
    return {
      plan: this.#plan,
      faults: [
        ...this.#history.faults,
        ...this.#buffers.faults,
        ...this.#eventTime.faults,
        ...this.#choice.faults,
        ...new Set(this.#faults),
      ],
      records: this.#history.epochs.reduce((sum, { records }) => sum + records.length, 0),
      lateDrops: [...expected.lateDrops.values()].reduce((sum, drops) => sum + drops.length, 0),
      previews: this.#eventTime.previews,
      seekBacks: this.#seekBacks,
      alignedLooks: this.#alignedLooks,
      deadLetters: undecodable === "dead-letter" ? log.readCommitted(deadLetterTopic).length : 0,
      orders: this.#orders(),
      trace: this.#trace.digest("hex"),
    };
  }

  #orders(): string[] {
    const orders: string[][] = Array.from({ length: this.#input.partitions }, () => []);
    for (const { records } of this.#history.epochs) {
      for (const record of records) orders[this.#input.indexOf(record)]?.push(`${numberOf(record)}`);
    }
    return orders.map((numbers) => numbers.join());
  }

  /** Every record that a reader must see was dispatched once, as far as it was not undone. */
  #judgeDispatch(): void {
    const dispatched = new Map<number, Set<number>>();
    for (const { records } of this.#history.epochs) {
      for (const record of records) {
        const partition = this.#input.indexOf(record);
        const of = dispatched.get(partition) ?? new Set();
        dispatched.set(partition, of.add(numberOf(record)));
      }
    }
    for (let partition = 0; partition < this.#input.partitions; partition += 1) {
      const of = dispatched.get(partition);
      const lost = this.#input.readable(partition).filter((number) => !of?.has(number));
      if (lost.length > 0) this.#faults.push(`partition ${partition}: never dispatched: ${lost.join()}`);
    }
  }

  /** The drops of the last process: those of former ones went with them. */
  #judgeDrops({ lateDrops, nullKeys }: ReturnType<typeof evaluate>): void {
    const { process } = this.#history;
    const should = [...(lateDrops.get(process) ?? [])].sort();
    const { items } = this.#world.app.lateDrops(0n, 100_000);
    const is = items
      .map(({ value, window, watermarkMs }) => `${value?.text} ${window.startMs} ${watermarkMs}`)
      .sort();
    if (should.join() !== is.join()) {
      this.#faults.push(`late drops should be ${should.join(", ")}; are ${is.join(", ")}`);
    }
    const { dropped, lateDropped } = this.#world.app.snapshot().status.counters;
    if (dropped.late !== should.length || lateDropped !== should.length) {
      this.#faults.push(`${should.length} late drops; counted ${lateDropped} and ${dropped.late}`);
    }
    const { undecodable } = this.#input;
    if (process === 1 && !this.#wasCut && dropped.undecodable !== undecodable) {
      this.#faults.push(`${undecodable} records can't be decoded; counted ${dropped.undecodable}`);
    }
    const nulls = nullKeys.get(process) ?? 0;
    if (dropped.nullKey !== nulls)
      this.#faults.push(`${nulls} records without a key; counted ${dropped.nullKey}`);
  }
}

function isAligned({ maxDriftMs }: PlannedSource): boolean {
  return maxDriftMs !== undefined;
}

/** The topics that are read, each with the partitions that it has from the start on. */
function sourceTopics({ sources, places, partitions }: Plan): Record<string, number> {
  const there = places.slice(0, partitions);
  return Object.fromEntries(
    sources.map(({ topic }) => [topic, there.filter((place) => place.topic === topic).length]),
  );
}
