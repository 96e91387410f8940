/**
 * The DSL: how an app says what to do with its topics. Names are those of Kafka Streams where it has one.
 */
import { StoatFlowError } from "../errors.ts";
import type { KeyValue } from "../operators/map.ts";
import type { TimeWindows, Windowed } from "../operators/window/time-windows.ts";
import type { Serde } from "../record/serde.ts";
import { WatermarkStrategy } from "../watermark/strategy.ts";
import type { AnySerde, GraphNode } from "./graph.ts";
import { compile, type Topology } from "./topology.ts";

/** How the records of a source are read. */
export interface Consumed<K, V> {
  readonly key: Serde<K>;
  readonly value: Serde<V>;
  /** @default bounded out-of-orderness of 0, idle after 5 minutes */
  readonly watermark?: WatermarkStrategy<K, V>;
}

/** How the rows of a stream are written. */
export interface Produced<K, V> {
  readonly key: Serde<K>;
  readonly value: Serde<V>;
}

/** How the rows of a stream are grouped. */
export interface Grouped<K> {
  /** How the key becomes bytes. May be left out while the key is that of the source. */
  readonly key?: Serde<K>;
}

/** How an asynchronous operator is run. */
export interface AsyncOptions<K> {
  /** How the key becomes bytes. May be left out while the key is that of the source. */
  readonly key?: Serde<K>;
  /** How long one call may take, in milliseconds. @default 30000 */
  readonly timeLimitMs?: number;
}

const defaultTimeLimitMs = 30_000;

/** How the state of an operator is kept. */
export interface Materialized {
  /** Names the store, and so its changelog topic `<app>-<name>-changelog`. */
  readonly name: string;
}

/**
 * Draws a topology.
 *
 * @example
 * ```ts
 * const builder = new StreamsBuilder();
 * builder
 *   .stream("orders", { key: Serdes.string(), value: Serdes.json<{ region: string }>() })
 *   .map((_id, order) => ({ key: order.region, value: order }))
 *   .groupByKey({ key: Serdes.string() })
 *   .windowedBy(TimeWindows.ofSizeAndGrace(60_000, 10_000))
 *   .count({ name: "per-minute" })
 *   .toStream()
 *   .map((windowed, count) => ({ key: windowed.key, value: count }))
 *   .to("orders-per-minute", { key: Serdes.string(), value: Serdes.count() });
 * const topology = builder.build();
 * ```
 */
export class StreamsBuilder {
  readonly #nodes: GraphNode[] = [];
  readonly #ids = new Set<string>();

  /**
   * The records of a topic, which must exist when the app starts. Each partition has a watermark of its own.
   *
   * @throws {StoatFlowError} `configuration` where the topic is a source already.
   */
  stream<K, V>(topic: string, consumed: Consumed<K, V>): KStream<K, V> {
    if (this.#nodes.some((node) => node.kind === "source" && node.topic === topic)) {
      throw new StoatFlowError("configuration", `topic ${topic} is a source twice`, {
        setting: "stream",
        remedy: "use the stream that the first call gave for both",
      });
    }
    const strategy = consumed.watermark ?? WatermarkStrategy.boundedOutOfOrderness<K, V>(0);
    const id = this.#add("source", (nodeId) => ({
      id: nodeId,
      kind: "source",
      topic,
      key: consumed.key as AnySerde,
      value: consumed.value as AnySerde,
      strategy: strategy as WatermarkStrategy,
    }));
    return new KStream<K, V>((kind, make) => this.#add(kind, make), {
      from: id,
      keyChanged: false,
      valueChanged: false,
    });
  }

  /**
   * Checks what was drawn and makes of it what an app runs.
   *
   * @throws {StoatFlowError} `configuration` where the topology can't be run, with the reason.
   */
  build(): Topology {
    return compile(this.#nodes);
  }

  #add(kind: string, make: (id: string) => GraphNode): string {
    const id = `${kind}-${this.#ids.size}`;
    this.#ids.add(id);
    this.#nodes.push(make(id));
    return id;
  }
}

