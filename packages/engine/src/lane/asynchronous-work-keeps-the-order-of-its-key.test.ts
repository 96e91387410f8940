import { describe, expect, it } from "vitest";
import { TimeWindows } from "../operators/window/time-windows.ts";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { slowPassThrough } from "../testing/topologies.ts";
import { StreamsBuilder } from "../topology/builder.ts";
import type { Topology } from "../topology/topology.ts";

const strings = { key: Serdes.string(), value: Serdes.string() };

const keyed = (count: number, keys: number) =>
  Array.from({ length: count }, (_, i) => ({ key: `k${i % keys}`, value: `${i}`, ts: i }));

function through(mapper: (value: string) => Promise<string>, timeLimitMs = 1000): Topology {
  const builder = new StreamsBuilder();
  builder.stream("in", strings).mapValuesAsync(mapper, { timeLimitMs }).to("out", strings);
  return builder.build();
}

describe("an asynchronous operator", () => {
  it("keeps the order of each key however long each call takes, and overlaps across lanes", async () => {
    const world: EmbeddedWorld = new EmbeddedWorld({
      topics: { in: 1, out: 1 },
      topology: through(
        (value) =>
          new Promise((resolve) => {
            // The later a record, the quicker its call.
            world.clock.after(100 - Number(value), () => resolve(value));
          }),
      ),
    });
    world.append("in", 0, keyed(40, 8));
    await world.start();
    await world.pass(3000);
    const output = world.output("out");
    expect(output).toHaveLength(40);
    for (let key = 0; key < 8; key += 1) {
      const values = output
        .filter((row) => row.startsWith(`k${key}=`))
        .map((row) => Number(row.split("=")[1]));
      expect(values).toEqual([...values].sort((a, b) => a - b));
    }
    const serial = Array.from({ length: 40 }, (_, i) => 100 - i).reduce((sum, ms) => sum + ms, 0);
    const [commit] = world.app.snapshot().commits.commits.filter(({ outputs }) => outputs > 0);
    expect((commit?.atMs ?? 0) - world.startMs).toBeLessThan(serial);
  });

  it("tells how long the lane has been at one record, which is not how long the last of a queue has waited", async () => {
    const world: EmbeddedWorld = new EmbeddedWorld({
      topics: { in: 1, out: 1 },
      topology: slowPassThrough(() => world.clock, 1000),
    });
    world.append("in", 0, keyed(3, 1));
    await world.start();
    const inWork = () => world.app.look().lanes.lanes.flatMap((lane) => lane.inWorkMs ?? []);
    await world.pass(300);
    const [began = -1] = inWork();
    expect(began).toBeGreaterThan(0);
    await world.pass(400);
    const { lanes } = world.app.look().lanes;
    // It works all the while, though nothing has come of it yet.
    expect(lanes.filter(({ inWorkMs }) => inWorkMs !== null)).toMatchObject([
      { inWorkMs: began + 400, busyRatio: 1 },
    ]);
    // The second record is at work, though it came with the first.
    await world.pass(1000);
    expect(inWork()).toEqual([began + 400]);
    await world.pass(3000);
    expect(inWork()).toEqual([]);
  });

  it("holds the barrier until its call has come back: a crash before leaves nothing, the next start does it once", async () => {
    const world: EmbeddedWorld = new EmbeddedWorld({
      topics: { in: 1, out: 1 },
      topology: slowPassThrough(() => world.clock, 400),
    });
    world.append("in", 0, keyed(1, 1));
    await world.start();
    await world.pass(300);
    expect(world.committed("in-0")).toBeUndefined();
    world.crash();
    await world.start();
    await world.pass(1500);
    expect(world.output("out")).toEqual(["k0=0"]);
    expect(world.committed("in-0")).toBe(1n);
  });

  it("says in a pause what is still under way", async () => {
    const world: EmbeddedWorld = new EmbeddedWorld({
      topics: { in: 1, out: 1 },
      topology: slowPassThrough(() => world.clock, 2000),
    });
    world.append("in", 0, keyed(1, 1));
    await world.start();
    await world.pass(20);
    world.app.pause({ actor: "ana", reason: "test" });
    await world.pass(1000);
    expect(world.app.snapshot().status.lifecycle).toMatchObject({
      kind: "pausing",
      waitingFor: [{ operator: "mapValuesAsync-1", records: 1 }],
    });
    await world.pass(1500);
    expect(world.app.lifecycle).toBe("paused");
    expect(world.committed("in-0")).toBe(1n);
  });

  it("that throws fails the app, and nothing of its epoch is committed", async () => {
    const world = new EmbeddedWorld({
      topics: { in: 1, out: 1 },
      topology: through((value) =>
        value === "2" ? Promise.reject(new Error("no answer")) : Promise.resolve(value),
      ),
    });
    world.append("in", 0, keyed(4, 1));
    await world.start();
    await world.pass(500);
    expect(world.app.lifecycle).toBe("failed");
    expect((await world.app.ended)?.message).toContain("no answer");
    expect(world.committed("in-0")).toBeUndefined();
    expect(world.output("out")).toEqual([]);
  });

  it("that takes longer than its limit fails the app and names the limit", async () => {
    const world = new EmbeddedWorld({
      topics: { in: 1, out: 1 },
      topology: through(() => new Promise(() => {}), 700),
    });
    world.append("in", 0, keyed(1, 1));
    await world.start();
    await world.pass(650);
    expect(world.app.lifecycle).toBe("running");
    await world.pass(200);
    expect((await world.app.ended)?.message).toContain("700 ms");
  });

  it("whose epoch was given up meanwhile is asked again, and its first answer is nobody's", async () => {
    const answers: (() => void)[] = [];
    const world = new EmbeddedWorld({
      topics: { in: 1, out: 1 },
      topology: through(
        (value) => new Promise((resolve) => answers.push(() => resolve(`${value}!`))),
        60_000,
      ),
      settings: { "processing.lanes": 2 },
    });
    await world.start();
    world.append("in", 0, keyed(1, 1));
    await world.pass(50);
    const second = await world.start({ takesOver: true });
    await world.pass(200);
    answers[0]?.();
    await world.pass(200);
    expect(world.output("out")).toEqual([]);
    answers[1]?.();
    await world.pass(500);
    expect(second.lifecycle).toBe("running");
    expect(world.output("out")).toEqual(["k0=0!"]);
  });

  it("may stand in front of a count of the same key", async () => {
    const builder = new StreamsBuilder();
    builder
      .stream("in", strings)
      .mapValuesAsync((value) => Promise.resolve(value))
      .groupByKey()
      .windowedBy(TimeWindows.ofSizeWithNoGrace(1000))
      .count({ name: "counts" })
      .toStream()
      .map(({ key }, count) => ({ key, value: `${count}` }))
      .to("out", strings);
    const world = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: builder.build() });
    world.append("in", 0, keyed(6, 2));
    await world.start();
    await world.pass(500);
    expect(world.output("out").sort()).toEqual(["k0=1", "k0=2", "k0=3", "k1=1", "k1=2", "k1=3"]);
  });

  it("behind a changed key needs a serde, and behind another aggregate a topic between them", () => {
    const changed = new StreamsBuilder()
      .stream("in", strings)
      .map((key, value) => ({ key: `${key}!`, value }));
    expect(() => changed.mapValuesAsync((value) => Promise.resolve(value))).toThrow(/serde/);
    const builder = new StreamsBuilder();
    builder
      .stream("in", strings)
      .groupByKey()
      .windowedBy(TimeWindows.ofSizeWithNoGrace(1000))
      .count({ name: "counts" })
      .toStream()
      .map(({ key }, count) => ({ key, value: `${count}` }))
      .mapValuesAsync((value) => Promise.resolve(value), { key: Serdes.string() })
      .to("out", strings);
    expect(() => builder.build()).toThrow(/lane/);
  });
});
