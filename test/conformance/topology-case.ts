/**
 * Runs a topology case: builds it with the DSL, feeds one row at a time, with a barrier behind each, and compares
 * what came out step by step.
 */
import {
  type KStream,
  type Serde,
  Serdes,
  StreamsBuilder,
  Suppressed,
  TimeWindows,
  WatermarkStrategy,
  type WindowedKTable,
} from "@stoatflow/engine";
import { EmbeddedWorld, type LogRecord } from "@stoatflow/engine/testing";
import { expect } from "vitest";
import type { Case, Int64 } from "./case-files.ts";
import { apply, holds, type Named } from "./functions.ts";

export interface Node {
  readonly op: string;
  readonly id?: string;
  readonly from?: string;
  readonly with?: string;
  readonly until?: string;
  readonly topic?: string;
  readonly as?: string;
  readonly pred?: Named;
  readonly key?: Named;
  readonly value?: Named;
  readonly agg?: { readonly fn: string };
  readonly window?: WindowSpec;
}

export interface WindowSpec {
  readonly type: string;
  readonly sizeMs: number;
  readonly advanceMs?: number;
  readonly graceMs?: number;
  readonly offsetMs?: number;
}

interface Types {
  readonly key: string;
  readonly value: string;
}

interface InputRow {
  readonly topic: string;
  readonly key: unknown;
  readonly value: unknown;
  readonly timestampMs: Int64;
  readonly headers?: readonly (readonly [string, string])[];
}

interface OutputRow extends InputRow {
  readonly windowStartMs?: Int64;
  readonly windowEndMs?: Int64;
}

interface TopologyCase {
  readonly compare: string;
  readonly checkHeaders?: boolean;
  readonly topics: Readonly<Record<string, Types>>;
  readonly sinks: Readonly<Record<string, Types>>;
  readonly topology: readonly Node[];
  readonly inputs: readonly InputRow[];
  readonly expected: {
    readonly steps: readonly (readonly OutputRow[])[];
    readonly drops?: { readonly count: number; readonly reasons: Readonly<Record<string, number>> };
  };
}

/** What can be built of the DSL as it is; `filterNot`, `selectKey` and `groupBy` are said with it in other words. */
export const runnableOps: ReadonlySet<string> = new Set([
  "source",
  "filter",
  "filterNot",
  "map",
  "mapValues",
  "selectKey",
  "groupByKey",
  "groupBy",
  "aggregate",
  "suppress",
  "merge",
  "toStream",
  "sink",
]);

const commitMs = 100;

export async function runTopologyCase(of: Case): Promise<void> {
  const given = of as unknown as TopologyCase;
  const comparing = comparisons.get(given.compare);
  if (comparing === undefined) throw new Error(`the runner does not compare by ${given.compare}`);
  const topics = Object.fromEntries(
    [...Object.keys(given.topics), ...Object.keys(given.sinks)].map((t) => [t, 1]),
  );
  const world = new EmbeddedWorld({
    topics,
    topology: build(given),
    settings: { "processing.commit-interval-ms": commitMs },
  });
  await world.start();
  const seen = new Map<string, number>();
  const steps: OutputRow[][] = [];
  for (const input of given.inputs) {
    world.log.append(input.topic, 0, [encode(input, typesOf(given.topics, input.topic))]);
    await world.pass(2 * commitMs);
    const rows: OutputRow[] = [];
    for (const [topic, types] of Object.entries(given.sinks)) {
      const all = world.log.readCommitted(topic);
      for (const record of all.slice(seen.get(topic) ?? 0)) rows.push(decode(record, types));
      seen.set(topic, all.length);
    }
    steps.push(rows);
  }
  const { checkHeaders = false } = given;
  expect(steps.map((rows) => shown(rows, comparing, checkHeaders))).toEqual(
    given.expected.steps.map((rows) => shown(rows, comparing, checkHeaders)),
  );
  await world.pass(1000);
  const { drops } = given.expected;
  if (drops === undefined) return;
  const { nullKey, nullValue, ...others } = world.app.snapshot().status.counters.dropped;
  // Where a case does not tell the two apart, neither is asked for by itself.
  const nulls =
    "nullKeyOrValue" in drops.reasons ? { nullKeyOrValue: nullKey + nullValue } : { nullKey, nullValue };
  const counted = Object.entries({ ...others, ...nulls }).filter(([, n]) => n > 0);
  expect(Object.fromEntries(counted)).toEqual(drops.reasons);
  expect(counted.reduce((sum, [, n]) => sum + n, 0)).toBe(drops.count);
}

