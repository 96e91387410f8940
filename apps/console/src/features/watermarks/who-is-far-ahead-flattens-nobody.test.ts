import type { RecentTick } from "@stoatflow/api";
import { expect, test } from "vitest";
import { unbroken } from "../../lib/format/unbroken.ts";
import { type AxisScale, axisScale, type Beyond } from "./axis-scale.ts";
import { frameOfTicks } from "./chart-frame.ts";
import { type ChartView, drawnFrame } from "./chart-view.ts";
import { wordsBeyond } from "./words-beyond.ts";

const startMs = 1_790_000_000_000;
const hour = 3_600_000;

/** One tick a second, with the gap of each watermark to its clock; the global one first. */
function scaleOf(
  view: ChartView,
  ticks: readonly { readonly global: number | null; readonly [partition: string]: number | null }[],
  idle: readonly string[] = [],
): AxisScale {
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
  const frame = frameOfTicks({ ticks: recent, omittedPartitions: 0 }, 3000);
  return axisScale(frame, drawnFrame(frame, view), new Set(idle), startMs + (ticks.length - 1) * 1000);
}

const beyond = (name: string, aheadMs: number, more: Partial<Beyond> = {}): Beyond => ({
  name,
  aheadMs,
  isNow: true,
  isIdle: false,
  ...more,
});

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
    beyond: [beyond("b", 6001)],
  });
});

test("the plane reaches up to now, and above it as far as the rest is wide", () => {
  const scale = scaleOf("plane", [
    { global: 6000, a: 6000, b: 5000, far: -2 * hour },
    { global: 6000, a: 6000, b: -2000, far: -2 * hour },
  ]);
  expect(scale).toEqual({
    lowMs: startMs - 6000,
    highMs: startMs + 3000,
    beyond: [beyond("far", 2 * hour)],
  });
});

test("the skew holds the global watermark, and who is in front of it but not of the clock", () => {
  expect(scaleOf("skew", [{ global: 60_000, a: 60_000, b: 1000, far: -2 * hour }])).toEqual({
    lowMs: 0,
    highMs: 59_000,
    beyond: [beyond("far", 2 * hour)],
  });
});

test("who is idle does not stretch the axis, and is named where it is beyond it", () => {
  const scale = scaleOf("gap", [{ global: 6000, a: 6000, rests: 340_000 }], ["rests"]);
  expect(scale).toEqual({
    lowMs: 0,
    highMs: 6000,
    beyond: [beyond("rests", -340_000, { isIdle: true })],
  });
  expect(wordsBeyond(scale.beyond)).toEqual([
    `rests is idle, ${unbroken("5 min 40 s")} behind, beyond the chart`,
  ]);
});

test("one that was beyond and came back is told with how far it was at most", () => {
  const { beyond: found } = scaleOf("gap", [
    { global: 6000, a: 6000, b: -2 * hour },
    { global: 6000, a: 6000, b: -hour },
    { global: 6000, a: 6000, b: 10 },
  ]);
  expect(found).toEqual([beyond("b", 2 * hour, { isNow: false })]);
});

test("a global watermark that is ahead itself is on the chart, and so are those beside it", () => {
  expect(scaleOf("gap", [{ global: -2 * hour, a: -2 * hour, b: -2 * hour - 60_000 }])).toEqual({
    lowMs: -2 * hour - 60_000,
    highMs: 1000,
    beyond: [],
  });
});

test("where there is nothing else to go by, the axis holds those that are ahead", () => {
  const scale = scaleOf("plane", [{ global: null, a: -2 * hour }]);
  expect(scale).toEqual({ lowMs: startMs + 2 * hour, highMs: startMs + 2 * hour, beyond: [] });
  expect(scaleOf("plane", [{ global: null }])).toEqual({ lowMs: 0, highMs: 1000, beyond: [] });
});

test("what is beyond the chart is said in words, a few by name and the others counted", () => {
  const duration = unbroken("1 h 59 min");
  const far = (name: string, isNow = true) => beyond(name, 7_199_000, { isNow });
  expect(wordsBeyond([])).toEqual([]);
  expect(wordsBeyond([far("payments-2"), far("payments-3", false)])).toEqual([
    `payments-2 is ${duration} ahead, beyond the chart`,
    `payments-3 was up to ${duration} ahead, beyond the chart`,
  ]);
  expect(wordsBeyond(["a", "b", "c", "d", "e"].map((name) => far(name))).at(-1)).toBe(
    `${unbroken("2 more partitions")} beyond the chart`,
  );
});
