import { describe, expect, it } from "vitest";
import { PartitionBuffer } from "../ingest/partition-buffer.ts";
import { SourcePartition } from "../ingest/source-partition.ts";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough } from "../testing/topologies.ts";
import { StreamsBuilder } from "../topology/builder.ts";
import { PartitionWatermark } from "../watermark/partition-watermark.ts";
import { WatermarkStrategy } from "../watermark/strategy.ts";
import { DispatchPartition } from "./dispatch-partition.ts";
import { TaskIdle } from "./task-idle.ts";

const record = (ts: number) => ({ key: "k", value: `${ts}`, ts });
const ana = { actor: "ana", reason: "test" };

function world(maxTaskIdleMs: number, topology = passThrough()): EmbeddedWorld {
  const settings = { "processing.max-task-idle-ms": maxTaskIdleMs };
  return new EmbeddedWorld({ topics: { in: 2, out: 1 }, topology, settings });
}

describe("an empty partition that is caught up", () => {
  it("holds nobody where no wait is set", async () => {
    const of = world(0);
    of.append("in", 0, [record(100)]);
    await of.start();
    await of.pass(200);
    expect(of.output("out")).toEqual(["k=100"]);
  });

  it("is waited for as long as set, and then no more until it has had data", async () => {
    const of = world(1000);
    of.append("in", 0, [record(100)]);
    await of.start();
    await of.pass(900);
    expect(of.output("out")).toEqual([]);
    await of.pass(400);
    expect(of.output("out")).toEqual(["k=100"]);
    of.append("in", 0, [record(200)]);
    await of.pass(300);
    expect(of.output("out")).toEqual(["k=100", "k=200"]);
    of.append("in", 1, [record(250)]);
    await of.pass(1300);
    of.append("in", 0, [record(300)]);
    await of.pass(900);
    expect(of.output("out")).toEqual(["k=100", "k=200", "k=250"]);
    await of.pass(400);
    expect(of.output("out")).toEqual(["k=100", "k=200", "k=250", "k=300"]);
  });

  it("brings its older record first where that comes within the wait", async () => {
    const of = world(1000);
    of.append("in", 0, [record(100)]);
    await of.start();
    await of.pass(500);
    of.append("in", 1, [record(50)]);
    await of.pass(2000);
    expect(of.output("out")).toEqual(["k=50", "k=100"]);
  });

  it("is not waited for any longer by a pause", async () => {
    const of = world(1000);
    of.append("in", 0, [record(100)]);
    await of.start();
    await of.pass(500);
    of.app.pause(ana);
    await of.pass(5000);
    of.app.resume(ana);
    await of.pass(300);
    expect(of.output("out")).toEqual([]);
    await of.pass(500);
    expect(of.output("out")).toEqual(["k=100"]);
  });

  it("is not waited for once it is idle", async () => {
    const builder = new StreamsBuilder();
    const watermark = WatermarkStrategy.boundedOutOfOrderness<string, string>(0).withIdleness(500);
    builder.stream("in", { key: Serdes.string(), value: Serdes.string(), watermark }).to("out");
    const of = world(60_000, builder.build());
    await of.start();
    of.append("in", 0, [record(100)]);
    await of.pass(400);
    expect(of.output("out")).toEqual([]);
    await of.pass(500);
    expect(of.output("out")).toEqual(["k=100"]);
  });

  it("makes no other partition idle whose record waits for it", async () => {
    const strings = { key: Serdes.string(), value: Serdes.string() };
    const watermark = WatermarkStrategy.boundedOutOfOrderness<string, string>(0);
    const builder = new StreamsBuilder();
    builder.stream("in", { ...strings, watermark: watermark.withIdleness(500) }).to("out");
    builder.stream("never", { ...strings, watermark: watermark.withIdleness(undefined) }).to("out");
    const of = new EmbeddedWorld({
      topics: { in: 1, never: 1, out: 1 },
      topology: builder.build(),
      settings: { "processing.max-task-idle-ms": 3000 },
    });
    of.append("in", 0, [record(100)]);
    await of.start();
    await of.pass(2500);
    expect(of.output("out")).toEqual([]);
    expect(of.app.snapshot().watermarks.partitions[0]).toMatchObject({ state: "active", idleSinceMs: null });
    await of.pass(700);
    expect(of.output("out")).toEqual(["k=100"]);
  });

  it("is looked at no more, record by record, once it is idle", () => {
    const partition = new DispatchPartition(
      new SourcePartition({ topic: "in", partition: 1 }, new PartitionBuffer(), 0n),
      { watermark: new PartitionWatermark(0), idlenessMs: 500, servedMs: 0 },
    );
    let asked = 0;
    const taskIdle = new TaskIdle(1000, () => {
      asked += 1;
      return 0;
    });
    taskIdle.emptied(partition);
    expect(taskIdle.waits()).toBe(true);
    partition.idleness.look(500, 500, false);
    expect(taskIdle.waits()).toBe(false);
    const before = asked;
    expect(taskIdle.waits()).toBe(false);
    expect(asked).toBe(before);
  });
});
