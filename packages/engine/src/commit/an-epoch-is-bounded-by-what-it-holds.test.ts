import { describe, expect, it } from "vitest";
import { TimeWindows } from "../operators/window/time-windows.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough, windowedCount } from "../testing/topologies.ts";

const value = "x".repeat(1000);
const settings = { "processing.max-epoch-bytes": 100_000, "processing.commit-interval-ms": 60_000 };
const tooMany = Array.from({ length: 2000 }, () => ({ key: "k", value, ts: 0 }));

describe("an epoch", () => {
  it("whose outputs reach the bound is committed before its time", async () => {
    const world = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: passThrough(), settings });
    world.append("in", 0, tooMany);
    await world.start();
    await world.pass(1000);
    expect(world.app.snapshot().status.counters.committedEpochs).toBeGreaterThan(1);
    expect(world.committed("in-0")).toBeGreaterThan(0n);
  });

  it("whose late drops reach the bound is committed before its time", async () => {
    const windows = TimeWindows.ofSizeWithNoGrace(1000);
    const topology = windowedCount({ startMs: 1_790_000_000_000, windows });
    const world = new EmbeddedWorld({
      topics: { in: 1, out: 1 },
      topology,
      settings: { "processing.max-epoch-bytes": 100_000 },
    });
    world.append("in", 0, [{ key: "k", value: "v", ts: 10_000 }]);
    await world.start();
    await world.pass(1000);
    const stopped = world.app.stop();
    await world.pass(100);
    await stopped;
    world.settings = settings;
    world.append("in", 0, tooMany);
    await world.start();
    await world.pass(1000);
    const { committedEpochs, lateDropped } = world.app.snapshot().status.counters;
    expect(committedEpochs).toBeGreaterThan(1);
    expect(lateDropped).toBeGreaterThan(0);
  });
});
