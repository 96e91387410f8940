import type { HoldEntry } from "@stoatflow/api";
import { expect, test } from "vitest";
import { holdOf } from "../../../test/fake/entries.ts";
import { FakeEngine } from "../../../test/fake-engine.ts";
import { longestHolds, lookThrough, pagesMax } from "./longest.ts";
import { lastingHolds, shownHolds } from "./shown-holds.ts";
import { rowsMax, stripLayout } from "./strip-layout.ts";

const atMs = 1_790_000_000_000;
const tick = new FakeEngine({ app: "orders", partitions: 3, isWell: true }).tick(atMs);

function ended(id: number, fromMs: number, heldMs: number, more: Partial<HoldEntry> = {}): HoldEntry {
  return {
    bootId: tick.bootId,
    id: String(id),
    topic: "orders",
    partition: 1,
    headOffset: String(40 + id),
    headTimestampMs: atMs + 3_600_000,
    previewWatermarkMs: atMs + 3_595_000,
    fromMs,
    untilMs: fromMs + heldMs,
    heldMs,
    endedBy: "dispatched",
    ...more,
  };
}

function holding(headHeldSinceMs: number, partition = 1) {
  const partitions = tick.watermarks.partitions.map((row) =>
    row.partition === partition
      ? { ...row, headHeldSinceMs, headOffset: "41", headTimestampMs: atMs + 3_600_000 }
      : row,
  );
  return { ...tick, watermarks: { ...tick.watermarks, partitions } };
}

test("one that lasts has been held from its beginning to the tick, and stands first", () => {
  const holds = shownHolds([ended(9, atMs - 5000, 700)], holding(atMs - 1200));
  expect(holds.map(({ durationMs, end }) => [durationMs, end.kind])).toEqual([
    [1200, "lasts"],
    [700, "ended"],
  ]);
});

test("one that has ended is one row, though the tick still tells of it as lasting", () => {
  const holds = shownHolds([ended(1, atMs - 1200, 1100)], holding(atMs - 1200));
  expect(holds.map(({ durationMs, end }) => [durationMs, end])).toEqual([
    [1100, { kind: "ended", by: "dispatched" }],
  ]);
});

test("those that have ended stand by their beginning, which is the time that their rows show", () => {
  const holds = shownHolds(
    [ended(3, atMs - 6000, 5900), ended(2, atMs - 900, 400), ended(1, atMs - 8000, 700)],
    tick,
  );
  expect(holds.map(({ headOffset }) => headOffset)).toEqual(["42", "43", "41"]);
});

test("one of an earlier run is told from those of the run that is shown", () => {
  const holds = shownHolds([ended(2, atMs, 1), ended(1, atMs, 1, { bootId: "before" })], tick);
  expect(holds.map(({ isOfEarlierRun }) => isOfEarlierRun)).toEqual([false, true]);
});

test("of several instances each one's run goes on, and the tick of all of them is no run", () => {
  const entries = [ended(1, atMs - 1200, 1100, { bootId: "a" }), ended(2, atMs, 1, { bootId: "b" })];
  const merged = { ...holding(atMs - 1200), bootId: "merged.a1" };
  const holds = shownHolds(entries, merged, new Set(["a", "b"]));
  expect(holds.map(({ isOfEarlierRun }) => isOfEarlierRun)).toEqual([false, false]);
});

test("two holds of 700 ms within ten seconds are two bars with their durations, an hour later too", () => {
  const hourAgoMs = atMs - 3_600_000;
  const layout = stripLayout(
    shownHolds([ended(2, hourAgoMs + 9000, 700), ended(1, hourAgoMs, 700)], { ...tick, atMs }),
  );
  const [row] = layout.rows;
  expect(row?.bars.map(({ hold, isLabelled }) => [hold.durationMs, isLabelled])).toEqual([
    [700, true],
    [700, true],
  ]);
  const [first, second] = row?.bars ?? [];
  expect((first?.left ?? 0) + (first?.width ?? 0)).toBeLessThan(second?.left ?? 0);
  for (const bar of row?.bars ?? []) expect(bar.width).toBeCloseTo(700 / 10_000, 3);
});

test("a short hold does not fill the strip, and a long one begins at its edge", () => {
  const bar = (heldMs: number) =>
    stripLayout(shownHolds([ended(1, atMs - heldMs, heldMs)], tick)).rows[0]?.bars[0];
  expect(bar(100)?.width).toBeCloseTo(0.01);
  expect(bar(3_600_000)).toMatchObject({ left: 0, width: 1 });
});

test("what the strip has no room for is counted, and what is on it stays within it", () => {
  const many = Array.from({ length: rowsMax + 3 }, (_, partition) =>
    ended(100 - partition, atMs - 2000, 900, { partition }),
  );
  const old = ended(1, atMs - 3_600_000, 900, { partition: 0 });
  const { rows, leftOut } = stripLayout(shownHolds([...many, old], tick));
  expect(rows.map(({ partition }) => partition)).toEqual(
    Array.from({ length: rowsMax }, (_, partition) => `orders-${partition}`),
  );
  expect(leftOut).toBe(4);
  for (const { left, width } of rows.flatMap(({ bars }) => bars)) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + width).toBeLessThanOrEqual(1);
  }
});

test("no hold is no strip", () => {
  expect(stripLayout([])).toEqual({ rows: [], ticks: [], leftOut: 0 });
});

test("the longest holds of a span are looked for within a bound, and it is told where there were more", async () => {
  const page = (nextBefore: string | null) => ({
    items: [{ ...holdOf(3, atMs), bootId: "b" }],
    nextBefore,
  });
  let turns = 0;
  const endless = await lookThrough(async () => {
    turns += 1;
    return page("on");
  });
  expect([turns, endless.holds.length, endless.isMore]).toEqual([pagesMax, pagesMax, true]);
  const asked: (string | undefined)[] = [];
  const all = await lookThrough(async (before) => {
    asked.push(before);
    return page(before === undefined ? "second" : null);
  });
  expect([asked, all.holds.length, all.isMore]).toEqual([[undefined, "second"], 2, false]);
});

test("the longest are by the app's clock, and one that lasts is among them with what it has lasted", () => {
  const engine = new FakeEngine({ app: "orders", partitions: 8 });
  engine.tick(atMs);
  const later = engine.tick(atMs + 5000);
  const past = [1, 3, 5].map((id) => ({ ...holdOf(id, later.atMs), bootId: "b" }));
  const longest = longestHolds(past, lastingHolds(later));
  expect(longest.map(({ durationMs }) => durationMs)).toEqual(
    longest.map(({ durationMs }) => durationMs).toSorted((a, b) => b - a),
  );
  expect(longest.filter(({ lasts }) => lasts).map(({ partition }) => partition)).toEqual(["orders-1"]);
  expect(longest).toHaveLength(4);
});
