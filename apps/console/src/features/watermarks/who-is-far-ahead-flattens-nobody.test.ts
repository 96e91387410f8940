import type { RecentTick } from "@stoatflow/api";
import { expect, test } from "vitest";
import { unbroken } from "../../lib/format/unbroken.ts";
import { type AxisScale, axisScale, type Beyond, whoIsBeyond } from "./axis-scale.ts";
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
  widened: (axis: AxisScale) => AxisScale = (axis) => axis,
): AxisScale & { readonly beyond: readonly Beyond[] } {
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
  const drawn = drawnFrame(frame, view);
  const axis = axisScale(frame, drawn, new Set(idle), startMs + (ticks.length - 1) * 1000);
  return { ...axis, beyond: whoIsBeyond(frame, drawn, new Set(idle), widened(axis)) };
}

const beyond = (name: string, aheadMs: number, more: Partial<Beyond> = {}): Beyond => ({
  name,
  aheadMs,
  isAbove: false,
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
    beyond: [beyond("far", 2 * hour, { isAbove: true })],
  });
});

test("the skew holds the global watermark, and who is ahead of it but not of the clock", () => {
  expect(scaleOf("skew", [{ global: 60_000, a: 60_000, b: 1000, far: -2 * hour }])).toEqual({
    lowMs: 0,
    highMs: 59_000,
    beyond: [beyond("far", 2 * hour + 60_000, { isAbove: true })],
  });
});

test("who is idle does not stretch the axis, and is named where it is beyond it", () => {
  const scale = scaleOf("gap", [{ global: 6000, a: 6000, rests: 340_000 }], ["rests"]);
  expect(scale).toEqual({
    lowMs: 0,
    highMs: 6000,
    beyond: [beyond("rests", -340_000, { isAbove: true, isIdle: true })],
  });
  expect(wordsBeyond(scale.beyond).map(({ words }) => words)).toEqual([
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

test("one whose line ends on the chart is not said to be beyond it, idle or not", () => {
  const ticks = [
    { global: 6000, rests: 53_000 },
    { global: 6000, rests: 5000 },
  ];
  const { beyond: found } = scaleOf("plane", ticks, ["rests"]);
  expect(found).toEqual([beyond("rests", -53_000, { isNow: false, isIdle: true })]);
  expect(wordsBeyond(found)).toEqual([
    { isAbove: false, words: `rests, idle, was up to ${unbroken("53 s")} behind, beyond the chart` },
  ]);
});

test("who is within the axis as it is drawn, up to its full steps, is not beyond it", () => {
  const ticks = [{ global: 6000, rests: 53_000 }];
  const drawn = ({ lowMs, highMs }: AxisScale): AxisScale => ({ lowMs, highMs: highMs + 60_000 });
  expect(scaleOf("gap", ticks, ["rests"]).beyond).toHaveLength(1);
  expect(scaleOf("gap", ticks, ["rests"], drawn).beyond).toEqual([]);
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
  const far = (name: string, isNow = true) => beyond(name, 7_199_000, { isNow });
  expect(wordsBeyond([])).toEqual([]);
  expect(wordsBeyond([far("payments-2"), far("payments-3", false)]).map(({ words }) => words)).toEqual([
    `payments-2 is ${unbroken("1 h 59 min")} ahead, beyond the chart`,
    `payments-3 was up to ${unbroken("1 h 59 min")} ahead, beyond the chart`,
  ]);
  expect(wordsBeyond(["a", "b", "c", "d", "e"].map((name) => far(name))).at(-1)?.words).toBe(
    `${unbroken("2 more partitions")} beyond the chart`,
  );
});