function build(given: TopologyCase) {
  const builder = new StreamsBuilder();
  const streams = new Map<string, KStream<unknown, unknown>>();
  const grouped = new Map<string, ReturnType<KStream<unknown, unknown>["groupByKey"]>>();
  const windowed = new Map<string, WindowedKTable<unknown, number>>();
  const keyTypes = new Map<string, string>();
  const stream = (id = ""): KStream<unknown, unknown> => {
    const found = streams.get(id);
    if (found === undefined) throw new Error(`no stream is named ${id}`);
    return found;
  };
  for (const node of given.topology) {
    const { id = "", from = "", topic = "", pred, key, value } = node;
    keyTypes.set(id, keyTypes.get(from) ?? "string");
    switch (node.op) {
      case "source": {
        const types = typesOf(given.topics, topic);
        const watermark = WatermarkStrategy.boundedOutOfOrderness<unknown, unknown>(0).withIdleness(
          undefined,
        );
        streams.set(
          id,
          builder.stream(topic, { key: serde(types.key), value: serde(types.value), watermark }),
        );
        keyTypes.set(id, types.key);
        break;
      }
      case "filter":
      case "filterNot":
        streams.set(
          id,
          stream(from).filter((k, v) => holds(pred ?? {}, k, v) === (node.op === "filter")),
        );
        break;
      case "mapValues":
        streams.set(
          id,
          stream(from).mapValues((v, k) => apply(value ?? { fn: "value" }, k, v)),
        );
        break;
      case "map":
      case "selectKey":
        streams.set(
          id,
          stream(from).map((k, v) => ({
            key: apply(key ?? { fn: "key" }, k, v),
            value: apply(value ?? { fn: "value" }, k, v),
          })),
        );
        keyTypes.set(id, "any");
        break;
      case "groupByKey":
        grouped.set(id, stream(from).groupByKey({ key: serde(keyTypes.get(from) ?? "any") }));
        break;
      case "groupBy": {
        const keyed = stream(from).map((k, v) => ({ key: apply(key ?? { fn: "key" }, k, v), value: v }));
        grouped.set(id, keyed.groupByKey({ key: serde("any") }));
        break;
      }
      case "aggregate": {
        const group = grouped.get(from);
        if (group === undefined) throw new Error(`nothing is grouped as ${from}`);
        if (node.window === undefined) {
          streams.set(id, group.count({ name: id }).toStream() as KStream<unknown, unknown>);
          break;
        }
        const counts = group.windowedBy(timeWindows(node.window)).count({ name: id });
        windowed.set(id, counts);
        streams.set(id, counts.toStream() as KStream<unknown, unknown>);
        keyTypes.set(id, "windowed");
        break;
      }
      case "suppress": {
        const finals = windowed.get(from)?.suppress(Suppressed.untilWindowCloses());
        if (finals === undefined) throw new Error(`there are no windows as ${from}`);
        streams.set(id, finals.toStream() as KStream<unknown, unknown>);
        break;
      }
      case "merge":
        streams.set(id, stream(from).merge(stream(node.with)));
        break;
      case "toStream":
        streams.set(id, stream(from));
        break;
      case "sink": {
        const types = typesOf(given.sinks, topic);
        stream(from).to(topic, {
          key: keyTypes.get(from) === "windowed" ? windowedKeys : serde(types.key),
          value: serde(types.value),
        });
        break;
      }
    }
  }
  return builder.build();
}

