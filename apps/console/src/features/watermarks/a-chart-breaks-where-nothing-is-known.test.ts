import type { RecentTick, RecentTicks, WatermarkHistory } from "@stoatflow/api";
import { staleAfter } from "@stoatflow/api/wire";
import { expect, test } from "vitest";
import { continued, frameOfHistory, frameOfTicks, within } from "./chart-frame.ts";
import { drawnFrame } from "./chart-view.ts";

const tick = (atMs: number, watermarks: RecentTick["watermarks"], bootId = "b1"): RecentTick => ({
  bootId,
  sequence: String(atMs),
  atMs,
  globalWatermarkMs: atMs - 500,
  watermarkAtMs: atMs,
  watermarks,
});

const recent = (...ticks: RecentTick[]): RecentTicks => ({ ticks, omittedPartitions: 0 });

/** The moments of the global line, `break` where it has none. */
const moments = (ticks: RecentTicks, staleAfterMs = 3000): readonly (number | "break")[] => {
  const { atMs, globalMs } = frameOfTicks(ticks, staleAfterMs);
  return atMs.map((each, place) => (globalMs[place] === null ? "break" : each));
};

test("each view has its own value of the same tick: gap, event time, distance to the global watermark", () => {
  const frame = frameOfTicks(recent(tick(10_000, { "orders-0": 9000, "orders-1": null })), 3000);
  const [gap, plane, skew] = (["gap", "plane", "skew"] as const).map((view) => drawnFrame(frame, view));
  expect([gap?.global, gap?.lines]).toEqual([[500], [[1000], [null]]]);
  expect([plane?.global, plane?.lines]).toEqual([[9500], [[9000], [null]]]);
  expect([skew?.global, skew?.lines]).toEqual([[0], [[-500], [null]]]);
});

test("the global gap is by the clock of the instance whose watermark it is", () => {
  const frame = frameOfTicks(recent({ ...tick(10_000, {}), watermarkAtMs: 10_400 }), 3000);
  expect(drawnFrame(frame, "gap").global).toEqual([900]);
});

test("ticks further apart than the app is stale after, and a restart, break every line and say why", () => {
  const ticks = recent(
    tick(1000, { a: 1 }),
    tick(4000, { a: 1 }),
    tick(7001, { a: 1 }),
    tick(8000, { a: 1 }, "b2"),
  );
  expect(moments(ticks)).toEqual([1000, 4000, "break", 7001, "break", 8000]);
  const frame = frameOfTicks(ticks, 3000);
  expect(frame.lines[0]?.watermarksMs).toEqual([1, 1, null, 1, null, 1]);
  expect(frame.silences).toEqual([
    { fromMs: 4000, untilMs: 7001, why: "silent" },
    { fromMs: 7001, untilMs: 8000, why: "restart" },
  ]);
});

test("the line of an app that ticks each five seconds is whole, and breaks where it was silent", () => {
  const ticks = recent(tick(0, {}), tick(5000, {}), tick(10_000, {}), tick(21_001, {}));
  expect(moments(ticks, staleAfter(5000))).toEqual([0, 5000, 10_000, "break", 21_001]);
});

test("an app's clock that goes back breaks every line, and is no time of which nothing is known", () => {
  const frame = frameOfTicks(recent(tick(5000, {}), tick(4000, {})), 3000);
  expect(frame.globalMs).toEqual([4500, null, 3500]);
  expect(frame.silences).toEqual([]);
});

test("a partition that was not there has no point, rather than a zero", () => {
  const frame = frameOfTicks(recent(tick(1000, {}), tick(2000, { a: 1500 })), 3000);
  expect(frame.lines.map(({ watermarksMs }) => watermarksMs)).toEqual([[null, 1500]]);
});

test("the chosen partitions have a line, and the others are counted", () => {
  const ticks = { ticks: [tick(1000, { a: 1, b: 2, c: 3 })], omittedPartitions: 4 };
  const frame = frameOfTicks(ticks, 3000, ["c"]);
  expect(frame.lines).toEqual([{ name: "c", watermarksMs: [3] }]);
  expect(frame.omitted).toBe(6);
});