type AddNode = (kind: string, make: (id: string) => GraphNode) => string;

/** Where a stream comes from, and whether its key and value are still those of the source's record. */
interface Lineage {
  readonly from: string;
  readonly keyChanged: boolean;
  readonly valueChanged: boolean;
}

/**
 * A stream of rows. Every operator gives a new one; a stream may be used more than once. A function of the app that
 * throws ends the app with `operator-failed`, and its record is not committed.
 *
 * @example
 * ```ts
 * const builder = new StreamsBuilder();
 * const payments = builder.stream("payments", { key: Serdes.string(), value: Serdes.json<{ minor: number }>() });
 * payments.filter((_id, { minor }) => minor > 0).to("charges");
 * payments
 *   .filter((_id, { minor }) => minor < 0)
 *   .mapValues(({ minor }) => ({ refundedMinor: -minor }))
 *   .to("refunds", { key: Serdes.string(), value: Serdes.json() });
 * ```
 */
export class KStream<K, V> {
  readonly #add: AddNode;
  readonly #lineage: Lineage;

  constructor(add: AddNode, lineage: Lineage) {
    this.#add = add;
    this.#lineage = lineage;
  }

  /** The rows of which `predicate` is true. */
  filter(predicate: (key: K, value: V) => boolean): KStream<K, V> {
    const from = this.#add("filter", (id) => ({
      id,
      kind: "filter",
      from: this.#lineage.from,
      predicate: predicate as (key: unknown, value: unknown) => boolean,
    }));
    return new KStream(this.#add, { ...this.#lineage, from });
  }

  /** A new key and value; a later keyed operator moves the row to the lane of its new key. */
  map<K2, V2>(mapper: (key: K, value: V) => KeyValue<K2, V2>): KStream<K2, V2> {
    const from = this.#add("map", (id) => ({
      id,
      kind: "map",
      from: this.#lineage.from,
      mapper: mapper as (key: unknown, value: unknown) => KeyValue<unknown, unknown>,
    }));
    return new KStream<K2, V2>(this.#add, { from, keyChanged: true, valueChanged: true });
  }

  /** A new value; the key stays, and so does the lane. */
  mapValues<V2>(mapper: (value: V, key: K) => V2): KStream<K, V2> {
    const from = this.#add("mapValues", (id) => ({
      id,
      kind: "mapValues",
      from: this.#lineage.from,
      mapper: mapper as (value: unknown, key: unknown) => unknown,
    }));
    return new KStream<K, V2>(this.#add, { ...this.#lineage, from, valueChanged: true });
  }

  /**
   * A new value that a promise brings. Calls of one key follow each other in order; calls of keys on different lanes
   * overlap. One that throws, or takes longer than its limit, fails the app.
   *
   * @example
   * ```ts
   * const builder = new StreamsBuilder();
   * builder
   *   .stream("payments", { key: Serdes.string(), value: Serdes.json<{ euros: number }>() })
   *   .mapValuesAsync(async ({ euros }) => euros * (await Promise.resolve(1.07)), { timeLimitMs: 2000 });
   * ```
   * @throws {StoatFlowError} `configuration` where a serde is needed, since the key is no longer the source's.
   */
  mapValuesAsync<V2>(
    mapper: (value: V, key: K) => Promise<V2>,
    options: AsyncOptions<K> = {},
  ): KStream<K, V2> {
    this.#needsKeySerde("mapValuesAsync", options.key);
    const from = this.#add("mapValuesAsync", (id) => ({
      id,
      kind: "mapValuesAsync",
      from: this.#lineage.from,
      mapper: mapper as (value: unknown, key: unknown) => Promise<unknown>,
      timeLimitMs: options.timeLimitMs ?? defaultTimeLimitMs,
      key: options.key as AnySerde | undefined,
    }));
    return new KStream<K, V2>(this.#add, { ...this.#lineage, from, valueChanged: true });
  }

  /**
   * Groups the rows by their key, for an aggregate. A row without a key is dropped there, and counted.
   *
   * @throws {StoatFlowError} `configuration` where a serde is needed, since the key is no longer the source's.
   */
  groupByKey(grouped: Grouped<K> = {}): KGroupedStream<K> {
    this.#needsKeySerde("groupByKey", grouped.key);
    return new KGroupedStream<K>(this.#add, this.#lineage, grouped.key as AnySerde | undefined);
  }

  /**
   * Writes to a topic. Serdes may be left out where key and value are still the source's: the bytes then go out as
   * they came in. The topic must exist when the app starts.
   *
   * @throws {StoatFlowError} `configuration` where serdes are needed.
   */
  to(topic: string, produced?: Produced<K, V>): void {
    const changed = this.#lineage.keyChanged || this.#lineage.valueChanged;
    if (changed && produced === undefined) {
      throw new StoatFlowError(
        "configuration",
        `to("${topic}") needs serdes, since key or value were changed`,
        {
          setting: "to",
          remedy: `call to("${topic}", { key: …, value: … })`,
        },
      );
    }
    this.#add("sink", (id) => ({
      id,
      kind: "sink",
      from: this.#lineage.from,
      topic,
      key: produced?.key as AnySerde | undefined,
      value: produced?.value as AnySerde | undefined,
    }));
  }

  #needsKeySerde(call: string, key: Serde<K> | undefined): void {
    if (!this.#lineage.keyChanged || key !== undefined) return;
    throw new StoatFlowError("configuration", `${call} after a map needs a serde for the new key`, {
      setting: call,
      remedy: `give it to ${call}({ key: Serdes.string() }), or the serde that fits`,
    });
  }
}

