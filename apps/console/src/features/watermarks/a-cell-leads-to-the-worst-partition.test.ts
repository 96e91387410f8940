import type { WatermarkHeatmap } from "@stoatflow/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { heatGrid, placeAt, worstPlace } from "./heat-grid.ts";
import { heatLevelOf } from "./heat-levels.ts";

const map: WatermarkHeatmap = {
  grain: "1s",
  stepMs: 5000,
  steps: [0, 5000, 20_000].map((fromMs) => ({
    fromMs,
    firstMs: fromMs + 100,
    lastMs: fromMs + 4100,
    missingMs: 0,
    ticks: 5,
  })),
  gaps: [{ fromMs: 9100, untilMs: 20_100, isRestart: false }],
  rows: [
    {
      first: "orders-0",
      last: "orders-9",
      count: 10,
      gapMs: [500, null, 700],
      worst: ["orders-4", null, "orders-2"],
    },
    {
      first: "orders-10",
      last: "orders-19",
      count: 10,
      gapMs: [9000, 800, 60_000],
      worst: ["orders-10", "orders-11", "orders-19"],
    },
  ],
  partitions: 20,
};
const grid = heatGrid(map);

test("a cell has the partition that was worst in it, with its gap and its moment", () => {
  const place = placeAt(grid, 21_000, 0.75);
  expect(place).toEqual({ row: 1, column: 2 });
  expect(grid.rows[1]?.cells[2]).toEqual({ name: "orders-19", gapMs: 60_000, atMs: 24_100 });
});

test("where nothing is known, or all are idle, there is no cell, and between columns nothing is meant", () => {
  expect(grid.rows[0]?.cells[1]).toBeUndefined();
  expect(placeAt(grid, 15_000, 0.5)).toBeUndefined();
  expect(grid.silences).toEqual([{ fromMs: 9100, untilMs: 20_100, why: "silent" }]);
});

test("every place of the map is within it, at its edges too", () => {
  expect(placeAt(grid, 0, 0)).toEqual({ row: 0, column: 0 });
  expect(placeAt(grid, 0, 1)).toEqual({ row: 1, column: 0 });
  expect(placeAt({ ...grid, rows: [] }, 0, 0)).toBeUndefined();
});

test("whoever comes by keys begins at the worst of now", () => {
  expect(worstPlace(grid)).toEqual({ row: 1, column: 2 });
});

test("a gap has one level, and a larger one none below it", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e12 }), fc.nat(1e9), (gapMs, moreMs) => {
      expect(heatLevelOf(gapMs)).toBeGreaterThanOrEqual(0);
      expect(heatLevelOf(gapMs + moreMs)).toBeGreaterThanOrEqual(heatLevelOf(gapMs));
    }),
  );
});
