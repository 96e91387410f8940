import { describe, expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { slowPassThrough } from "../testing/topologies.ts";
import { StreamsBuilder } from "../topology/builder.ts";
import type { Topology } from "../topology/topology.ts";
import { WatermarkStrategy } from "../watermark/strategy.ts";

const strings = { key: Serdes.string(), value: Serdes.string() };
const hourMs = 3_600_000;
const boundMs = 200;
const settings = { "processing.lanes": 1, "processing.lane-capacity": 1 };

/** In `in-0` a record a millisecond, each of which takes one to work; in `in-1` heads at the times given. */
function backlogBeside(times: readonly number[], topology?: (world: () => EmbeddedWorld) => Topology) {
  const made: EmbeddedWorld = new EmbeddedWorld({
    topics: { in: 2, out: 1 },
    topology: topology?.(() => made) ?? slowPassThrough(() => made.clock, 1, boundMs),
    settings,
  });
  const backlog = Array.from({ length: 8000 }, (_, i) => ({ key: "k", value: `${i}`, ts: i }));
  made.append("in", 0, backlog);
  made.append(
    "in",
    1,
    times.map((ts) => ({ key: "k", value: "head", ts })),
  );
  return made;
}

const holdsOf = (world: EmbeddedWorld) => world.app.holds(0n, 100);

describe("a hold", () => {
  it.each([0, 50, 150, 250, 350, 450])(
    "of 700 ms is told with its duration, also where it begins %i ms into an interval",
    async (beginMs) => {
      const world = backlogBeside([beginMs, beginMs + 700, beginMs + 1400]);
      await world.start();
      await world.pass(3000);
      const { items, total } = holdsOf(world);
      expect(total).toBe(2);
      for (const [
        at,
        { topic, partition, headOffset, heldMs, fromMs, untilMs, ...hold },
      ] of items.entries()) {
        const headMs = world.startMs + beginMs + 700 * (at + 1);
        expect({ topic, partition, headOffset }).toEqual({
          topic: "in",
          partition: 1,
          headOffset: `${at + 1}`,
        });
        expect(Math.abs(heldMs - 700)).toBeLessThanOrEqual(100);
        expect(untilMs - fromMs).toBe(heldMs);
        expect(hold).toEqual({
          id: `${at + 1}`,
          headTimestampMs: headMs,
          previewWatermarkMs: headMs - boundMs,
          endedBy: "dispatched",
        });
      }
    },
  );

  it("is still told an hour later, each of two with its own duration", async () => {
    const world = backlogBeside([100, 800, 801, 4000, 4700]);
    await world.start();
    await world.pass(9000);
    const before = holdsOf(world).items;
    await world.clock.advance(hourMs);
    const { items } = holdsOf(world);
    expect(items).toEqual(before);
    const ofSevenHundred = items.filter(({ heldMs }) => Math.abs(heldMs - 700) <= 100);
    expect(ofSevenHundred.map(({ headOffset }) => headOffset)).toEqual(["1", "4"]);
    expect(items.map(({ headOffset }) => headOffset)).toEqual(["1", "3", "4"]);
  });

  it("is counted in the histogram, and the feed says that there is one more", async () => {
    const world = backlogBeside([100, 900]);
    await world.start();
    await world.pass(3000);
    const { status, rings } = world.app.snapshot();
    expect(rings.holdsNext).toBe("1");
    expect(status.durations.headHeld.count).toBe(1);
    expect(status.durations.headHeld.sumSeconds).toBeCloseTo(0.8, 0);
    expect(status.limits["ring.holds"]).toEqual({ used: 1, limit: 5000 });
  });

  it("that lasts is in its partition's status, and becomes an event when the app stops", async () => {
    const world = backlogBeside([0, 2 * hourMs]);
    await world.start();
    await world.pass(1500);
    expect(holdsOf(world).total).toBe(0);
    const since = world.app.snapshot().watermarks.partitions[1]?.headHeldSinceMs;
    const stopped = world.app.stop();
    await world.pass(100);
    await stopped;
    expect(holdsOf(world).items).toMatchObject([{ headOffset: "1", fromMs: since, endedBy: "stopped" }]);
    expect(world.app.snapshot().rings.holdsNext).toBe("1");
  });

  it("ends as revoked where its partition goes back to the last commit, and begins anew", async () => {
    const world = backlogBeside([0, 2 * hourMs]);
    await world.start();
    await world.pass(1500);
    world.log.inject({ point: "commit-unknown", outcome: "aborted" });
    await world.pass(2500);
    expect(holdsOf(world).items).toMatchObject([{ headOffset: "1", endedBy: "revoked" }]);
    const [hold] = holdsOf(world).items;
    expect(world.app.snapshot().watermarks.partitions[1]?.headHeldSinceMs).toBeGreaterThanOrEqual(
      hold?.untilMs ?? Number.NaN,
    );
  });

  it("with a custom generator has no preview", async () => {
    const world = backlogBeside([100, 900], (made) => {
      const builder = new StreamsBuilder();
      const watermark = WatermarkStrategy.forGenerator<string, string>(() => ({
        onEvent: (_, timestampMs, output) => output.emitWatermark(timestampMs),
        onPeriodicEmit: () => {},
      }));
      builder
        .stream("in", { ...strings, watermark })
        .mapValuesAsync(
          (value) => new Promise<string>((resolve) => made().clock.after(1, () => resolve(value))),
        )
        .to("out", strings);
      return builder.build();
    });
    await world.start();
    await world.pass(3000);
    expect(holdsOf(world).items).toMatchObject([{ headOffset: "1", previewWatermarkMs: null }]);
  });

  it("is none where the app keeps up, or where a pause was what kept the head", async () => {
    const world = backlogBeside([0, 300, 600, 900, 1200]);
    await world.start();
    await world.pass(50);
    world.app.pause({ actor: "ana", reason: "test" });
    await world.pass(5000);
    world.app.resume({ actor: "ana", reason: "test" });
    await world.pass(3000);
    expect(holdsOf(world).total).toBe(0);
  });

  it("does not reach back into a time in which a slow commit kept every partition", async () => {
    const world = backlogBeside([0, 7000]);
    await world.start();
    await world.pass(50);
    world.log.inject({ point: "commit-delay", ms: 3000 });
    await world.pass(3200);
    expect(world.app.snapshot().watermarks.partitions[1]?.headHeldSinceMs).toBeNull();
    await world.pass(2000);
    const since = world.app.snapshot().watermarks.partitions[1]?.headHeldSinceMs ?? Number.NaN;
    expect(since - world.startMs).toBeGreaterThanOrEqual(2500);
  });

  it("does not reach back into a time in which a full lane kept every partition", async () => {
    const world = backlogBeside([0, 7000]);
    await world.start();
    await world.pass(50);
    world.app.parkLane(Buffer.from("k"), true);
    await world.pass(3000);
    world.app.parkLane(Buffer.from("k"), false);
    await world.pass(2000);
    const since = world.app.snapshot().watermarks.partitions[1]?.headHeldSinceMs ?? Number.NaN;
    expect(since - world.startMs).toBeGreaterThanOrEqual(2500);
  });
});