/** Rows grouped by their key; {@link KStream.groupByKey} gives one. */
export class KGroupedStream<K> {
  readonly #add: AddNode;
  readonly #lineage: Lineage;
  readonly #key: AnySerde | undefined;

  constructor(add: AddNode, lineage: Lineage, key: AnySerde | undefined) {
    this.#add = add;
    this.#lineage = lineage;
    this.#key = key;
  }

  /** Splits each group by windows of event time. */
  windowedBy(windows: TimeWindows): TimeWindowedKStream<K> {
    return new TimeWindowedKStream<K>(this.#add, this.#lineage, this.#key, windows);
  }
}

/** Rows grouped by key and window; {@link KGroupedStream.windowedBy} gives one. */
export class TimeWindowedKStream<K> {
  readonly #add: AddNode;
  readonly #lineage: Lineage;
  readonly #key: AnySerde | undefined;
  readonly #windows: TimeWindows;

  constructor(add: AddNode, lineage: Lineage, key: AnySerde | undefined, windows: TimeWindows) {
    this.#add = add;
    this.#lineage = lineage;
    this.#key = key;
    this.#windows = windows;
  }

  /** Counts the rows of each key in each window. A row whose window is closed is a late drop. */
  count(materialized: Materialized): KTable<Windowed<K>, number> {
    const from = this.#add("windowedCount", (id) => ({
      id,
      kind: "windowedCount",
      from: this.#lineage.from,
      windows: this.#windows,
      store: materialized.name,
      key: this.#key,
    }));
    return new KTable<Windowed<K>, number>(this.#add, from);
  }
}

/** A table: the newest value of each key. */
export class KTable<K, V> {
  readonly #add: AddNode;
  readonly #from: string;

  constructor(add: AddNode, from: string) {
    this.#add = add;
    this.#from = from;
  }

  /** Every update of the table as a row. */
  toStream(): KStream<K, V> {
    return new KStream<K, V>(this.#add, { from: this.#from, keyChanged: true, valueChanged: true });
  }
}
