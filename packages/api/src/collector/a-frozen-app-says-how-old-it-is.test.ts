import type { FeedSnapshot } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { snapshotOf } from "../testing/bodies.ts";
import { collectorByHand, instancesByHand } from "../testing/by-hand.ts";
import { watching } from "../testing/collecting.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { collectedRow } from "../wire/index.ts";

const startMs = 1_790_000_000_000;

/** A collector whose ticks the test sends, each stamped with the app's own clock. */
function byHand(says: { tickIntervalMs?: number } = {}) {
  const clock = new ManualClock(startMs);
  const { collector, attempts } = collectorByHand(clock);
  let sequence = 0;
  return {
    clock,
    collector,
    says,
    listed: () => collectedRow.parse(collector.listed()),
    /** A tick that the app stamped `aheadMs` ahead of the collector's clock. */
    tick(aheadMs = 0): FeedSnapshot {
      sequence += 1;
      const snapshot = { ...snapshotOf({ sequence, status: says }), atMs: clock.nowMs() + aheadMs };
      attempts.at(-1)?.tick(snapshot);
      return snapshot;
    },
  };
}

test("the age of the newest tick is data: none, fresh, and stale after 3 s", () => {
  const { clock, listed, tick } = byHand();
  expect(listed().age).toEqual({ kind: "none" });
  tick();
  clock.advance(3000);
  expect(listed().age).toEqual({ kind: "fresh", ageMs: 3000 });
  clock.advance(1);
  expect(listed().age).toEqual({ kind: "stale", ageMs: 3001 });
  expect(listed()).toMatchObject({
    connection: { kind: "live" },
    instances: [{ age: { kind: "stale", ageMs: 3001 } }],
  });
});

test.each([
  ["500 ms", 500, 3000],
  ["10 s", 10_000, 21_000],
  ["a day, which is followed for 2 min", 86_400_000, 120_000],
])(
  "an app that says it ticks every %s is old when two ticks are missing",
  (_, tickIntervalMs, staleAfterMs) => {
    const { clock, listed, tick } = byHand({ tickIntervalMs });
    tick();
    clock.advance(staleAfterMs);
    expect(listed()).toMatchObject({
      staleAfterMs,
      age: { kind: "fresh" },
      instances: [{ age: { kind: "fresh" } }],
    });
    clock.advance(1);
    expect(listed()).toMatchObject({ age: { kind: "stale" }, instances: [{ age: { kind: "stale" } }] });
  },
);

test("who watches a slow app is not told that it is silent between two ticks, and an app that is quick again is", async () => {
  const { clock, collector, tick, says } = byHand({ tickIntervalMs: 10_000 });
  tick();
  using watcher = watching(collector);
  await watcher.next();
  for (let i = 0; i < 5; i += 1) {
    clock.advance(10_000);
    expect(collector.listed().age).toEqual({ kind: "fresh", ageMs: 10_000 });
    tick();
    expect((await watcher.next()).view.summary.age).toEqual({ kind: "fresh", ageMs: 0 });
  }
  says.tickIntervalMs = 500;
  tick();
  expect((await watcher.next()).view.summary.age.kind).toBe("fresh");
  clock.advance(3001);
  expect((await watcher.next()).view.summary.age).toEqual({ kind: "stale", ageMs: 3001 });
});

test("who watches is told when an app falls silent, though nothing comes from it, and once", async () => {
  const { clock, collector, tick } = byHand();
  tick();
  using watcher = watching(collector);
  expect((await watcher.next()).view.summary.age.kind).toBe("fresh");
  clock.advance(2000);
  tick();
  expect((await watcher.next()).view.summary.age.kind).toBe("fresh");
  clock.advance(1001);
  clock.advance(1999);
  expect(clock.waiting()).toEqual([1]);
  clock.advance(1);
  const { id, view } = await watcher.next();
  expect([id, view.summary.age]).toEqual(["boot1-2", { kind: "stale", ageMs: 3001 }]);
  expect(clock.waiting()).toEqual([]);
});

test("the gap is of the app's own clock, however far that is off", () => {
  const { listed, tick } = byHand();
  const { atMs, watermarks } = tick(86_400_000);
  expect(listed()).toMatchObject({ atMs, globalWatermarkMs: watermarks.globalWatermarkMs });
});

test("a clock more than 2 s off is told, ahead and behind, with how far", () => {
  const { clock, listed, tick } = byHand();
  expect(listed().skew).toEqual({ kind: "unknown" });
  tick(2000);
  expect(listed().skew).toEqual({ kind: "close", skewMs: 2000 });
  clock.advance(1000);
  tick(2001);
  expect(listed().skew).toEqual({ kind: "apart", skewMs: 2001 });
  const behind = byHand();
  behind.tick(-9000);
  expect(behind.listed()).toMatchObject({
    skew: { kind: "apart", skewMs: -9000 },
    instances: [{ skew: { kind: "apart", skewMs: -9000 } }],
  });
});

test("of several instances the clock that is furthest off is told, whichever way", () => {
  const clock = new ManualClock(startMs);
  const { collector, tell } = instancesByHand(clock, ["a", "b"]);
  tell(snapshotOf({ instanceId: "a", bootId: "a", atMs: startMs + 1000 }));
  tell(snapshotOf({ instanceId: "b", bootId: "b", atMs: startMs - 5000 }));
  expect(collectedRow.parse(collector.listed())).toMatchObject({
    skew: { kind: "apart", skewMs: -5000 },
    instances: [{ skew: { kind: "close", skewMs: 1000 } }, { skew: { kind: "apart", skewMs: -5000 } }],
  });
});

test("a slow network, a stall or a replay is not taken for skew", () => {
  const { clock, listed, tick } = byHand();
  tick(-40);
  for (let i = 0; i < 20; i += 1) {
    clock.advance(1000);
    tick(-8000);
  }
  expect(listed().skew).toEqual({ kind: "close", skewMs: -40 });
});

test("a clock that was set right is close again within a minute", () => {
  const { clock, listed, tick } = byHand();
  tick(60_000);
  for (let i = 0; i < 60; i += 1) {
    clock.advance(1000);
    tick(-30);
  }
  expect(listed().skew).toEqual({ kind: "close", skewMs: -30 });
});

test("after a long silence, or when the console's own clock goes back, skew is measured anew", () => {
  const { clock, listed, tick } = byHand();
  tick(5000);
  clock.advance(120_000);
  tick(-10);
  expect(listed().skew).toEqual({ kind: "close", skewMs: -10 });
  clock.advance(-3_600_000);
  tick(-20);
  expect(listed().skew).toEqual({ kind: "close", skewMs: -20 });
});
