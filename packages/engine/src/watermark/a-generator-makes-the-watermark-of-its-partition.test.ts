import { describe, expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { StreamsBuilder } from "../topology/builder.ts";
import type { WatermarkGenerator } from "./generator.ts";
import { WatermarkStrategy } from "./strategy.ts";

type Create = () => WatermarkGenerator<string, string>;

function world(create: Create, partitions = 1, perRecordMs = 0): EmbeddedWorld {
  const builder = new StreamsBuilder();
  const strings = { key: Serdes.string(), value: Serdes.string() };
  const watermark = WatermarkStrategy.forGenerator(create);
  const slow = (value: string) =>
    new Promise<string>((resolve) => made.clock.after(perRecordMs, () => resolve(value)));
  const stream = builder.stream("in", { ...strings, watermark });
  (perRecordMs === 0 ? stream : stream.mapValuesAsync(slow)).to("out", strings);
  const made: EmbeddedWorld = new EmbeddedWorld({
    topics: { in: partitions, out: 1 },
    topology: builder.build(),
    settings: { "processing.lanes": 1, "processing.lane-capacity": 64 },
  });
  return made;
}

const quiet = { onPeriodicEmit: () => {} };
const behind =
  (boundMs: number): Create =>
  () => ({
    ...quiet,
    onEvent: (_, timestampMs, output) => output.emitWatermark(timestampMs - boundMs),
  });
const record = (ts: number, value = "v") => ({ key: "k", value, ts });

function status(of: EmbeddedWorld, partition = 0) {
  const { watermarks } = of.app.snapshot();
  return { ...watermarks.partitions[partition], globalMs: watermarks.globalWatermarkMs };
}

describe("a custom generator", () => {
  it("is told of each event with its key, value and time, and what it emits is the watermark", async () => {
    const seen: unknown[] = [];
    const of = world(() => ({
      ...quiet,
      onEvent: ({ key, value }, timestampMs, output) => {
        seen.push([key, value, timestampMs]);
        output.emitWatermark(timestampMs - 10);
      },
    }));
    of.append("in", 0, [record(100, "a"), record(50, "b")]);
    await of.start();
    await of.pass(600);
    expect(seen).toEqual([
      ["k", "a", of.startMs + 100],
      ["k", "b", of.startMs + 50],
    ]);
    expect(status(of)).toMatchObject({
      strategy: "custom",
      boundMs: null,
      watermarkMs: of.startMs + 90,
      globalMs: of.startMs + 90,
    });
  });

  it("is one for each partition, asked at each commit interval and not while the app is paused", async () => {
    const asked: number[] = [];
    let made = 0;
    const of = world(() => {
      const number = made;
      made += 1;
      return { onEvent: () => {}, onPeriodicEmit: () => void asked.push(number) };
    }, 2);
    await of.start();
    await of.pass(1000);
    expect(made).toBe(2);
    expect(asked.filter((number) => number === 0).length).toBeGreaterThanOrEqual(9);
    expect(asked.filter((number) => number === 1).length).toBeGreaterThanOrEqual(9);
    of.app.pause({ actor: "ana", reason: "test" });
    await of.pass(200);
    const before = asked.length;
    await of.pass(1000);
    expect(asked).toHaveLength(before);
  });

  it("moves event time by its periodic emit alone", async () => {
    const of = world(() => ({
      onEvent: () => {},
      onPeriodicEmit: (output) => output.emitWatermark(of.clock.nowMs() - 5),
    }));
    await of.start();
    await of.pass(1000);
    expect(status(of).globalMs).toBeGreaterThanOrEqual(of.startMs + 800);
  });

  it("goes on after a crash from what it had emitted, with a generator that is made anew", async () => {
    let made = 0;
    const of = world(() => {
      made += 1;
      return behind(10)();
    });
    of.append("in", 0, [record(1000)]);
    await of.start();
    await of.pass(500);
    of.crash();
    of.append("in", 0, [record(300)]);
    await of.start();
    await of.pass(600);
    expect(made).toBe(2);
    expect(status(of)).toMatchObject({ watermarkMs: of.startMs + 990, globalMs: of.startMs + 990 });
  });

  it("goes on from what its periodic emit said, also where another partition's records were committed since", async () => {
    const of = world(() => {
      let highestMs: number | undefined;
      return {
        onEvent: (_, timestampMs) => {
          highestMs = timestampMs;
        },
        onPeriodicEmit: (output) => {
          if (highestMs !== undefined && of.clock.nowMs() >= of.startMs + 1000)
            output.emitWatermark(highestMs);
        },
      };
    }, 2);
    of.append("in", 0, [record(100)]);
    of.append("in", 1, [record(200)]);
    await of.start();
    await of.pass(1500);
    of.append("in", 1, [record(300)]);
    await of.pass(500);
    expect(status(of, 0).watermarkMs).toBe(of.startMs + 100);
    of.crash();
    await of.start();
    await of.pass(600);
    expect(status(of, 0)).toMatchObject({ watermarkMs: of.startMs + 100, globalMs: of.startMs + 100 });
  });

  it.each<[string, Create, RegExp]>([
    ["throws", () => ({ ...quiet, onEvent: () => boom() }), /in-0: .*threw on an event: boom/],
    [
      "throws when asked",
      () => ({ onEvent: () => {}, onPeriodicEmit: () => boom() }),
      /in-0: .*periodic emit: boom/,
    ],
    ["can't be made", () => boom(), /in-0: .*can't be made: boom/],
    ["emits a fraction", behind(0.5), /in-0: .*emitted \d+\.5/],
    ["emits minus infinity", behind(Number.POSITIVE_INFINITY), /in-0: .*emitted -Infinity/],
  ])("that %s ends the app, naming the partition", async (_, create, message) => {
    const of = world(create);
    of.append("in", 0, [record(100)]);
    const engine = await of.start();
    await of.pass(300);
    const error = await engine.ended;
    expect(error?.code).toBe("operator-failed");
    expect(error?.message).toMatch(message);
  });

  it("gives a held head no preview: event time stands still until it goes out, and says so", async () => {
    const of = world(behind(1000), 2, 1);
    const backlog = Array.from({ length: 4000 }, (_, i) => record(i - 4000));
    of.append("in", 0, backlog);
    of.append("in", 1, [record(-4000), record(7_200_000)]);
    await of.start();
    await of.pass(2000);
    expect(status(of, 1)).toMatchObject({
      state: "held",
      previewWatermarkMs: null,
      watermarkMs: of.startMs - 5000,
      globalMs: of.startMs - 5000,
    });
    expect(status(of, 1).headHeldSinceMs).not.toBeNull();
    expect(of.app.snapshot().watermarks.heldBackBy).toMatchObject({
      topic: "in",
      partition: 1,
      reason: "held",
    });
    expect(of.warnings).toEqual([expect.stringMatching(/^in-1: .* ahead .* stands still/)]);
    await of.pass(4000);
    expect(status(of).globalMs).toBe(of.startMs - 1001);
  });
});

function boom(): never {
  throw new Error("boom");
}
