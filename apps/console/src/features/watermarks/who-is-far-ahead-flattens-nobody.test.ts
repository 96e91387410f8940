import type { RecentTick } from "@stoatflow/api";
import { expect, test } from "vitest";
import { unbroken } from "../../lib/format/unbroken.ts";
import type { TimeView } from "../partitions/times.ts";
import { chartData } from "./chart-data.ts";
import { type ChartScale, chartScale } from "./chart-scale.ts";
import { wordsBeyond } from "./words-beyond.ts";

const startMs = 1_790_000_000_000;
const hour = 3_600_000;

/** One tick a second, with the gap of each watermark to its clock; the global one first. */
function scaleOf(
  view: TimeView,
  ticks: readonly { readonly global: number | null; readonly [partition: string]: number | null }[],
): ChartScale {
  const recent = ticks.map(({ global, ...gaps }, place): RecentTick => {
    const atMs = startMs + place * 1000;
    const at = (gapMs: number | null): number | null => (gapMs === null ? null : atMs - gapMs);
    const watermarks = Object.fromEntries(Object.entries(gaps).map(([name, gapMs]) => [name, at(gapMs)]));
    return {
      bootId: "b1",
      sequence: String(place),
      atMs,
      globalWatermarkMs: at(global),
      watermarkAtMs: atMs,
      watermarks,
    };
  });
  return chartScale(chartData({ ticks: recent, omittedPartitions: 0 }, view, 3000), view);
}

test("the axis holds now, the global watermark and all that is behind, however far", () => {
  expect(scaleOf("gap", [{ global: 6000, a: 6000, b: 340_000 }])).toEqual({
    lowMs: 0,
    highMs: 340_000,
    beyond: [],
  });
  expect(scaleOf("gap", [{ global: 200, a: 200 }])).toEqual({ lowMs: 0, highMs: 1000, beyond: [] });
});

test("who is ahead of the clock by no more than the range of the rest is on the chart", () => {
  expect(scaleOf("gap", [{ global: 6000, a: 6000, b: -6000 }])).toEqual({
    lowMs: -6000,
    highMs: 6000,
    beyond: [],
  });
});

test("who is ahead by more leaves the axis to the rest, and is named", () => {
  expect(scaleOf("gap", [{ global: 6000, a: 6000, b: -6001, c: -2000 }])).toEqual({
    lowMs: -2000,
    highMs: 6000,
    beyond: [{ name: "b", aheadMs: 6001, isNow: true }],
  });
});

test("an absolute axis goes on above the newest of the rest as far as the rest is wide", () => {
  const scale = scaleOf("absolute", [
    { global: 6000, a: 6000, b: 5000, far: -2 * hour },
    { global: 6000, a: 6000, b: -2000, far: -2 * hour },
  ]);
  expect(scale.lowMs).toBe(startMs - 6000);
  expect(scale.beyond).toEqual([
    { name: "b", aheadMs: 2000, isNow: true },
    { name: "far", aheadMs: 2 * hour, isNow: true },
  ]);
  expect(scale.highMs).toBe(startMs - 5000);
});

test("one that was beyond and came back is told with how far it was at most", () => {
  const { beyond } = scaleOf("gap", [
    { global: 6000, a: 6000, b: -2 * hour },
    { global: 6000, a: 6000, b: -hour },
    { global: 6000, a: 6000, b: 10 },
  ]);
  expect(beyond).toEqual([{ name: "b", aheadMs: 2 * hour, isNow: false }]);
});

test("a global watermark that is ahead itself is on the chart, and so are those beside it", () => {
  expect(scaleOf("gap", [{ global: -2 * hour, a: -2 * hour, b: -2 * hour - 60_000 }])).toEqual({
    lowMs: -2 * hour - 60_000,
    highMs: 1000,
    beyond: [],
  });
});

test("where there is nothing else to go by, the axis holds those that are ahead", () => {
  const scale = scaleOf("absolute", [{ global: null, a: -2 * hour }]);
  expect(scale).toEqual({ lowMs: startMs + 2 * hour, highMs: startMs + 2 * hour, beyond: [] });
  expect(scaleOf("absolute", [{ global: null }])).toEqual({ lowMs: 0, highMs: 1000, beyond: [] });
});

test("what is beyond the chart is said in words, a few by name and the others counted", () => {
  const far = (name: string, isNow = true) => ({ name, aheadMs: 7_199_000, isNow });
  const duration = unbroken("1 h 59 min");
  expect(wordsBeyond([])).toEqual([]);
  expect(wordsBeyond([far("payments-2"), far("payments-3", false)])).toEqual([
    `payments-2 is ${duration} ahead, beyond the chart`,
    `payments-3 was up to ${duration} ahead, beyond the chart`,
  ]);
  expect(wordsBeyond(["a", "b", "c", "d", "e"].map((name) => far(name))).at(-1)).toBe(
    `${unbroken("2 more partitions")} beyond the chart`,
  );
  expect(wordsBeyond(["a", "b", "c", "d"].map((name) => far(name)))).toHaveLength(4);
});
