/**
 * A record that is stamped two hours ahead waits at the head of its partition under a backlog of the others, on a real
 * broker: once where the log takes such stamps, and once where the event time comes from the payload and the app's own
 * outputs meet the log's limit of one hour. Event time goes on without it, and at the end everything came out once.
 */
import { randomUUID } from "node:crypto";
import {
  type Engine,
  type OptionsInput,
  Serdes,
  StreamsBuilder,
  Suppressed,
  TimeWindows,
  type Topology,
  WatermarkStrategy,
} from "@stoatflow/engine";
import { kafkaLog } from "@stoatflow/engine/kafka";
import { createTestEngine, type LogRecord } from "@stoatflow/engine/testing";
import { Kafka, logLevel } from "kafkajs";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Broker, startBroker } from "../broker/index.ts";
import { waitFor } from "../wait-for.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;
const keys = 20;
const backlogEach = 700;
const perRecordMs = 5;
const raised = { "message.timestamp.after.max.ms": `${24 * hourMs}` };

let broker: Broker;
let log: ReturnType<typeof kafkaLog>;
const engines: Engine[] = [];

beforeAll(async () => {
  broker = await startBroker();
  log = kafkaLog({ brokers: [broker.brokers] });
});

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
});

afterAll(async () => {
  await log?.close();
  await broker?.stop();
});

/** What a record says: which one it is, and when it happened. */
interface Fact {
  readonly id: string;
  readonly atMs: number;
}

interface Written {
  readonly partition: number;
  readonly key: string;
  readonly fact: Fact;
}

/** A whole minute some way back, so that windows begin with the first record. */
function baseMs(): number {
  return Math.floor((Date.now() - hourMs) / minuteMs) * minuteMs;
}

/** Partition 0 has one record of an hour ago and then what is two hours ahead; the others a backlog of some minutes. */
function facts(baseAtMs: number): Written[] {
  const written: Written[] = [];
  const add = (partition: number, atMs: number): void => {
    const id = `${partition}/${written.length}`;
    written.push({ partition, key: `k${written.length % keys}`, fact: { id, atMs } });
  };
  add(0, baseAtMs);
  for (let i = 0; i < 3; i += 1) add(0, baseAtMs + 3 * hourMs + i * 1000);
  for (let i = 0; i < backlogEach; i += 1)
    for (const partition of [1, 2]) add(partition, baseAtMs + i * 1000);
  return written;
}

async function topicsOf(names: readonly string[], config: Record<string, string>) {
  const id = randomUUID().slice(0, 8);
  const topics = Object.fromEntries(names.map((name) => [name, `${name}-${id}`]));
  const specs = Object.values(topics).map((topic) => ({
    topic,
    partitions: 3,
    config: { "retention.ms": "-1", ...config },
  }));
  await log.admin.createTopics(specs);
  return { id, topicOf: (name: string): string => topics[name] ?? "" };
}

async function produce(
  topic: string,
  messages: readonly { partition: number; key: string; value: string; atMs: number }[],
) {
  const producer = new Kafka({ brokers: [broker.brokers], logLevel: logLevel.NOTHING }).producer();
  await producer.connect();
  const sent = messages.map(({ atMs, ...rest }) => ({ ...rest, timestamp: `${atMs}` }));
  await producer.send({ topic, acks: -1, messages: sent });
  await producer.disconnect();
}

async function committed(topic: string): Promise<LogRecord[]> {
  const seen: LogRecord[] = [];
  await log.admin.readToEnd(topic, (records) => void seen.push(...records));
  return seen;
}

/** `in` → a call of some milliseconds → `rows`; and of that, the final count of each minute and key → `finals`. */
function topologyOf(topicOf: (name: string) => string, lateTopic?: string): Topology {
  const builder = new StreamsBuilder();
  const watermark = WatermarkStrategy.boundedOutOfOrderness<string, Fact>(0).withTimestampAssigner(
    (_, { atMs }) => atMs,
  );
  const called = builder
    .stream(topicOf("in"), { key: Serdes.string(), value: Serdes.json<Fact>(), watermark })
    .mapValuesAsync((fact) => new Promise<Fact>((resolve) => setTimeout(resolve, perRecordMs, fact)));
  called.mapValues(({ id }) => id).to(topicOf("rows"), { key: Serdes.string(), value: Serdes.string() });
  const windowed = called.groupByKey().windowedBy(TimeWindows.ofSizeWithNoGrace(minuteMs));
  (lateTopic === undefined ? windowed : windowed.sideOutputLateData(lateTopic))
    .count({ name: "counts" })
    .suppress(Suppressed.untilWindowCloses())
    .toStream()
    .map(({ key, window }, count) => ({ key: `${key}@${window.startMs}`, value: `${count}` }))
    .to(topicOf("finals"), { key: Serdes.string(), value: Serdes.string() });
  return builder.build();
}

