import { describe, expect, it } from "vitest";
import { StoatFlowError } from "../errors.ts";
import { TimeWindows } from "../operators/window/time-windows.ts";
import { Serdes } from "../record/serde.ts";
import { StreamsBuilder } from "./builder.ts";
import { describe as describeTopology } from "./topology.ts";

const strings = { key: Serdes.string(), value: Serdes.string() };
const windows = TimeWindows.ofSizeWithNoGrace(1000);

function refusal(make: (builder: StreamsBuilder) => void): StoatFlowError {
  try {
    const builder = new StreamsBuilder();
    make(builder);
    builder.build();
  } catch (thrown) {
    if (thrown instanceof StoatFlowError) return thrown;
  }
  throw new Error("it was taken");
}

describe("a topology is refused, with the call that mends it,", () => {
  it.each<[string, (builder: StreamsBuilder) => void, RegExp, RegExp]>([
    ["that reads nothing", () => {}, /reads no topic/, /builder\.stream/],
    [
      "that reads one topic twice",
      (builder) => {
        builder.stream("in", strings);
        builder.stream("in", strings);
      },
      /topic in is a source twice/,
      /the first call/,
    ],
    [
      "that merges a stream that is on its lanes",
      (builder) => {
        const counts = builder.stream("in", strings).groupByKey().count({ name: "c" }).toStream();
        const others = builder.stream("other", { key: Serdes.string(), value: Serdes.count() });
        counts.merge(others).to("out", { key: Serdes.string(), value: Serdes.count() });
      },
      /on its lanes already can't be merged/,
      /in front of the first grouping/,
    ],
    [
      "that counts by keys of merged sources with different serdes",
      (builder) => {
        const numbers = builder.stream("in", { key: Serdes.json<string>(), value: Serdes.string() });
        numbers.merge(builder.stream("other", strings)).groupByKey().count({ name: "counts" });
      },
      /counts counts by keys that are serialised in different ways/,
      /groupByKey\(\{ key: … \}\) one serde/,
    ],
    [
      "that writes changed values without serdes",
      (builder) => {
        builder
          .stream("in", strings)
          .mapValues((value) => value.length)
          .to("out");
      },
      /to\("out"\) needs serdes/,
      /to\("out", \{ key: …, value: … \}\)/,
    ],
    [
      "that writes a table without serdes",
      (builder) => {
        builder
          .stream("in", strings)
          .groupByKey()
          .windowedBy(windows)
          .count({ name: "c" })
          .toStream()
          .to("out");
      },
      /needs serdes/,
      /value/,
    ],
    [
      "that groups a changed key without a serde",
      (builder) => {
        builder
          .stream("in", strings)
          .map((key, value) => ({ key: key.length, value }))
          .groupByKey();
      },
      /needs a serde for the new key/,
      /groupByKey\(\{ key/,
    ],
    [
      "that groups a changed key without a serde behind a filter",
      (builder) => {
        const mapped = builder.stream("in", strings).map((key, value) => ({ key: key.length, value }));
        mapped.filter(() => true).groupByKey();
      },
      /needs a serde for the new key/,
      /groupByKey\(\{ key/,
    ],
    [
      "that aggregates an aggregate",
      (builder) => {
        const counts = builder
          .stream("in", strings)
          .groupByKey()
          .windowedBy(windows)
          .count({ name: "first" });
        const stream = counts.toStream().map(({ key }, value) => ({ key, value: `${value}` }));
        stream.groupByKey({ key: Serdes.string() }).windowedBy(windows).count({ name: "second" });
      },
      /second would need rows to move from one lane to another/,
      /to\(…\)/,
    ],
    [
      "that names a store twice",
      (builder) => {
        const grouped = builder.stream("in", strings).groupByKey().windowedBy(windows);
        grouped.count({ name: "counts" });
        grouped.count({ name: "counts" });
      },
      /counts is named twice/,
      /name of its own/,
    ],
    [
      "that names a store as no topic can be named",
      (builder) => {
        builder.stream("in", strings).groupByKey().windowedBy(windows).count({ name: "per minute" });
      },
      /"per minute"/,
      /letters, digits/,
    ],
    [
      "that gives a store no name",
      (builder) => {
        builder.stream("in", strings).groupByKey().windowedBy(windows).count({ name: "" });
      },
      /""/,
      /letters, digits/,
    ],
  ])("%s", (_, make, message, remedy) => {
    const error = refusal(make);
    expect(error.code).toBe("configuration");
    expect(error.message).toMatch(message);
    expect(error.remedy).toMatch(remedy);
    expect(error.setting).toBeDefined();
  });
});

describe("a topology that can run", () => {
  it("has its stateless operators before the lanes and all behind the first keyed one on them", () => {
    const builder = new StreamsBuilder();
    const stream = builder.stream("in", strings).filter(() => true);
    stream.to("copy");
    stream
      .groupByKey()
      .windowedBy(windows)
      .count({ name: "counts" })
      .toStream()
      .map(({ key }, count) => ({ key, value: count }))
      .to("out", { key: Serdes.string(), value: Serdes.count() });
    const topology = builder.build();
    const shown = describeTopology(topology);
    expect(shown.map(({ kind, stage, from, topic, store }) => [kind, stage, from[0], topic, store])).toEqual([
      ["source", 0, undefined, "in", null],
      ["filter", 0, shown[0]?.id, null, null],
      ["sink", 1, shown[1]?.id, "copy", null],
      ["windowedCount", 1, shown[1]?.id, null, "counts"],
      ["map", 1, shown[3]?.id, null, null],
      ["sink", 1, shown[4]?.id, "out", null],
    ]);
    expect(topology.laneEntries.map(({ node }) => node.kind)).toEqual(["sink", "windowedCount"]);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
  });

  it("may write out unchanged bytes without serdes", () => {
    const builder = new StreamsBuilder();
    builder
      .stream("in", strings)
      .filter(() => true)
      .to("out");
    expect(builder.build().sinks[0]).toMatchObject({ topic: "out", key: undefined, value: undefined });
  });
});
