import type { PartitionWatermark } from "@stoatflow/engine/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { heatLevelOf } from "./heat-levels.ts";
import { HeatTrail, heatColumnMs, heatColumnsMax } from "./heat-trail.ts";

const startMs = 1_790_000_000_000;

function partition(number: number, watermarkMs: number | null, isIdle = false): PartitionWatermark {
  return {
    topic: "orders",
    partition: number,
    state: isIdle ? "idle" : "active",
    strategy: "bounded-out-of-orderness",
    boundMs: 0,
    watermarkMs,
    previewWatermarkMs: null,
    headTimestampMs: null,
    headOffset: null,
    headHeldSinceMs: null,
    idleSinceMs: isIdle ? startMs : null,
    bufferedRecords: 0,
    bufferCapacity: 2000,
    position: null,
    committed: null,
    endPosition: null,
    highWatermark: null,
    lag: null,
  };
}

test("the worst partition of every stretch of time is on the map by its name, whatever shares its row", () => {
  const gaps = fc.array(fc.integer({ min: -5000, max: 10_000_000 }), { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(
      fc.array(gaps, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 40 }),
      (ticks, rowsMax) => {
        const trail = new HeatTrail();
        const worst = new Map<number, number>();
        for (const [tick, ofTick] of ticks.entries()) {
          const atMs = startMs + tick * 2000;
          trail.push(
            atMs,
            ofTick.map((gapMs, number) => partition(number, atMs - gapMs)),
          );
          const column = Math.floor(atMs / heatColumnMs) * heatColumnMs;
          worst.set(column, Math.max(worst.get(column) ?? Number.NEGATIVE_INFINITY, ...ofTick));
        }
        const { columns, rows, cells } = trail.grid(rowsMax);
        expect(rows.length).toBeLessThanOrEqual(rowsMax);
        expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(30);
        for (const [place, { fromMs }] of columns.entries()) {
          const ofColumn = cells.flatMap((row) => row[place] ?? []);
          const most = ofColumn.toSorted((a, b) => b.gapMs - a.gapMs)[0];
          expect(most?.gapMs).toBe(worst.get(fromMs));
          const tick = ((most?.atMs ?? 0) - startMs) / 2000;
          expect(ticks[tick]?.[Number(most?.name.split("-")[1])]).toBe(most?.gapMs);
        }
      },
    ),
  );
});

test("who is idle or has no watermark is no cell", () => {
  const trail = new HeatTrail();
  trail.push(startMs, [partition(0, startMs - 9000, true), partition(1, null), partition(2, startMs - 40)]);
  expect(trail.grid(3).cells).toEqual([
    [undefined],
    [undefined],
    [{ name: "orders-2", gapMs: 40, atMs: startMs }],
  ]);
});

test("the map is bounded in time, and begins anew where the app has other partitions", () => {
  const trail = new HeatTrail();
  for (let tick = 0; tick < heatColumnsMax + 20; tick += 1)
    trail.push(startMs + tick * heatColumnMs, [partition(0, startMs)]);
  expect(trail.grid(1).columns).toHaveLength(heatColumnsMax);
  trail.push(startMs + 9_000_000, [partition(0, startMs), partition(1, startMs)]);
  expect(trail.grid(9)).toMatchObject({ columns: [{}], rows: [{ count: 1 }, { count: 1 }] });
});

test("a gap has one level, and a larger one none below it", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e12 }), fc.nat(1e9), (gapMs, moreMs) => {
      expect(heatLevelOf(gapMs)).toBeGreaterThanOrEqual(0);
      expect(heatLevelOf(gapMs + moreMs)).toBeGreaterThanOrEqual(heatLevelOf(gapMs));
    }),
  );
});
