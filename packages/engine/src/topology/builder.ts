/**
 * The DSL: how an app says what to do with its topics. Names are those of Kafka Streams where it has one.
 */
import { StoatFlowError } from "../errors.ts";
import { WatermarkStrategy } from "../watermark/strategy.ts";
import type { Consumed } from "./dsl-options.ts";
import type { AnySerde, GraphNode } from "./graph.ts";
import { KStream } from "./k-stream.ts";
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
      onLane: false,
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
