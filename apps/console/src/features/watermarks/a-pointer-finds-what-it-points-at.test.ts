import fc from "fast-check";
import { expect, test } from "vitest";
import type { DrawnFrame } from "./chart-view.ts";
import { hitAt, nearestMoment } from "./hit-test.ts";
import { plotScale, timeAt, valueAt, xOf, yOf } from "./plot-scale.ts";

test("the nearest moment is the one that a look at all of them finds", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 200 }),
      fc.integer(),
      (times, timeMs) => {
        const atMs = times.toSorted((a, b) => a - b);
        const found = atMs[nearestMoment(atMs, timeMs) ?? -1] ?? Number.NaN;
        expect(Math.abs(found - timeMs)).toBe(Math.min(...atMs.map((each) => Math.abs(each - timeMs))));
      },
    ),
  );
  expect(nearestMoment([], 5)).toBeUndefined();
});

const span = { fromMs: 0, toMs: 100_000 };
const scale = plotScale({ lowMs: 0, highMs: 10_000 }, "plane", span, 1000, 200);

test("a place and its time and value are the same there and back", () => {
  for (const at of [0, 12_345, 100_000]) expect(timeAt(scale, xOf(scale, at))).toBeCloseTo(at);
  for (const value of [0, 777, 10_000]) expect(valueAt(scale, yOf(scale, value))).toBeCloseTo(value);
});

const drawn: DrawnFrame = {
  view: "gap",
  atMs: [0, 50_000, 100_000],
  global: [0, 0, 0],
  lines: [
    [1000, 2000, null],
    [1000, 6000, 99_000],
  ],
};

test("a pointer near a line means that line at the nearest moment, and one in the open none", () => {
  expect(hitAt(drawn, scale, 520, yOf(scale, 5900))).toEqual({ moment: 1, line: 1 });
  expect(hitAt(drawn, scale, 520, yOf(scale, 2100))).toEqual({ moment: 1, line: 0 });
  expect(hitAt(drawn, scale, 520, yOf(scale, 4000))).toEqual({ moment: 1, line: undefined });
});

test("a line that leaves the chart is met at its edge", () => {
  expect(hitAt(drawn, scale, 1000, 2)).toEqual({ moment: 2, line: 1 });
});

test("the axis has room for what it shows, over a second and over a century alike", () => {
  const century = 100 * 365 * 86_400_000;
  for (const toMs of [1000, 600_000, 86_400_000, 30 * 86_400_000, century]) {
    const { timeTicks } = plotScale({ lowMs: 0, highMs: 1 }, "gap", { fromMs: 0, toMs }, 900, 300);
    expect(timeTicks.length).toBeGreaterThanOrEqual(2);
    expect(timeTicks.length).toBeLessThanOrEqual(9);
    for (const tick of timeTicks) expect(tick).toBeLessThanOrEqual(toMs);
  }
});
