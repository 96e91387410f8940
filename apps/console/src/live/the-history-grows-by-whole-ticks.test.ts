import type { RecentTicks } from "@stoatflow/api";
import { expect, test } from "vitest";
import { FakeEngine } from "../../test/fake-engine.ts";
import { appendTick, keptTicks } from "./append-tick.ts";
import { freshnessOf } from "./freshness.ts";

const none: RecentTicks = { ticks: [], omittedPartitions: 0 };

test("a tick is appended once, and an older one never", () => {
  const engine = new FakeEngine({ app: "orders", partitions: 3 });
  const [first, second] = [engine.tick(1_790_000_000_000), engine.tick(1_790_000_001_000)];
  const two = appendTick(appendTick(none, first), second);
  expect(two.ticks.map((tick) => tick.sequence)).toEqual(["1", "2"]);
  expect(appendTick(two, second)).toBe(two);
  expect(appendTick(two, first)).toBe(two);
  expect(two.ticks[1]?.watermarks["orders-0"]).toBe(second.watermarks.partitions[0]?.watermarkMs);
});

test("a restarted app counts from one again, and its ticks are taken", () => {
  const engine = new FakeEngine({ app: "orders", partitions: 1 });
  engine.tick(1_790_000_000_000);
  const before = appendTick(none, engine.tick(1_790_000_001_000));
  const restarted = new FakeEngine({ app: "orders", partitions: 1 });
  restarted.bootId = "b0a2";
  expect(appendTick(before, restarted.tick(1_790_000_002_000)).ticks.map((tick) => tick.sequence)).toEqual([
    "2",
    "1",
  ]);
});

test("the history is bounded", () => {
  const engine = new FakeEngine({ app: "orders", partitions: 1 });
  let recent = none;
  for (let tick = 0; tick < keptTicks + 10; tick += 1)
    recent = appendTick(recent, engine.tick(1_790_000_000_000 + tick));
  expect(recent.ticks).toHaveLength(keptTicks);
  expect(recent.ticks[0]?.sequence).toBe("11");
});

test("where partitions were left out, a tick keeps to those that were not", () => {
  const engine = new FakeEngine({ app: "orders", partitions: 3 });
  const first = appendTick(none, engine.tick(1_790_000_000_000)).ticks[0];
  const chosen = { "orders-2": first?.watermarks["orders-2"] ?? null };
  const recent: RecentTicks = {
    ticks: first === undefined ? [] : [{ ...first, watermarks: chosen }],
    omittedPartitions: 2,
  };
  const next = appendTick(recent, engine.tick(1_790_000_001_000));
  expect(Object.keys(next.ticks[1]?.watermarks ?? {})).toEqual(["orders-2"]);
});

test("the age of data never leans on two clocks at once", () => {
  const aDayAhead = 86_400_000;
  const at = (nowMs: number, staleAfterMs = 3000) =>
    freshnessOf({
      receivedAtMs: 1000,
      staleAfterMs,
      sentAtMs: 1500,
      arrivedAtMs: aDayAhead,
      nowMs: aDayAhead + nowMs,
    });
  expect(at(0)).toEqual({ kind: "fresh", ageMs: 500 });
  expect(at(2500)).toEqual({ kind: "fresh", ageMs: 3000 });
  expect(at(2501)).toEqual({ kind: "stale", ageMs: 3001 });
  expect(at(2501, 9000)).toEqual({ kind: "fresh", ageMs: 3001 });
  expect(at(-50)).toEqual({ kind: "fresh", ageMs: 500 });
  expect(
    freshnessOf({ receivedAtMs: null, staleAfterMs: 3000, sentAtMs: 0, arrivedAtMs: 0, nowMs: 9 }),
  ).toEqual({
    kind: "none",
  });
});
