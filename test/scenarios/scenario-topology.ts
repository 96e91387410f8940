/** Builds a scenario's topology with the DSL. */
import {
  type Clock,
  type KGroupedStream,
  type KStream,
  type KTable,
  StreamsBuilder,
  Suppressed,
  TimeWindows,
  type Topology,
  WatermarkStrategy,
  type Windowed,
  type WindowedKTable,
} from "@stoatflow/engine";
import { apply, holds } from "../conformance/functions.ts";
import { anySerde, type ByteReader, jsonSerde, ParsedJson } from "./bytes.ts";
import { BadScenario, type OperatorSpec, type Scenario, type WatermarkSpec } from "./scenario-file.ts";

/** What the operators of a list give each other. */
type Shape =
  | { readonly kind: "stream"; readonly stream: KStream<unknown, unknown>; readonly windowed: boolean }
  | { readonly kind: "grouped"; readonly grouped: KGroupedStream<unknown> }
  | { readonly kind: "windows"; readonly table: WindowedKTable<unknown, unknown> };

export interface TopologyOptions {
  /** The clock that a `slow` operator waits by. */
  readonly clock: Clock;
  readonly reader: ByteReader;
}

/** @throws {BadScenario} where an operator can't follow the one before it. */
export function scenarioTopology(of: Scenario, options: TopologyOptions): Topology {
  const builder = new StreamsBuilder();
  const value = of.topology.some(({ op }) => op === "parseJson") ? jsonSerde : anySerde;
  const streams = of.sources.map(({ topic, watermark }) =>
    builder.stream(topic, { key: anySerde, value, watermark: strategyOf(watermark) }),
  );
  const merged = streams.reduce((all, stream) => all.merge(stream));
  let shape: Shape = { kind: "stream", stream: merged, windowed: false };
  for (const [place, operator] of of.topology.entries()) {
    const next = behind(shape, operator, `store-${place}`, of, options);
    if (next === undefined) {
      throw new BadScenario(`${of.id} at topology[${place}]: ${operator.op} can't follow what is before it`);
    }
    shape = next;
  }
  return builder.build();
}

function behind(
  shape: Shape,
  operator: OperatorSpec,
  store: string,
  of: Scenario,
  options: TopologyOptions,
): Shape | undefined {
  if (operator.op === "aggregate") {
    if (shape.kind !== "grouped") return undefined;
    const { window } = operator;
    if (window === undefined) return unsuppressed(shape.grouped.count({ name: store }), false);
    const tumbling = TimeWindows.ofSizeAndGrace(window.sizeMs, window.graceMs);
    const windows = window.type === "hopping" ? tumbling.advanceBy(window.advanceMs) : tumbling;
    return { kind: "windows", table: shape.grouped.windowedBy(windows).count({ name: store }) };
  }
  if (operator.op === "suppress") {
    if (shape.kind !== "windows") return undefined;
    return unsuppressed(shape.table.suppress(Suppressed.untilWindowCloses()), true);
  }
  const from = shape.kind === "windows" ? unsuppressed(shape.table, true) : shape;
  if (from.kind !== "stream") return undefined;
  const { stream, windowed } = from;
  const still = (next: KStream<unknown, unknown>): Shape => ({ kind: "stream", stream: next, windowed });
  const mapped = (next: KStream<unknown, unknown>): Shape => ({
    kind: "stream",
    stream: next,
    windowed: false,
  });
  switch (operator.op) {
    case "filter":
      return still(stream.filter((k, v) => holds(operator.pred, k, plain(v))));
    case "filterNot":
      return still(stream.filter((k, v) => !holds(operator.pred, k, plain(v))));
    case "mapValues":
      return still(stream.mapValues((v, k) => apply(operator.value, k, plain(v))));
    case "map":
      return mapped(
        stream.map((k, v) => ({
          key: operator.key === undefined ? k : apply(operator.key, k, plain(v)),
          value: operator.value === undefined ? v : apply(operator.value, k, plain(v)),
        })),
      );
    case "selectKey":
      return mapped(stream.map((k, v) => ({ key: apply(operator.key, k, plain(v)), value: v })));
    case "groupByKey":
      return { kind: "grouped", grouped: stream.groupByKey({ key: anySerde }) };
    case "groupBy": {
      const keyed = stream.map((k, v) => ({ key: apply(operator.key, k, plain(v)), value: v }));
      return { kind: "grouped", grouped: keyed.groupByKey({ key: anySerde }) };
    }
    case "slow": {
      const { perRecordMs } = operator;
      const wait = (v: unknown): Promise<unknown> =>
        new Promise((resolve) => options.clock.after(perRecordMs, () => resolve(v)));
      return still(stream.mapValuesAsync(wait, { key: anySerde, timeLimitMs: perRecordMs + 30_000 }));
    }
    case "to":
      stream.to(operator.topic, {
        key: windowed ? windowedKey(of.clockStartMs, options.reader) : anySerde,
        value: anySerde,
      });
      return from;
    case "toStream":
    case "parseJson":
      return from;
  }
}

function unsuppressed(table: KTable<unknown, unknown>, windowed: boolean): Shape {
  return { kind: "stream", stream: table.toStream(), windowed };
}

/** What functions are given of a value. */
function plain(value: unknown): unknown {
  return value instanceof ParsedJson ? value.value : value;
}

/** A windowed key is written as `key@start`, the start in the scenario's own time. */
function windowedKey(clockStartMs: number, reader: ByteReader) {
  return {
    serialize: (of: unknown) => {
      const { key, window } = of as Windowed<unknown>;
      return Buffer.from(`${reader.show(anySerde.serialize(key))}@${window.startMs - clockStartMs}`);
    },
    deserialize: (bytes: Buffer): unknown => bytes.toString(),
  };
}

function strategyOf(of: WatermarkSpec): WatermarkStrategy<unknown, unknown> {
  const { idlenessMs, alignment } = of;
  const made = generatedBy(of).withIdleness(idlenessMs ?? undefined);
  return alignment === undefined ? made : made.withWatermarkAlignment(alignment.group, alignment.maxDriftMs);
}

function generatedBy({ strategy, boundMs }: WatermarkSpec): WatermarkStrategy<unknown, unknown> {
  switch (strategy) {
    case "bounded":
      return WatermarkStrategy.boundedOutOfOrderness(boundMs);
    case "monotonous":
      return WatermarkStrategy.monotonousTimestamps();
    case "custom":
      return WatermarkStrategy.forGenerator(() => {
        let highestMs = Number.NEGATIVE_INFINITY;
        return {
          onEvent: (_event, timestampMs, output) => {
            highestMs = Math.max(highestMs, timestampMs);
            output.emitWatermark(highestMs - boundMs);
          },
          onPeriodicEmit: () => {},
        };
      });
  }
}