/** The counts of the minutes that the backlog's partitions have passed in the end. */
function finalCounts(written: readonly Written[], watermarkMs: number): string[] {
  const counts = new Map<string, number>();
  for (const { key, fact } of written) {
    const startMs = Math.floor(fact.atMs / minuteMs) * minuteMs;
    if (startMs + minuteMs > watermarkMs) continue;
    const of = `${key}@${startMs}`;
    counts.set(of, (counts.get(of) ?? 0) + 1);
  }
  return [...counts].map(([of, count]) => `${of}=${count}`).sort();
}

const text = ({ key, value }: LogRecord): string => `${key}=${value}`;

interface Cuts {
  /** When a barrier carried a watermark for the first time, by the watermark. */
  readonly carried: { readonly atMs: number; readonly globalMs: number }[];
}

async function start(
  id: string,
  topology: Topology,
  settings: OptionsInput = {},
): Promise<{ engine: Engine; cuts: Cuts }> {
  const cuts: Cuts = { carried: [] };
  const engine = createTestEngine(
    {
      applicationId: `ahead-${id}`,
      topology,
      log: kafkaLog({ brokers: [broker.brokers] }),
      logger: pino({ level: "silent" }),
      env: {},
      settings: {
        "server.enabled": false,
        "processing.lanes": 4,
        "processing.lane-capacity": 8,
        ...settings,
      },
    },
    {
      fixed: ({ globalWatermarkMs }) => {
        if (globalWatermarkMs === undefined || globalWatermarkMs === cuts.carried.at(-1)?.globalMs) return;
        cuts.carried.push({ atMs: Date.now(), globalMs: globalWatermarkMs });
      },
    },
  );
  engines.push(engine);
  await engine.start();
  return { engine, cuts };
}

async function caughtUp(engine: Engine): Promise<void> {
  await waitFor("the app has caught up", () => {
    const { partitions } = engine.snapshot().watermarks;
    const done = partitions.every(({ lag, position, committed: of }) => lag === "0" && position === of);
    return partitions.length === 3 && done ? true : undefined;
  });
}

/** The head at offset 1 of partition 0 is held, the watermark leaves it behind, and windows close meanwhile. */
async function eventTimeGoesOn(
  engine: Engine,
  cuts: Cuts,
  topicOf: (name: string) => string,
  baseAtMs: number,
) {
  const headOf = () => engine.snapshot().watermarks.partitions.find(({ partition }) => partition === 0);
  const held = await waitFor("the head is held and gives its preview", () => {
    const head = headOf();
    return head?.headOffset === "1" && head.previewWatermarkMs !== null ? head : undefined;
  });
  expect(held).toMatchObject({ state: "held", previewWatermarkMs: baseAtMs + 3 * hourMs });
  const movedOn = await waitFor("event time has moved on", () =>
    cuts.carried.find(({ globalMs }) => globalMs > baseAtMs),
  );
  const waitedMs = movedOn.atMs - (held.headHeldSinceMs ?? Number.NEGATIVE_INFINITY);
  expect(waitedMs).toBeGreaterThanOrEqual(500);
  expect(waitedMs).toBeLessThanOrEqual(1500);
  const fired = await waitFor("windows of the others have closed", async () => {
    const finals = await committed(topicOf("finals"));
    return finals.length > 0 ? finals : undefined;
  });
  expect(fired.length).toBeGreaterThan(0);
  expect((await committed(topicOf("rows"))).filter(({ value }) => String(value) === "0/1")).toEqual([]);
}

