import { expect, test } from "vitest";
import { partitionOf, snapshotOf } from "../testing/bodies.ts";
import { recentTicks } from "../wire/index.ts";
import { TickRing } from "./tick-ring.ts";

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => partitionOf(i, { watermarkMs: 1000 - i }));

test("ticks come oldest first, a missed one is missing, an absent watermark is absent", () => {
  const ring = new TickRing();
  expect(ring.recent()).toEqual({ ticks: [], omittedPartitions: 0 });
  ring.push(snapshotOf({ sequence: 1, partitions: [partitionOf(0, { watermarkMs: null })] }));
  ring.push(snapshotOf({ sequence: 4, partitions: [partitionOf(0, { watermarkMs: -5 }), partitionOf(1)] }));
  const recent = ring.recent();
  expect(recent.ticks.map(({ sequence, watermarks }) => [sequence, watermarks["orders-0"]])).toEqual([
    ["1", null],
    ["4", -5],
  ]);
  expect(recent.ticks[0]?.watermarks).not.toHaveProperty("orders-1");
  expect(recentTicks.parse(recent)).toEqual(recent);
});

test("at most 600 ticks are held", () => {
  const ring = new TickRing();
  for (let sequence = 1; sequence <= 700; sequence += 1) ring.push(snapshotOf({ sequence }));
  const { ticks } = ring.recent();
  expect(ticks).toHaveLength(600);
  expect(ticks[0]?.sequence).toBe("101");
});

test("an app with 10,000 partitions is held for fewer ticks, and answered with the 64 furthest behind", () => {
  const ring = new TickRing();
  const partitions = many(10_000).with(7, partitionOf(7, { watermarkMs: null }));
  for (let sequence = 1; sequence <= 210; sequence += 1) ring.push(snapshotOf({ sequence, partitions }));
  const { ticks, omittedPartitions } = ring.recent();
  expect(ticks).toHaveLength(200);
  expect(omittedPartitions).toBe(9936);
  const shown = Object.keys(ticks[0]?.watermarks ?? {});
  expect(shown).toHaveLength(64);
  expect(shown).toContain("orders-9999");
  expect(shown).not.toContain("orders-7");
});

test("a partition can be asked for by name", () => {
  const ring = new TickRing();
  ring.push(snapshotOf({ partitions: many(100) }));
  expect(ring.recent(["orders-0", "orders-99", "payments-1"])).toMatchObject({
    ticks: [{ watermarks: { "orders-0": 1000, "orders-99": 901 } }],
    omittedPartitions: 98,
  });
});
