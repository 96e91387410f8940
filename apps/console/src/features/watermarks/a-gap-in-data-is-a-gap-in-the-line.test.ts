import type { RecentTick } from "@stoatflow/api";
import { staleAfter } from "@stoatflow/api/wire";
import { expect, test } from "vitest";
import { chartData, linesMax, worstMax } from "./chart-data.ts";

const tick = (atMs: number, watermarks: RecentTick["watermarks"], bootId = "b1"): RecentTick => ({
  bootId,
  sequence: String(atMs),
  atMs,
  globalWatermarkMs: atMs - 500,
  watermarkAtMs: atMs,
  watermarks,
});

test("points hold the gap to the tick's own clock, or the watermark itself", () => {
  const recent = { ticks: [tick(10_000, { "orders-0": 9000, "orders-1": null })], omittedPartitions: 0 };
  expect(chartData(recent, "gap", 3000).points[0]?.values).toEqual([500, 1000, null]);
  expect(chartData(recent, "absolute", 3000).points[0]?.values).toEqual([9500, 9000, null]);
});

test("ticks further apart than the app is stale after, and a restart, break every line", () => {
  const ticks = [
    tick(1000, { a: 1 }),
    tick(4000, { a: 1 }),
    tick(7001, { a: 1 }),
    tick(8000, { a: 1 }, "b2"),
  ];
  const { points } = chartData({ ticks, omittedPartitions: 0 }, "gap", 3000);
  expect(points.map((point) => (point.tick === undefined ? "break" : point.atMs))).toEqual([
    1000,
    4000,
    "break",
    7001,
    "break",
    8000,
  ]);
  for (const point of points.filter((each) => each.tick === undefined))
    expect(point.values).toEqual([null, null]);
});

test("the line of an app that ticks each five seconds is whole, and breaks where it was silent", () => {
  const ticks = [tick(0, {}), tick(5000, {}), tick(10_000, {}), tick(21_001, {})];
  const { points } = chartData({ ticks, omittedPartitions: 0 }, "gap", staleAfter(5000));
  expect(points.map((point) => point.tick?.atMs)).toEqual([0, 5000, 10_000, undefined, 21_001]);
});

test("an app's clock that goes back breaks every line", () => {
  const { points } = chartData(
    { ticks: [tick(5000, {}), tick(4000, {})], omittedPartitions: 0 },
    "gap",
    3000,
  );
  expect(points.map((point) => point.tick?.atMs)).toEqual([5000, undefined, 4000]);
});

test("a partition that was not there has no point, rather than a zero", () => {
  const recent = { ticks: [tick(1000, {}), tick(2000, { a: 1500 })], omittedPartitions: 0 };
  expect(chartData(recent, "gap", 3000).points.map((point) => point.values[1])).toEqual([null, 500]);
});

test("beyond what can be drawn, the furthest behind are kept and the others counted", () => {
  const watermarks = Object.fromEntries(
    Array.from({ length: linesMax + 1 }, (_, i) => [`p-${i}`, 10_000 - i]),
  );
  const { lines, omitted } = chartData(
    { ticks: [tick(10_000, watermarks)], omittedPartitions: 100 },
    "gap",
    3000,
  );
  expect(lines).toEqual(Array.from({ length: worstMax }, (_, i) => `p-${linesMax + 1 - worstMax + i}`));
  expect(omitted).toBe(linesMax + 1 + 100 - worstMax);
  const few = Object.fromEntries(Array.from({ length: linesMax }, (_, i) => [`p-${i}`, i]));
  expect(chartData({ ticks: [tick(1, few)], omittedPartitions: 0 }, "gap", 3000).lines).toHaveLength(
    linesMax,
  );
});
