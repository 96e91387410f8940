import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { StreamsBuilder } from "../topology/builder.ts";
import { nextGlobalWatermark } from "./global-watermark.ts";

it("who is left out changes nothing, whatever it says", () => {
  const contribution = fc.record({
    idle: fc.boolean(),
    leftOut: fc.boolean(),
    valueMs: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.option(fc.nat(100), { nil: undefined }), fc.array(contribution), (current, all) => {
      const others = all.filter(({ leftOut }) => !leftOut);
      expect(nextGlobalWatermark(current, all)).toBe(nextGlobalWatermark(current, others));
    }),
  );
});

describe("a table's partition", () => {
  const record = (ts: number, key: string | null = "k") => ({ key, value: `${ts}`, ts });

  function world(): EmbeddedWorld {
    const builder = new StreamsBuilder();
    const strings = { key: Serdes.string(), value: Serdes.string() };
    builder.stream("events", strings).to("out");
    builder.table("prices", strings).toStream().to("changes");
    return new EmbeddedWorld({
      topics: { events: 1, prices: 1, out: 1, changes: 1 },
      topology: builder.build(),
    });
  }

  const globalMs = (of: EmbeddedWorld) =>
    (of.app.snapshot().watermarks.globalWatermarkMs ?? NaN) - of.startMs;

  it("holds nobody while nobody changes it, never read or read to its end", async () => {
    const of = world();
    of.append("events", 0, [record(5000)]);
    await of.start();
    await of.pass(600);
    expect(globalMs(of)).toBe(5000);
    of.append("prices", 0, [record(100)]);
    await of.pass(600);
    of.append("events", 0, [record(6000)]);
    await of.pass(600);
    expect(globalMs(of)).toBe(6000);
    expect(of.output("changes")).toEqual(["k=100"]);
  });

  it("is waited for, and taken in event time, while it has a backlog", async () => {
    const of = world();
    await of.start();
    of.log.inject({ point: "fetch-delay", topic: "prices", partition: 0, ms: 2000 });
    of.append("prices", 0, [record(100), record(300)]);
    of.append("events", 0, [record(200)]);
    await of.pass(1500);
    expect(of.output("out")).toEqual([]);
    expect(globalMs(of)).toBeNaN();
    await of.pass(1500);
    expect(of.output("out")).toEqual(["k=200"]);
    expect(globalMs(of)).toBe(200);
  });

  it("drops a record without a key, and counts it", async () => {
    const of = world();
    of.append("prices", 0, [record(1, null), record(2)]);
    await of.start();
    await of.pass(600);
    expect(of.output("changes")).toEqual(["k=2"]);
    expect(of.app.snapshot().status.counters.dropped.nullKey).toBe(1);
    expect(of.committed("prices-0")).toBe(2n);
  });
});