export function timeWindows(spec: WindowSpec | undefined): TimeWindows {
  if (spec === undefined) throw new Error("the aggregate has no window");
  const windows = TimeWindows.ofSizeAndGrace(spec.sizeMs, spec.graceMs ?? 0).withOffset(spec.offsetMs ?? 0);
  return spec.advanceMs === undefined ? windows : windows.advanceBy(spec.advanceMs);
}

function typesOf(table: Readonly<Record<string, Types>>, topic: string): Types {
  const types = table[topic];
  if (types === undefined) throw new Error(`the case gives no types for ${topic}`);
  return types;
}

const long: Serde<unknown> = {
  serialize: (value) => Serdes.long().serialize(BigInt(value as bigint | number | string)),
  deserialize: (bytes) => Serdes.long().deserialize(bytes),
};

/** Writes a windowed key as JSON, an int64 in it as text. */
const windowedKeys: Serde<unknown> = {
  serialize: (of) =>
    Buffer.from(JSON.stringify(of, (_, part) => (typeof part === "bigint" ? `${part}` : part))),
  deserialize: (bytes) => windowedKey(bytes),
};

function serde(type: string): Serde<unknown> {
  switch (type) {
    case "string":
      return Serdes.string() as Serde<unknown>;
    case "long":
      return long;
    case "json":
      return Serdes.json();
    case "any":
      return { serialize: (value) => Buffer.from(String(value)), deserialize: (bytes) => bytes.toString() };
    default:
      throw new Error(`the runner does not know the type ${type}`);
  }
}

function encode(row: InputRow, types: Types) {
  return {
    key: row.key === null ? null : serde(types.key).serialize(row.key),
    value: row.value === null ? null : serde(types.value).serialize(row.value),
    timestampMs: Number(row.timestampMs),
    headers: (row.headers ?? []).map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
  };
}

interface WindowedKey {
  readonly key: unknown;
  readonly window: { readonly startMs: number; readonly endMs: number };
}

function decode(record: LogRecord, types: Types): OutputRow {
  const value = record.value === null ? null : serde(types.value).deserialize(record.value);
  const headers = record.headers.map(([name, bytes]): [string, string] => [name, `${bytes}`]);
  const row = { topic: record.topic, value, timestampMs: record.timestampMs, headers };
  if (record.key === null) return { ...row, key: null };
  const windowed = windowedKey(record.key);
  if (windowed === undefined) return { ...row, key: serde(types.key).deserialize(record.key) };
  const { key, window } = windowed;
  return { ...row, key, windowStartMs: window.startMs, windowEndMs: window.endMs };
}

function windowedKey(bytes: Buffer): WindowedKey | undefined {
  try {
    const parsed = JSON.parse(bytes.toString());
    return typeof parsed === "object" && parsed !== null && "window" in parsed ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** By what rows keep their order among each other, beside their topic. */
const comparisons = new Map<string, (row: OutputRow) => string>([
  ["exact", () => ""],
  ["perKey", ({ key }) => plain(key)],
  ["perKeyWindow", ({ key, windowStartMs }) => `${plain(key)}@${windowStartMs}`],
]);

/** Rows by what they keep their order by, each as text that is the same for a number, a bigint and its decimal text. */
function shown(
  rows: readonly OutputRow[],
  orderedBy: (row: OutputRow) => string,
  withHeaders: boolean,
): Record<string, string[]> {
  const byTopic: Record<string, string[]> = {};
  for (const row of rows) {
    const { key, value, timestampMs, windowStartMs, windowEndMs, headers } = row;
    const place = `${row.topic} ${orderedBy(row)}`;
    const window = windowStartMs === undefined ? "" : ` [${windowStartMs}, ${windowEndMs}]`;
    const tail = withHeaders ? ` ${JSON.stringify(headers ?? [])}` : "";
    const list = byTopic[place] ?? [];
    list.push(`${plain(key)}${window} = ${plain(value)} @ ${timestampMs}${tail}`);
    byTopic[place] = list;
  }
  return byTopic;
}

function plain(of: unknown): string {
  return typeof of === "object" ? JSON.stringify(of) : String(of);
}
