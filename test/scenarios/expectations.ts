/** Compares what a scenario expects at a moment with what is there: one sentence for each difference. */
import type { LogRecord, TestEngine } from "@stoatflow/engine/testing";
import { bytesOf } from "./bytes.ts";
import { applicationId } from "./instance.ts";
import { metricValue } from "./metric-value.ts";
import {
  type Amount,
  BadScenario,
  type Expectation,
  type LateDropExpectation,
  type PartitionExpectation,
} from "./scenario-file.ts";
import type { World } from "./world.ts";

type LateDrop = ReturnType<TestEngine["lateDrops"]>["items"][number];

/** How much of a long list a sentence shows. */
const shownMax = 400;

/** How many keys of a topic a sentence names. */
const keysShownMax = 10;

/** @throws {BadScenario} where something is asked for that there can't be. */
export function unmet(expected: Expectation, world: World): string[] {
  return new Check(world).all(expected);
}

class Check {
  readonly #world: World;
  readonly #unmet: string[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  all(expected: Expectation): string[] {
    const world = this.#world;
    if (expected.lifecycle !== undefined) {
      this.#same("lifecycle", expected.lifecycle, this.#engine.lifecycle);
    }
    if (expected.previousLifecycle !== undefined) {
      this.#same("previousLifecycle", expected.previousLifecycle, world.previous?.engine.lifecycle);
    }
    this.#status(expected);
    this.#dispatch(expected);
    this.#outputs(expected);
    this.#drops(expected);
    for (const words of expected.warnings ?? []) {
      const found = world.warnings.some((warning) => words.every((word) => warning.includes(word)));
      if (!found) this.#tell(`a warning with ${words.join(", ")}`, "there", lastOf(world.warnings));
    }
    for (const word of expected.noWarnings ?? []) {
      const found = world.warnings.find((warning) => warning.includes(word));
      if (found !== undefined) this.#tell(`a warning with ${word}`, "none", found);
    }
    if (expected.openTransactions !== undefined) {
      this.#amount("openTransactions", expected.openTransactions, world.log.openTransactions().length);
    }
    return this.#unmet;
  }

  get #engine(): TestEngine {
    const engine = this.#world.current?.engine;
    if (engine === undefined)
      throw new BadScenario("the app was not started yet; `start` it before something of it is expected");
    return engine;
  }

  #status({ global, partitions, heldBackBy, metrics }: Expectation): void {
    if ([global, partitions, heldBackBy, metrics].every((part) => part === undefined)) return;
    const { clockStartMs } = this.#world.scenario;
    const { watermarks } = this.#engine.look();
    if (global !== undefined) this.#moment("global", global, watermarks.globalWatermarkMs);
    for (const [id, expected] of Object.entries(partitions ?? {})) {
      const found = watermarks.partitions.find((of) => `${of.topic}-${of.partition}` === id);
      this.#partition(id, expected, found);
    }
    if (heldBackBy === null) this.#same("heldBackBy", null, watermarks.heldBackBy);
    else if (heldBackBy !== undefined) this.#part("heldBackBy", heldBackBy, watermarks.heldBackBy);
    for (const [name, amount] of Object.entries(metrics ?? {})) {
      this.#amount(name, amount, metricValue(this.#engine, name, clockStartMs));
    }
  }

  #partition(
    id: string,
    expected: PartitionExpectation,
    found: ReturnType<TestEngine["look"]>["watermarks"]["partitions"][number] | undefined,
  ): void {
    if (found === undefined) {
      this.#tell(id, "a partition that the app has", "none");
      return;
    }
    const { state, watermark, preview, headOffset, held, buffered } = expected;
    if (state !== undefined) this.#same(`${id} state`, state, found.state);
    if (watermark !== undefined) this.#moment(`${id} watermark`, watermark, found.watermarkMs);
    if (preview !== undefined) this.#moment(`${id} preview`, preview, found.previewWatermarkMs);
    if (headOffset !== undefined) {
      this.#same(`${id} headOffset`, headOffset, found.headOffset === null ? null : Number(found.headOffset));
    }
    if (held !== undefined) this.#same(`${id} held`, held, found.headHeldSinceMs !== null);
    if (buffered !== undefined) this.#amount(`${id} buffered`, buffered, found.bufferedRecords);
  }

  #dispatch({ dispatched, dispatchedOf, bufferedMax, committed }: Expectation): void {
    const world = this.#world;
    if (dispatched !== undefined) this.#list("dispatched", dispatched, world.dispatched);
    for (const [id, expected] of Object.entries(dispatchedOf ?? {})) {
      if (!this.#hasPartition(`dispatched of ${id}`, id)) continue;
      const prefix = `${id}@`;
      const found = world.dispatched.filter((of) => of.startsWith(prefix));
      const offsets = found.map((of) => of.slice(prefix.length));
      this.#list(`dispatched of ${id}`, expected.map(String), offsets);
    }
    for (const [id, most] of Object.entries(bufferedMax ?? {})) {
      if (!this.#hasPartition(`most buffered of ${id}`, id)) continue;
      this.#amount(`most buffered of ${id}`, { atMost: most }, this.#bufferedMax(id));
    }
    const group = world.log.committed(applicationId);
    for (const [id, expected] of Object.entries(committed ?? {})) {
      if (!this.#hasPartition(`committed of ${id}`, id)) continue;
      const offset = [...group].find(([of]) => of === id)?.[1].offset;
      if (expected === null) this.#same(`committed of ${id}`, null, offset ?? null);
      else this.#amount(`committed of ${id}`, expected, offset === undefined ? undefined : Number(offset));
    }
  }

  #bufferedMax(id: string): number {
    for (const [of, most] of this.#world.bufferedMax) if (of === id) return most;
    return 0;
  }

  /** Tells it where the log has no such partition: what is not there would meet every "none". */
  #hasPartition(what: string, id: string): boolean {
    const [, topic = "", partition = ""] = /^(.+)-(\d+)$/.exec(id) ?? [];
    if (topic === "") {
      this.#unmet.push(`${what}: ${id} is no partition; write it as topic-partition, e.g. in-0`);
      return false;
    }
    const count = this.#partitionCount(what, topic);
    if (count === undefined || Number(partition) < count) return count !== undefined;
    this.#unmet.push(`${what}: the topic ${topic} has no partition ${partition}, for it has ${count}`);
    return false;
  }

  #partitionCount(what: string, topic: string): number | undefined {
    const count = this.#world.log.partitionCount(topic);
    if (count === undefined) this.#unmet.push(`${what}: the log has no topic ${topic}`);
    return count;
  }

  #outputs({ output, outputByKey, outputTotal }: Expectation): void {
    const { reader } = this.#world;
    for (const [topic, expected] of Object.entries(output ?? {})) {
      const found = this.#visible(`output of ${topic}`, topic);
      const pairs = found?.map((of) => `${reader.show(of.key)}=${reader.show(of.value)}`);
      if (pairs !== undefined) this.#list(`output of ${topic}`, expected, pairs);
    }
    for (const [topic, counts] of Object.entries(outputByKey ?? {})) {
      const visible = this.#visible(`outputs of ${topic} by key`, topic);
      if (visible === undefined) continue;
      const found = new Map<string, number>();
      for (const { key } of visible) {
        const shown = reader.show(key);
        found.set(shown, (found.get(shown) ?? 0) + 1);
      }
      for (const [key, amount] of Object.entries(counts)) {
        const hint = found.has(key) ? "" : `; ${keysOf(found)}`;
        this.#amount(`outputs of ${topic} by ${key}`, amount, found.get(key) ?? 0, hint);
      }
    }
    for (const [topic, amount] of Object.entries(outputTotal ?? {})) {
      const visible = this.#visible(`outputs of ${topic}`, topic);
      if (visible !== undefined) this.#amount(`outputs of ${topic}`, amount, visible.length);
    }
  }

  /** Told and `undefined` where the log has no such topic. */
  #visible(what: string, topic: string): LogRecord[] | undefined {
    return this.#partitionCount(what, topic) === undefined ? undefined : this.#world.log.readCommitted(topic);
  }

  #drops({ lateDrops, dropped, lateDropRecords }: Expectation): void {
    if (lateDrops === undefined && dropped === undefined && lateDropRecords === undefined) return;
    const { counters } = this.#engine.look().status;
    if (lateDrops !== undefined) this.#amount("lateDrops", lateDrops, counters.lateDropped);
    const byReason = new Map<string, number>(Object.entries(counters.dropped));
    for (const [reason, amount] of Object.entries(dropped ?? {})) {
      const names = reason === "nullKeyOrValue" ? ["nullKey", "nullValue"] : [reason];
      const found = names.reduce((sum, name) => sum + (byReason.get(name) ?? 0), 0);
      this.#amount(`dropped by ${reason}`, amount, found);
    }
    if (lateDropRecords === undefined) return;
    const found = this.#allLateDrops();
    this.#same("lateDropRecords", lateDropRecords.length, found.length);
    for (const [place, expected] of lateDropRecords.entries()) {
      const drop = found[place];
      if (drop !== undefined) this.#lateDrop(`late drop ${place}`, expected, drop);
    }
  }

  #allLateDrops(): LateDrop[] {
    const drops: LateDrop[] = [];
    let after = 0n;
    for (;;) {
      const page = this.#engine.lateDrops(after, 500);
      drops.push(...page.items);
      if (page.items.length === 0) return drops;
      after = BigInt(page.next);
    }
  }

  #lateDrop(what: string, expected: LateDropExpectation, found: LateDrop): void {
    const { topic, partition, offset, key, ts, watermark, latenessMs, windowStart, windowEnd } = expected;
    if (topic !== undefined) this.#same(`${what} topic`, topic, found.topic);
    if (partition !== undefined) this.#same(`${what} partition`, partition, found.partition);
    if (offset !== undefined) this.#same(`${what} offset`, offset, Number(found.offset));
    if (key !== undefined) {
      const shown = found.key === null ? null : Buffer.from(found.key.text, found.key.encoding);
      this.#same(`${what} key`, this.#show(bytesOf(key)), this.#show(shown));
    }
    if (ts !== undefined) this.#moment(`${what} ts`, ts, found.timestampMs);
    if (watermark !== undefined) this.#moment(`${what} watermark`, watermark, found.watermarkMs);
    if (latenessMs !== undefined) this.#amount(`${what} latenessMs`, latenessMs, found.latenessMs);
    if (windowStart !== undefined) this.#moment(`${what} windowStart`, windowStart, found.window.startMs);
    if (windowEnd !== undefined) this.#moment(`${what} windowEnd`, windowEnd, found.window.endMs);
    if (expected.movedBy === null) this.#same(`${what} movedBy`, null, found.movedBy);
    else if (expected.movedBy !== undefined) this.#part(`${what} movedBy`, expected.movedBy, found.movedBy);
  }

  #show(bytes: Buffer | null): string {
    return this.#world.reader.show(bytes);
  }

  /** A moment as the engine has it, since 1970, against one of the scenario's time. */
  #moment(what: string, expected: Amount | null, foundMs: number | null): void {
    const found = foundMs === null ? null : foundMs - this.#world.scenario.clockStartMs;
    if (expected === null) this.#same(what, null, found);
    else this.#amount(what, expected, found ?? undefined);
  }

  #amount(what: string, expected: Amount, found: number | undefined, hint = ""): void {
    const meets =
      found !== undefined &&
      (typeof expected === "number"
        ? found === expected
        : found >= (expected.atLeast ?? found) && found <= (expected.atMost ?? found));
    if (!meets) this.#tell(what, JSON.stringify(expected), `${found ?? null}${hint}`);
  }

  #same(what: string, expected: unknown, found: unknown): void {
    if (expected !== found) this.#tell(what, text(expected), text(found));
  }

  /** Each field that is expected. */
  #part(what: string, expected: Readonly<Record<string, unknown>>, found: object | null): void {
    const fields = new Map(Object.entries(found ?? {}));
    for (const [name, value] of Object.entries(expected))
      this.#same(`${what} ${name}`, value, fields.get(name));
  }

  #list(what: string, expected: readonly string[], found: readonly string[]): void {
    const length = Math.max(expected.length, found.length);
    for (let place = 0; place < length; place += 1) {
      if (expected[place] === found[place]) continue;
      const show = (of: readonly string[]): string =>
        `${of.length}, from the ${place}th ${shown(of.slice(place))}`;
      this.#tell(what, show(expected), show(found));
      return;
    }
  }

  #tell(what: string, expected: string, found: string): void {
    this.#unmet.push(`${what}: expected ${expected}, found ${found}`);
  }
}

function text(of: unknown): string {
  return typeof of === "string"
    ? of
    : (JSON.stringify(of, (_, v) => (typeof v === "bigint" ? `${v}` : v)) ?? "none");
}

function shown(list: readonly string[]): string {
  const all = JSON.stringify(list);
  return all.length <= shownMax ? all : `${all.slice(0, shownMax)}…`;
}

function keysOf(found: ReadonlyMap<string, number>): string {
  if (found.size === 0) return "there are no outputs";
  const keys = [...found.keys()];
  return `keys are ${keys.slice(0, keysShownMax).join(", ")}${keys.length > keysShownMax ? ", …" : ""}`;
}

function lastOf(warnings: readonly string[]): string {
  return warnings.length === 0 ? "no warning" : shown(warnings.slice(-5));
}