const range = (...values: (number | null)[]) => ({ min: values, max: values, last: values });
const past = (firsts: readonly number[], gaps: WatermarkHistory["gaps"]): WatermarkHistory => ({
  grain: "1s",
  stepMs: 1000,
  steps: firsts.map((fromMs) => ({ fromMs, firstMs: fromMs, lastMs: fromMs, missingMs: 0, ticks: 1 })),
  gaps,
  globalWatermarkMs: range(...firsts.map((fromMs) => fromMs - 500)),
  gapMs: range(...firsts.map(() => 500)),
  heldBackBy: firsts.map(() => null),
  lag: { min: [], max: [], last: [] },
  partitions: [],
  omittedPartitions: 0,
});

test("a gap of history is a break, and no line runs across it", () => {
  const frame = frameOfHistory(past([1000, 2000, 9000], [{ fromMs: 2000, untilMs: 9000, isRestart: true }]));
  expect(frame.atMs).toEqual([1000, 2000, 5500, 9000]);
  expect(frame.globalMs).toEqual([500, 1500, null, 8500]);
  expect(frame.silences).toEqual([{ fromMs: 2000, untilMs: 9000, why: "restart" }]);
});

test("what is older than all that is kept is told apart from a silence", () => {
  const gap = { fromMs: 0, untilMs: 1000, isRestart: false };
  expect(frameOfHistory(past([1000, 2000], [gap])).silences).toEqual([
    { fromMs: 0, untilMs: 1000, why: "before" },
  ]);
});

test("history leads up to the oldest tick at hand, and the ticks go on from there, each moment once", () => {
  const frame = continued(
    frameOfHistory(past([1000, 2000, 3000], [{ fromMs: 3000, untilMs: 9000, isRestart: false }])),
    frameOfTicks(recent(tick(3000, {}), tick(4000, {})), 3000),
  );
  expect(frame.atMs).toEqual([1000, 2000, 3000, 4000]);
  expect(frame.globalMs).toEqual([500, 1500, 2500, 3500]);
  expect(frame.silences).toEqual([]);
  expect(frame.ticksFromMs).toBe(3000);
});

test("a partition that history was not asked for begins with the ticks", () => {
  const frame = continued(
    { ...frameOfHistory(past([1000, 2000], [])), omitted: 1 },
    frameOfTicks(recent(tick(3000, { a: 2500 })), 3000),
  );
  expect(frame.lines).toEqual([{ name: "a", watermarksMs: [null, null, 2500] }]);
  expect(frame.omitted).toBe(0);
});

test("where history and ticks do not meet, no line runs from one to the other", () => {
  const gap = { fromMs: 2000, untilMs: 9000, isRestart: true };
  const frame = continued(
    frameOfHistory(past([1000, 2000, 9000], [gap])),
    frameOfTicks(recent(tick(8000, {}), tick(9000, {})), 3000),
  );
  expect(frame.atMs).toEqual([1000, 2000, 5500, 6750, 8000, 9000]);
  expect(frame.globalMs).toEqual([500, 1500, null, null, 7500, 8500]);
  expect(frame.silences).toEqual([{ fromMs: 2000, untilMs: 8000, why: "restart" }]);
});

test("a part of a frame has one moment beyond each end, so that its lines reach the edges", () => {
  const frame = frameOfTicks(
    recent(...[0, 1000, 2000, 3000, 4000, 5000].map((atMs) => tick(atMs, { a: atMs }))),
    3000,
  );
  const part = within(frame, 1500, 3500);
  expect(part.atMs).toEqual([1000, 2000, 3000, 4000]);
  expect(part.lines[0]?.watermarksMs).toEqual([1000, 2000, 3000, 4000]);
  expect(within(frame, 0, 5000)).toBe(frame);
});
