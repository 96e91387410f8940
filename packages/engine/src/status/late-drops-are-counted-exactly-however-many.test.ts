import { describe, expect, it } from "vitest";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { windowedCount } from "../testing/topologies.ts";
import { burstStartKept } from "./late-drop-ring.ts";

const startMs = 1_790_000_000_000;
const secondMs = 1000;

/** An app whose watermark has closed all windows in front of 1000 s. */
async function lateWorld(settings: ConstructorParameters<typeof EmbeddedWorld>[0]["settings"] = {}) {
  const world = new EmbeddedWorld({
    topics: { in: 1, out: 1 },
    topology: windowedCount({ startMs }),
    settings,
  });
  world.append("in", 0, [{ key: "ahead", value: "v", ts: 1000 * secondMs }]);
  await world.start();
  await world.pass(300);
  const late = (count: number): void =>
    world.append(
      "in",
      0,
      Array.from({ length: count }, (_, i) => ({ key: "late", value: `${i}`, ts: 0 })),
    );
  return { world, late };
}

/** All pages from the first id on: how many entries came, and how many were missed. */
function readAll(world: EmbeddedWorld) {
  const ids: number[] = [];
  let missed = 0;
  let cursor = 0n;
  for (;;) {
    const page = world.app.lateDrops(cursor, 500);
    ids.push(...page.items.map(({ id }) => Number(id)));
    missed += page.missed;
    cursor = BigInt(page.next);
    if (page.items.length < 500) return { ids, missed };
  }
}

describe("100,000 late drops within 10 s", () => {
  const total = 100_000;

  function expectExact(world: EmbeddedWorld): void {
    const { counters, limits } = world.app.look().status;
    expect(counters.lateDropped).toBe(total);
    expect(counters.lateDroppedBy).toEqual({ counts: total });
    expect(counters.dropped.late).toBe(total);
    const { ids, missed } = readAll(world);
    expect(ids.length + missed).toBe(total);
    expect(ids.length).toBe(limits["ring.late-drops"]?.used);
    expect(ids.length).toBeLessThanOrEqual(2000);
    expect(ids.slice(0, burstStartKept)).toEqual(Array.from({ length: burstStartKept }, (_, i) => i + 1));
    expect(ids.at(-1)).toBe(total);
    const bytes = limits["ring.late-drops.bytes"];
    expect(bytes?.used).toBeLessThanOrEqual(bytes?.limit ?? 0);
  }

  it("are counted to the last one, and the start of the burst is there beside the newest", async () => {
    const { world, late } = await lateWorld();
    for (let second = 0; second < 10; second += 1) {
      late(total / 10);
      await world.pass(secondMs);
    }
    await world.pass(2 * secondMs);
    expectExact(world);
  });

  it("in one go neither outgrow the bound of an epoch nor lose one", async () => {
    const maxEpochBytes = 1024 * 1024;
    const { world, late } = await lateWorld({ "processing.max-epoch-bytes": maxEpochBytes });
    late(total);
    let most = 0;
    while (world.app.look().status.counters.lateDropped < total) {
      await world.pass(10);
      most = Math.max(most, world.app.snapshot().status.limits["epoch.bytes"]?.used ?? 0);
    }
    expectExact(world);
    // The last run of records may go beyond it.
    expect(most).toBeLessThanOrEqual(maxEpochBytes + 250 * 600);
  });
});

it("the late drops of an epoch that is rolled back are published once, by the epoch that does it again", async () => {
  const { world, late } = await lateWorld();
  world.log.inject({ point: "commit-unknown", outcome: "aborted" });
  late(50);
  await world.pass(3 * secondMs);
  const { counters } = world.app.look().status;
  expect(counters.rolledBackEpochs).toBe(1);
  expect(counters.lateDroppedBy).toEqual({ counts: 50 });
  expect(world.app.lateDrops(0n, 100).items.map(({ offset }) => offset)).toEqual(
    Array.from({ length: 50 }, (_, i) => `${i + 1}`),
  );
});

it("an operator that has dropped nothing is counted with 0", async () => {
  const { world } = await lateWorld();
  expect(world.app.look().status.counters.lateDroppedBy).toEqual({ counts: 0 });
});