describe("a head two hours ahead under a backlog", () => {
  it("holds event time for a second and a half at most, and all comes out once", async () => {
    const { id, topicOf } = await topicsOf(["in", "rows", "finals"], raised);
    const baseAtMs = baseMs();
    const written = facts(baseAtMs);
    await produce(
      topicOf("in"),
      written.map(({ partition, key, fact }) => ({
        partition,
        key,
        value: JSON.stringify(fact),
        atMs: fact.atMs,
      })),
    );
    const { engine, cuts } = await start(id, topologyOf(topicOf));
    await eventTimeGoesOn(engine, cuts, topicOf, baseAtMs);
    await caughtUp(engine);
    const rows = await committed(topicOf("rows"));
    expect(rows.map(({ value }) => String(value)).sort()).toEqual(written.map(({ fact }) => fact.id).sort());
    // What came of the records ahead has their event time, as the topic takes it.
    const stamps = rows.filter(({ value }) => String(value).startsWith("0/")).map((row) => row.timestampMs);
    expect(Math.max(...stamps)).toBe(baseAtMs + 3 * hourMs + 2000);
    const expected = finalCounts(written, baseAtMs + (backlogEach - 1) * 1000);
    expect((await committed(topicOf("finals"))).map(text).sort()).toEqual(expected);
    expect(engine.snapshot().status.counters).toMatchObject({ lateDropped: 0, rolledBackEpochs: 0 });
  });

  it("on topics with the default limit gives outputs that are stamped now, with their event time in a header; dead letters and late drops are in their topics once", async () => {
    const { id, topicOf } = await topicsOf(["in", "rows", "finals", "late"], {});
    const baseAtMs = baseMs();
    const written = facts(baseAtMs);
    const nowMs = Date.now();
    await produce(topicOf("in"), [
      ...written.map(({ partition, key, fact }) => ({
        partition,
        key,
        value: JSON.stringify(fact),
        atMs: nowMs,
      })),
      { partition: 1, key: "bad", value: "{", atMs: nowMs },
    ]);
    const topology = topologyOf(topicOf, topicOf("late"));
    const settings: OptionsInput = { "processing.undecodable": "dead-letter" };
    const { engine, cuts } = await start(id, topology, settings);
    await eventTimeGoesOn(engine, cuts, topicOf, baseAtMs);
    await caughtUp(engine);
    const late = { id: "late", atMs: baseAtMs };
    await produce(topicOf("in"), [{ partition: 2, key: "k0", value: JSON.stringify(late), atMs: nowMs }]);
    await waitFor("the late record has been dropped", () =>
      engine.snapshot().status.counters.lateDropped === 1 ? true : undefined,
    );
    await engine.stop();
    const again = await start(id, topology, settings);
    await caughtUp(again.engine);

    const rows = await committed(topicOf("rows"));
    const ids = [...written.map(({ fact }) => fact.id), "late"];
    expect(rows.map(({ value }) => String(value)).sort()).toEqual(ids.sort());
    for (const { value, timestampMs, headers } of rows) {
      const fact = [...written.map((of) => of.fact), late].find((of) => of.id === String(value));
      const told = headers.map(([name, of]) => [name, String(of)]);
      const isAhead = (fact?.atMs ?? 0) > nowMs;
      expect(told, String(value)).toEqual(isAhead ? [["stoatflow.event-time-ms", `${fact?.atMs}`]] : []);
      if (isAhead) {
        expect(timestampMs).toBeGreaterThanOrEqual(nowMs);
        expect(timestampMs).toBeLessThanOrEqual(Date.now());
      } else expect(timestampMs).toBe(fact?.atMs);
    }
    const letters = await committed(`ahead-${id}-dead-letter`);
    expect(letters.map(text)).toEqual(["bad={"]);
    const lateOnes = await committed(topicOf("late"));
    expect(lateOnes.map(({ key, value }) => [String(key), JSON.parse(String(value))])).toEqual([
      ["k0", late],
    ]);
    const origin = lateOnes[0]?.headers.find(([name]) => name === "stoatflow.origin.offset");
    expect(String(origin?.[1])).toBe(`${backlogEach}`);
    const expected = finalCounts(written, baseAtMs + (backlogEach - 1) * 1000);
    expect((await committed(topicOf("finals"))).map(text).sort()).toEqual(expected);
  });
});
