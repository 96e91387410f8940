import { describe, expect, it } from "vitest";
import { EmbeddedWorld } from "../../testing/embedded-world.ts";
import { windowedCount } from "../../testing/topologies.ts";
import { TimeWindows } from "./time-windows.ts";

const startMs = 1_790_000_000_000;

async function run(windows: TimeWindows, stamps: readonly number[], settings = {}) {
  const world = new EmbeddedWorld({
    topics: { in: 1, out: 1 },
    topology: windowedCount({ windows, startMs }),
    settings,
  });
  await world.start();
  for (const ts of stamps) {
    world.append("in", 0, [{ key: "k", value: `at ${ts}`, ts }]);
    await world.pass(200);
  }
  await world.pass(600);
  return world;
}

describe("a windowed count", () => {
  it("drops a record whose window the watermark has closed, with its evidence", async () => {
    const world = await run(TimeWindows.ofSizeAndGrace(1000, 500), [0, 1499, 1500, 200]);
    expect(world.output("out")).toEqual(["k@0=1", "k@1000=1", "k@1000=2"]);
    const { items, total } = world.app.lateDrops(0n, 10);
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      topic: "in",
      partition: 0,
      offset: "3",
      key: { encoding: "utf8", text: "k", sizeBytes: 1, truncated: false },
      value: { text: "at 200" },
      timestampMs: startMs + 200,
      watermarkMs: startMs + 1500,
      latenessMs: 1300,
      operator: "counts",
      window: { startMs, endMs: startMs + 1000 },
      graceMs: 500,
      keptWindows: [],
      movedBy: { topic: "in", partition: 0, cause: "dispatched" },
      movedByMissing: null,
    });
  });

  it("takes a record within the grace", async () => {
    const world = await run(TimeWindows.ofSizeAndGrace(1000, 500), [0, 1499, 200]);
    expect(world.output("out")).toEqual(["k@0=1", "k@1000=1", "k@0=2"]);
    expect(world.app.lateDrops(0n, 10).total).toBe(0);
  });

  it("drops a record of two hopping windows for the closed one and counts it in the open one", async () => {
    const windows = TimeWindows.ofSizeWithNoGrace(10_000).advanceBy(5000);
    const world = await run(windows, [1000, 12_000, 7000]);
    expect(world.output("out")).toEqual(["k@-5000=1", "k@0=1", "k@5000=1", "k@10000=1", "k@5000=2"]);
    const { items } = world.app.lateDrops(0n, 10);
    expect(items.map(({ window }) => window.startMs - startMs)).toEqual([0]);
    expect(items[0]?.keptWindows).toEqual([{ startMs: startMs + 5000, endMs: startMs + 15_000 }]);
    expect(world.app.snapshot().status.counters.dropped.late).toBe(1);
  });

  it("judges by the watermark of the last barrier: a record of the same epoch is not late", async () => {
    const world = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: windowedCount({ startMs }) });
    world.append(
      "in",
      0,
      [5000, 0].map((ts) => ({ key: "k", value: "v", ts })),
    );
    await world.start();
    await world.pass(300);
    expect(world.output("out")).toEqual(["k@5000=1", "k@0=1"]);
  });

  it("drops a record without a key and counts it", async () => {
    const world = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: windowedCount({ startMs }) });
    world.append("in", 0, [{ key: null, value: "v", ts: 0 }]);
    await world.start();
    await world.pass(600);
    expect(world.output("out")).toEqual([]);
    expect(world.app.snapshot().status.counters.dropped.nullKey).toBe(1);
    expect(world.committed("in-0")).toBe(1n);
  });
});

describe("open windows", () => {
  it("are right after a crash, and event time goes on from the last commit", async () => {
    const world = await run(TimeWindows.ofSizeWithNoGrace(1000), [0, 5000, 5100]);
    world.crash();
    await world.start();
    await world.pass(300);
    expect(world.app.snapshot().watermarks.globalWatermarkMs).toBe(startMs + 5100);
    world.append("in", 0, [
      { key: "k", value: "older", ts: 4999 },
      { key: "k", value: "d", ts: 5200 },
    ]);
    await world.pass(300);
    expect(world.output("out").at(-1)).toBe("k@5000=3");
    expect(world.app.lateDrops(0n, 10).items[0]?.window.startMs).toBe(startMs + 4000);
  });

  it("are right with another number of lanes after a restart", async () => {
    const stamps = Array.from({ length: 12 }, (_, i) => i);
    const world = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: windowedCount({ startMs }) });
    const append = (): void =>
      world.append(
        "in",
        0,
        stamps.map((ts) => ({ key: `k${ts}`, value: "v", ts })),
      );
    append();
    await world.start();
    await world.pass(300);
    world.crash();
    world.settings = { "processing.lanes": 7 };
    append();
    await world.start();
    await world.pass(300);
    expect(world.output("out").slice(12)).toEqual(expect.arrayContaining(stamps.map((ts) => `k${ts}@0=2`)));
  });

  it("leave the store and the changelog when they are closed", async () => {
    const world = await run(TimeWindows.ofSizeWithNoGrace(1000), [0, 100, 7000, 7100]);
    const rows = world.log.readCommitted("app-counts-changelog");
    const newest = new Map(rows.map((row) => [row.key?.toString("hex"), row.value]));
    expect([...newest.values()].filter((value) => value !== null)).toHaveLength(1);
    expect(newest.size).toBe(2);
  });
});

describe("the first window that counts", () => {
  it.each([
    [TimeWindows.ofSizeWithNoGrace(10).advanceBy(4), 0],
    [TimeWindows.ofSizeWithNoGrace(10).withOffset(-3), -3],
    [TimeWindows.ofSizeWithNoGrace(10).withOffset(3), -7],
  ])("of %o starts at %i, and every time from 0 on is in one", (windows, firstStartMs) => {
    expect(windows.firstStartMs).toBe(firstStartMs);
    for (let timeMs = 0; timeMs < 30; timeMs += 1) {
      expect(windows.startsOf(timeMs).at(-1)).toBeGreaterThanOrEqual(firstStartMs);
    }
  });
});

describe("window starts", () => {
  it.each([
    [TimeWindows.ofSizeWithNoGrace(7), -8, [-14]],
    [TimeWindows.ofSizeWithNoGrace(12).advanceBy(5), 21, [10, 15, 20]],
    [TimeWindows.ofSizeWithNoGrace(60_000), 60_000, [60_000]],
    [TimeWindows.ofSizeWithNoGrace(10).withOffset(3), 2, [-7]],
    [TimeWindows.ofSizeWithNoGrace(10).withOffset(3), 3, [3]],
    [TimeWindows.ofSizeWithNoGrace(10).withOffset(-4).advanceBy(5), 0, [-9, -4]],
  ])("%o holds %i in the windows at %o", (windows, timestampMs, starts) => {
    expect(windows.startsOf(timestampMs)).toEqual(starts);
  });

  it.each([
    ["a size of 0", () => TimeWindows.ofSizeWithNoGrace(0)],
    ["a size of half a millisecond", () => TimeWindows.ofSizeWithNoGrace(0.5)],
    ["a grace below 0", () => TimeWindows.ofSizeAndGrace(10, -1)],
    ["an advance of 0", () => TimeWindows.ofSizeWithNoGrace(10).advanceBy(0)],
    ["an offset of half a millisecond", () => TimeWindows.ofSizeWithNoGrace(10).withOffset(0.5)],
    ["an advance beyond the size", () => TimeWindows.ofSizeWithNoGrace(10).advanceBy(11)],
  ])("%s is refused", (_, make) => {
    expect(make).toThrow(/ms/);
  });
});
