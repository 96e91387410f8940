import { describe, expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { StreamsBuilder } from "../topology/builder.ts";
import { WatermarkStrategy } from "./strategy.ts";

const record = (ts: number) => ({ key: "k", value: `${ts}`, ts });

/** `fast` and `slow` keep within 100 ms of each other; `free` keeps to nobody. */
function world(idlenessMs?: number): EmbeddedWorld {
  const builder = new StreamsBuilder();
  const strings = { key: Serdes.string(), value: Serdes.string() };
  const plain = WatermarkStrategy.boundedOutOfOrderness<string, string>(0).withIdleness(idlenessMs);
  const watermark = plain.withWatermarkAlignment("pace", 100);
  builder.stream("fast", { ...strings, watermark }).to("out");
  builder.stream("slow", { ...strings, watermark }).to("out");
  builder.stream("free", { ...strings, watermark: plain.withIdleness(1000) }).to("out");
  return new EmbeddedWorld({
    topics: { fast: 1, slow: 1, free: 1, out: 1 },
    topology: builder.build(),
  });
}

function status(of: EmbeddedWorld, topic: string) {
  return of.app.snapshot().watermarks.partitions.find((partition) => partition.topic === topic);
}

describe("a partition that is further ahead than its group allows", () => {
  it("is left out of the choice, while others that are younger go on", async () => {
    const of = world();
    of.append("slow", 0, [record(0)]);
    of.append("fast", 0, [record(0), record(200), record(250)]);
    await of.start();
    await of.pass(600);
    expect(status(of, "fast")).toMatchObject({ state: "aligned", position: "2", headHeldSinceMs: null });
    of.append("free", 0, [record(300)]);
    await of.pass(300);
    expect(of.output("out")).toEqual(["k=0", "k=0", "k=200", "k=300"]);
    of.append("slow", 0, [record(150)]);
    await of.pass(300);
    expect(of.output("out")).toEqual(["k=0", "k=0", "k=200", "k=300", "k=150", "k=250"]);
  });

  it("is not waited for while it is empty here and not at the broker", async () => {
    const of = world();
    of.append("slow", 0, [record(0)]);
    of.append("fast", 0, [record(0), record(200)]);
    await of.start();
    await of.pass(300);
    of.log.inject({ point: "fetch-delay", topic: "fast", partition: 0, ms: 2000 });
    of.append("fast", 0, [record(260)]);
    of.append("free", 0, [record(300)]);
    await of.pass(700);
    expect(status(of, "fast")).toMatchObject({ state: "aligned", bufferedRecords: 0 });
    expect(of.output("out")).toContain("k=300");
    of.append("slow", 0, [record(180)]);
    await of.pass(3000);
    expect(of.output("out").slice(-2)).toEqual(["k=180", "k=260"]);
  });

  it("does not become idle while it is held, and is let go once the one that holds it is idle", async () => {
    const of = world(3000);
    of.append("slow", 0, [record(0)]);
    of.append("fast", 0, [record(0), record(200), record(250)]);
    await of.start();
    await of.pass(2800);
    expect(status(of, "fast")).toMatchObject({ state: "aligned" });
    await of.pass(1000);
    expect(status(of, "slow")).toMatchObject({ state: "idle" });
    expect(status(of, "fast")).toMatchObject({ state: "caught-up", position: "3", idleSinceMs: null });
  });

  it("does not become idle however long the others take", async () => {
    const of = world(1000);
    of.append("slow", 0, [record(0)]);
    of.append("fast", 0, [record(0), record(900), record(950)]);
    await of.start();
    for (let i = 1; i <= 7; i += 1) {
      of.append("slow", 0, [record(i * 100)]);
      await of.pass(500);
    }
    expect(status(of, "fast")).toMatchObject({ state: "aligned", position: "2", idleSinceMs: null });
    of.append("slow", 0, [record(850)]);
    await of.pass(600);
    expect(status(of, "fast")).toMatchObject({ position: "3" });
  });
});

it("a table's partition holds its group from the moment at which it has a backlog again", async () => {
  const builder = new StreamsBuilder();
  const strings = { key: Serdes.string(), value: Serdes.string() };
  const watermark = WatermarkStrategy.boundedOutOfOrderness<string, string>(0).withWatermarkAlignment(
    "pace",
    100,
  );
  builder.stream("fast", { ...strings, watermark }).to("out");
  builder
    .table("prices", { ...strings, watermark })
    .toStream()
    .to("out");
  const of = new EmbeddedWorld({
    topics: { fast: 1, prices: 1, out: 1 },
    topology: builder.build(),
    settings: { "processing.commit-interval-ms": 1000 },
  });
  of.append("prices", 0, [record(0)]);
  of.append("fast", 0, [record(200)]);
  await of.start();
  await of.pass(1100);
  of.append("fast", 0, [record(210)]);
  await of.pass(20);
  of.append("prices", 0, [record(500)]);
  of.append("fast", 0, [record(250)]);
  await of.pass(2000);
  expect(of.output("out")).toEqual(["k=0", "k=200", "k=210", "k=500", "k=250"]);
});
