import { describe, expect, it } from "vitest";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { slowPassThrough } from "../testing/topologies.ts";

const hourMs = 3_600_000;
const boundMs = 1000;
const ana = { actor: "ana", reason: "test" };

/** A backlog of a record a millisecond in `in-0`; in `in-1` a head two hours ahead behind one ordinary record. */
function backlogAndFutureHead(records = 8000, settings = {}) {
  const world: EmbeddedWorld = new EmbeddedWorld({
    topics: { in: 2, out: 1 },
    topology: slowPassThrough(() => world.clock, 1, boundMs),
    settings: { "processing.lanes": 1, "processing.lane-capacity": 64, ...settings },
  });
  const backlog = Array.from({ length: records }, (_, i) => ({ key: "k", value: `${i}`, ts: i - records }));
  world.append("in", 0, backlog);
  world.append("in", 1, [
    { key: "now", value: "a", ts: -records },
    { key: "future", value: "b", ts: 2 * hourMs },
    { key: "after", value: "c", ts: -records + 1000 },
  ]);
  return world;
}

function partition(world: EmbeddedWorld, number: number) {
  const found = world.app.snapshot().watermarks.partitions[number];
  if (found === undefined) throw new Error(`there is no partition ${number}`);
  return found;
}

const globalMs = (world: EmbeddedWorld): number =>
  (world.app.snapshot().watermarks.globalWatermarkMs ?? Number.NaN) - world.startMs;

describe("a head stamped two hours ahead, behind a backlog elsewhere", () => {
  it("is not held before it has stood for a whole interval", async () => {
    const world = backlogAndFutureHead();
    await world.start();
    await world.pass(600);
    expect(partition(world, 1)).toMatchObject({
      previewWatermarkMs: null,
      headHeldSinceMs: null,
      headOffset: "1",
    });
  });

  it("then contributes its preview, so that event time goes on within about a second", async () => {
    const world = backlogAndFutureHead();
    await world.start();
    await world.pass(1500);
    expect(partition(world, 1)).toMatchObject({
      state: "held",
      headOffset: "1",
      previewWatermarkMs: world.startMs + 2 * hourMs - boundMs,
    });
    expect(globalMs(world)).toBeGreaterThanOrEqual(-8300);
    expect(globalMs(world)).toBeLessThanOrEqual(-7300);
    expect(world.warnings).toEqual([expect.stringMatching(/^in-1: .* 72\d\d s ahead .* other partitions$/)]);
    await world.pass(2500);
    expect(globalMs(world)).toBeGreaterThanOrEqual(-6000);
    expect(partition(world, 1).previewWatermarkMs).toBe(world.startMs + 2 * hourMs - boundMs);
  });

  it("is held since it became head", async () => {
    const world = backlogAndFutureHead();
    await world.start();
    await world.pass(1500);
    const since = partition(world, 1).headHeldSinceMs ?? Number.NaN;
    expect(since - world.startMs).toBeLessThanOrEqual(100);
    expect(since).toBeGreaterThanOrEqual(world.startMs);
  });

  it("is held since it became head also where the moments between two polls come in between", async () => {
    const world = backlogAndFutureHead(8000, {
      "processing.buffered-records-per-partition": 40,
      "processing.max-poll-records": 20,
    });
    await world.start();
    await world.pass(1600);
    expect((partition(world, 1).headHeldSinceMs ?? Number.NaN) - world.startMs).toBeLessThan(200);
  });

  it("is dispatched in its turn, the preview ends with it, and everything comes out once", async () => {
    const world = backlogAndFutureHead(3000);
    await world.start();
    await world.pass(1500);
    expect(partition(world, 1).state).toBe("held");
    await world.pass(6000);
    expect(partition(world, 1)).toMatchObject({
      previewWatermarkMs: null,
      headHeldSinceMs: null,
      position: "3",
    });
    expect(world.output("out")).toHaveLength(3003);
    expect(world.output("out").indexOf("future=b")).toBeGreaterThan(3000 - 100);
    expect(world.committed("in-1")).toBe(3n);
  });

  it("keeps a preview that was given through a pause", async () => {
    const world = backlogAndFutureHead();
    await world.start();
    await world.pass(1500);
    world.app.pause(ana);
    await world.pass(3000);
    expect(partition(world, 1)).toMatchObject({
      state: "paused",
      previewWatermarkMs: world.startMs + 2 * hourMs - boundMs,
    });
  });
});

describe("no new preview is given", () => {
  const standsAlone = (world: EmbeddedWorld): void =>
    expect(partition(world, 1)).toMatchObject({ previewWatermarkMs: null, headHeldSinceMs: null });

  it("while the app is paused", async () => {
    const world = backlogAndFutureHead();
    await world.start();
    await world.pass(100);
    world.app.pause(ana);
    await world.pass(3000);
    standsAlone(world);
    world.app.resume(ana);
    await world.pass(1500);
    expect(partition(world, 1).state).toBe("held");
    expect(partition(world, 1).headHeldSinceMs).toBeGreaterThanOrEqual(world.startMs + 3100);
  });

  it("while a commit takes longer than the interval", async () => {
    const world = backlogAndFutureHead(12_000);
    world.log.inject({ point: "commit-delay", ms: 5000 });
    await world.start();
    await world.pass(4900);
    standsAlone(world);
    await world.pass(3000);
    expect(partition(world, 1).state).toBe("held");
  });

  it("while all lanes are full and nothing is dispatched", async () => {
    const world = backlogAndFutureHead();
    await world.start();
    world.app.parkLane(Buffer.from("k"), true);
    await world.pass(3000);
    standsAlone(world);
  });

  it("while a partition waits for data", async () => {
    const world = backlogAndFutureHead(8000, { "processing.buffered-records-per-partition": 100 });
    await world.start();
    await world.pass(50);
    world.log.inject({ point: "fetch-delay", topic: "in", partition: 0, ms: 4000 });
    await world.pass(3000);
    standsAlone(world);
  });

  it("to a caught-up app with ordinary skew", async () => {
    const world: EmbeddedWorld = new EmbeddedWorld({
      topics: { in: 2, out: 1 },
      topology: slowPassThrough(() => world.clock, 1, boundMs),
    });
    await world.start();
    for (let step = 0; step < 300; step += 1) {
      world.append("in", step % 2, [{ key: "k", value: `${step}`, ts: step * 10 + (step % 2) * 400 }]);
      await world.pass(10);
      standsAlone(world);
    }
  });
});
