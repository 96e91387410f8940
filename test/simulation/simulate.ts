/**
 * One simulated run: a world on a manual clock in which the plan happens, and what is wrong with what came of it.
 */
import { type Serde, Serdes, StreamsBuilder, WatermarkStrategy } from "@stoatflow/engine";
import { EmbeddedWorld, SeededRandom } from "@stoatflow/engine/testing";
import { feedSnapshot } from "@stoatflow/engine/wire";
import { History, numberOf } from "./history.ts";
import { InputLog, topic } from "./input-log.ts";
import { keys, makePlan, type Plan, type Step } from "./plan.ts";
import { evaluate } from "./reference.ts";
import { answerSlowly } from "./slow-answers.ts";

export interface RunResult {
  readonly plan: Plan;
  /** One sentence each; empty where all is right. */
  readonly faults: readonly string[];
  readonly records: number;
  readonly outputs: number;
  readonly lateDrops: number;
  readonly commits: number;
}

const someone = { actor: "simulation", reason: "simulation" };

export async function simulate(seed: number): Promise<RunResult> {
  const run = new Run(makePlan(seed));
  return run.toItsEnd();
}

class Run {
  readonly #plan: Plan;
  readonly #world: EmbeddedWorld;
  readonly #input: InputLog;
  readonly #history: History;
  readonly #faults: string[] = [];
  #crashed = false;
  #wasCut = false;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#history = new History(
      () => this.#world,
      () => this.#input,
    );
    const random = new SeededRandom(plan.seed + 1);
    this.#world = new EmbeddedWorld({
      topics: { [topic]: plan.partitions, out: plan.outPartitions },
      topology: countsOf(plan),
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
        "processing.undecodable": "skip",
        "processing.metadata-max-age-ms": 500,
        "status.late-drops-kept": 100_000,
      },
    });
    this.#input = new InputLog(this.#world, plan.partitions);
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
        if (this.#input.partitions < 4) this.#input.addPartition();
        return;
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
        return log.inject({ point: "fetch-delay", topic, partition: step.partition, ms: step.ms });
      case "pause-ineffective":
        return log.inject({ point: "pause-ineffective", topic, partition: step.partition, times: 3 });
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
    this.#wasCut = true;
    await this.#heal();
    await this.#world.pass(2000);
    this.#input.cut(partition, share);
    await this.#world.pass(200);
    this.#input.append(partition, records);
    await this.#world.pass(2000);
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
    const { app } = this.#world;
    const { bufferCapacity, maxPollRecords } = this.#plan;
    const snapshot = app.snapshot();
    const parsed = feedSnapshot.safeParse(snapshot);
    if (!parsed.success) this.#faults.push(`the snapshot is not as the wire has it: ${parsed.error.message}`);
    for (const { topic: of, partition, bufferedRecords } of snapshot.watermarks.partitions) {
      if (bufferedRecords > bufferCapacity - 1 + maxPollRecords) {
        this.#faults.push(`${of}-${partition} holds ${bufferedRecords} records`);
      }
    }
  }

  /** All faults healed, the app comes to the end of its logs. */
  async #settle(): Promise<void> {
    await this.#heal();
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
        `the app is ${status.lifecycle.kind} and not at the end of its logs: ${states.join("; ")}`,
      );
    }
  }

  #atRest(): boolean {
    const { partitions } = this.#world.app.snapshot().watermarks;
    return (
      this.#world.app.lifecycle === "running" &&
      this.#history.open === 0 &&
      partitions.length === this.#input.partitions &&
      partitions.every(({ lag, bufferedRecords, position, committed }) => {
        return lag === "0" && bufferedRecords === 0 && (committed ?? "0") === position;
      })
    );
  }

  #judge(): RunResult {
    const expected = evaluate(this.#history.epochs, this.#plan.windows);
    this.#judgeDispatch();
    if (this.#plan.guarantee === "exactly-once") this.#judgeExactlyOnce(expected.outputs);
    else this.#judgeAtLeastOnce(expected.counts);
    this.#judgeDrops(expected);
    const { counters } = this.#world.app.snapshot().status;
    if (counters.violations.commit_offset_regression > 0) this.#faults.push("a commit went back");
    const bugs = this.#world.app.violations(0n, 1000).items.filter((entry) => entry.class === "bug");
    for (const { kind, offsetBefore, offsetAfter } of bugs) {
      this.#faults.push(`the tripwire counts a bug: ${kind} from ${offsetBefore} to ${offsetAfter}`);
    }
    if (this.#world.log.openTransactions().length > 0) this.#faults.push("a transaction is open at rest");
    const lateDrops = [...expected.lateDrops.values()].reduce((sum, drops) => sum + drops.length, 0);
    return {
      plan: this.#plan,
      faults: [...this.#history.faults, ...this.#faults],
      records: this.#history.epochs.reduce((sum, { records }) => sum + records.length, 0),
      outputs: [...expected.outputs.values()].reduce((sum, list) => sum + list.length, 0),
      lateDrops,
      commits: counters.committedEpochs,
    };
  }

  /** Every record that a reader must see was dispatched once, as far as it was not undone. */
  #judgeDispatch(): void {
    const dispatched = new Map<number, Set<number>>();
    for (const { records } of this.#history.epochs) {
      for (const record of records) {
        const of = dispatched.get(record.partition) ?? new Set();
        dispatched.set(record.partition, of.add(numberOf(record)));
      }
    }
    for (let partition = 0; partition < this.#input.partitions; partition += 1) {
      const of = dispatched.get(partition);
      const lost = this.#input.readable(partition).filter((number) => !of?.has(number));
      if (lost.length > 0) this.#faults.push(`partition ${partition}: never dispatched: ${lost.join()}`);
    }
  }

  #judgeExactlyOnce(expected: ReadonlyMap<string, readonly string[]>): void {
    const actual = this.#outputs();
    for (const place of new Set([...expected.keys(), ...actual.keys()])) {
      const [should, is] = [expected.get(place) ?? [], actual.get(place) ?? []];
      if (should.join() !== is.join()) {
        this.#faults.push(`${place}: should be ${should.join(", ")}; is ${is.join(", ")}`);
      }
    }
  }

  #judgeAtLeastOnce(expected: ReadonlyMap<string, number>): void {
    const actual = this.#outputs();
    for (const [place, count] of expected) {
      const last = Number.parseInt(actual.get(place)?.at(-1) ?? "0", 10);
      if (last < count) this.#faults.push(`${place}: should be at least ${count}; is ${last}`);
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

  #outputs(): Map<string, string[]> {
    const byKey = new Map<string, string[]>();
    for (const { key, value, timestampMs } of this.#world.log.readCommitted("out")) {
      const place = `${key}`;
      const of = byKey.get(place) ?? [];
      of.push(`${value} at ${timestampMs}`);
      byKey.set(place, of);
    }
    return byKey;
  }
}

function countsOf({ boundMs, idlenessMs, windows }: Plan) {
  const strings: { key: Serde<string>; value: Serde<string> } = {
    key: Serdes.string(),
    value: Serdes.string(),
  };
  const builder = new StreamsBuilder();
  builder
    .stream(topic, {
      ...strings,
      watermark: WatermarkStrategy.boundedOutOfOrderness<string, string>(boundMs).withIdleness(idlenessMs),
    })
    .groupByKey()
    .windowedBy(windows)
    .count({ name: "counts" })
    .toStream()
    .map(({ key, window }, count) => ({ key: `${key}@${window.startMs}`, value: `${count}` }))
    .to("out", strings);
  return builder.build();
}
