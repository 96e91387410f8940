/**
 * The DSL: how an app says what to do with its topics. Names are those of Kafka Streams where it has one.
 */
import { StoatFlowError } from "../errors.ts";
import { WatermarkStrategy } from "../watermark/strategy.ts";
import type { Consumed } from "./dsl-options.ts";
import type { AnySerde, GraphNode, SourceNode } from "./graph.ts";
import { KStream, KTable } from "./k-stream.ts";
import { compile, type Topology } from "./topology.ts";

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
    const from = this.#source(topic, consumed, "stream");
    return new KStream<K, V>((kind, make) => this.#add(kind, make), {
      from,
      keyChanged: false,
      valueChanged: false,
      onLane: false,
    });
  }

  /**
   * A topic as a table: each record is the newest value of its key. A record without a key is dropped, and counted.
   * As in Kafka Streams the table is not kept in a store as long as nothing asks for its values.
   *
   * Its partitions are read in event time with all others, and count in the global watermark only while they have a
   * backlog: a table that nobody changes holds no window open.
   *
   * @throws {StoatFlowError} `configuration` where the topic is a source already.
   * @example
   * ```ts
   * const builder = new StreamsBuilder();
   * builder
   *   .table("prices", { key: Serdes.string(), value: Serdes.string() })
   *   .toStream()
   *   .to("price-changes");
   * ```
   */
  table<K, V>(topic: string, consumed: Consumed<K, V>): KTable<K, V> {
    const from = this.#source(topic, consumed, "table");
    return new KTable<K, V>((kind, make) => this.#add(kind, make), from, "source");
  }

  #source<K, V>(topic: string, consumed: Consumed<K, V>, role: SourceNode["role"]): string {
    if (this.#nodes.some((node) => node.kind === "source" && node.topic === topic)) {
      throw new StoatFlowError("configuration", `topic ${topic} is a source twice`, {
        setting: role,
        remedy: "use what the first call gave for both",
      });
    }
    const strategy = consumed.watermark ?? WatermarkStrategy.boundedOutOfOrderness<K, V>(0);
    return this.#add("source", (id) => ({
      id,
      kind: "source",
      role,
      topic,
      key: consumed.key as AnySerde,
      value: consumed.value as AnySerde,
      strategy: strategy as WatermarkStrategy,
    }));
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
