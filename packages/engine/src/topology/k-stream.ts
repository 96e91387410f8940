/**
 * The streams and tables of the DSL. They lie in one file, since each gives the others: a stream is grouped, a group
 * is counted into a table, and a table is a stream again.
 */
import { StoatFlowError } from "../errors.ts";
import type { KeyValue } from "../operators/map.ts";
import type { TimeWindows, Windowed } from "../operators/window/time-windows.ts";
import type { Serde } from "../record/serde.ts";
import type { AsyncOptions, Grouped, Materialized, Produced, Suppression } from "./dsl-options.ts";
import type { AnySerde, GraphNode } from "./graph.ts";

const defaultTimeLimitMs = 30_000;

type AddNode = (kind: string, make: (id: string) => GraphNode) => string;

/** Where a stream comes from, and whether its key and value are still those of the source's record. */
interface Lineage {
  readonly from: string;
  readonly keyChanged: boolean;
  readonly valueChanged: boolean;
  /** The key is that of a table: its rows are on the lane of their key already. */
  readonly onLane: boolean;
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
    return new KStream<K2, V2>(this.#add, { from, keyChanged: true, valueChanged: true, onLane: false });
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
    if (!this.#lineage.onLane) this.#needsKeySerde("mapValuesAsync", options.key);
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
   * The rows of this stream and of `other` as one; rows of one source stay in their order. Keys and values are to be
   * of one kind: where serdes are left out further on, those of this stream's source are taken.
   *
   * @example
   * ```ts
   * const builder = new StreamsBuilder();
   * const texts = { key: Serdes.string(), value: Serdes.string() };
   * builder.stream("web-orders", texts).merge(builder.stream("shop-orders", texts)).to("orders");
   * ```
   */
  merge(other: KStream<K, V>): KStream<K, V> {
    const mine = this.#lineage;
    const theirs = other.#lineage;
    const from = this.#add("merge", (id) => ({ id, kind: "merge", from: mine.from, with: theirs.from }));
    return new KStream(this.#add, {
      from,
      keyChanged: mine.keyChanged || theirs.keyChanged,
      valueChanged: mine.valueChanged || theirs.valueChanged,
      onLane: false,
    });
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

  /**
   * Counts the rows of each key, as long as the app has its state. A row without a value is dropped, and counted.
   *
   * @example
   * ```ts
   * const builder = new StreamsBuilder();
   * builder
   *   .stream("clicks", { key: Serdes.string(), value: Serdes.string() })
   *   .groupByKey()
   *   .count({ name: "clicks-per-user" })
   *   .toStream()
   *   .to("clicks-per-user", { key: Serdes.string(), value: Serdes.count() });
   * ```
   */
  count(materialized: Materialized): KTable<K, number> {
    const from = this.#add("count", (id) => ({
      id,
      kind: "count",
      from: this.#lineage.from,
      store: materialized.name,
      key: this.#key,
    }));
    return new KTable<K, number>(this.#add, from);
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
  readonly #lateTopic: string | undefined;

  constructor(
    add: AddNode,
    lineage: Lineage,
    key: AnySerde | undefined,
    windows: TimeWindows,
    lateTopic?: string,
  ) {
    this.#add = add;
    this.#lineage = lineage;
    this.#key = key;
    this.#windows = windows;
    this.#lateTopic = lateTopic;
  }

  /**
   * Writes each late drop to a topic too, as Flink's call of this name does: the record as it was read, once for each
   * window that it missed, in the transaction of its epoch. Headers say where it was read (`stoatflow.origin.…`) and
   * what it was late for (`stoatflow.event-time-ms`, `stoatflow.late.…`). The topic must exist when the app starts.
   *
   * @example
   * ```ts
   * const builder = new StreamsBuilder();
   * builder
   *   .stream("orders", { key: Serdes.string(), value: Serdes.string() })
   *   .groupByKey()
   *   .windowedBy(TimeWindows.ofSizeAndGrace(60_000, 10_000))
   *   .sideOutputLateData("late-orders")
   *   .count({ name: "per-minute" });
   * ```
   */
  sideOutputLateData(topic: string): TimeWindowedKStream<K> {
    return new TimeWindowedKStream<K>(this.#add, this.#lineage, this.#key, this.#windows, topic);
  }

  /** Counts the rows of each key in each window. A row whose window is closed is a late drop. */
  count(materialized: Materialized): WindowedKTable<K, number> {
    const from = this.#add("windowedCount", (id) => ({
      id,
      kind: "windowedCount",
      from: this.#lineage.from,
      windows: this.#windows,
      store: materialized.name,
      lateTopic: this.#lateTopic,
      key: this.#key,
    }));
    return new WindowedKTable<K, number>(this.#add, from);
  }
}

/** A table: the newest value of each key. */
export class KTable<K, V> {
  readonly #add: AddNode;
  readonly #lineage: Lineage;

  /** @param origin whether the rows are as they were read. @default what an operator on a lane made */
  constructor(add: AddNode, from: string, origin: "operator" | "source" = "operator") {
    this.#add = add;
    const made = origin === "operator";
    this.#lineage = { from, keyChanged: made, valueChanged: made, onLane: made };
  }

  /** Every update of the table as a row. */
  toStream(): KStream<K, V> {
    return new KStream<K, V>(this.#add, this.#lineage);
  }
}

/** A table of windows; {@link TimeWindowedKStream.count} gives one. */
export class WindowedKTable<K, V> extends KTable<Windowed<K>, V> {
  readonly #add: AddNode;
  readonly #from: string;

  constructor(add: AddNode, from: string) {
    super(add, from);
    this.#add = add;
    this.#from = from;
  }

  /**
   * Holds back what is not final: of each key and window one row comes out, at the barrier whose watermark closes
   * the window. What closes at one barrier comes by window end, then by the bytes of the key, stamped with the time
   * of the aggregate and without headers. What is held back is the table's own state: a restart goes on with it.
   *
   * @example
   * ```ts
   * const builder = new StreamsBuilder();
   * builder
   *   .stream("clicks", { key: Serdes.string(), value: Serdes.string() })
   *   .groupByKey()
   *   .windowedBy(TimeWindows.ofSizeWithNoGrace(60_000))
   *   .count({ name: "clicks-per-minute" })
   *   .suppress(Suppressed.untilWindowCloses())
   *   .toStream()
   *   .map(({ key }, count) => ({ key, value: count }))
   *   .to("clicks-per-minute", { key: Serdes.string(), value: Serdes.count() });
   * ```
   */
  suppress(_suppression: Suppression): KTable<Windowed<K>, V> {
    const from = this.#add("suppress", (id) => ({ id, kind: "suppress", from: this.#from }));
    return new KTable<Windowed<K>, V>(this.#add, from);
  }
}
