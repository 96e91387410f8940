import type { WatermarkHistory } from "@stoatflow/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Column, frameOfHistory } from "./chart-frame.ts";
import { envelope } from "./envelope.ts";

const value = fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 }), { nil: null });

const extremes = (values: Column): readonly [number, number] | undefined => {
  const known = values.filter((each) => each !== null);
  return known.length === 0 ? undefined : [Math.min(...known), Math.max(...known)];
};

test("the envelope is the lowest and the highest of the lines at each moment", () => {
  fc.assert(
    fc.property(fc.array(fc.array(value, { minLength: 20, maxLength: 20 }), { maxLength: 8 }), (lines) => {
      const { low, high } = envelope(lines, 20);
      for (let moment = 0; moment < 20; moment += 1) {
        const range = extremes(lines.map((line) => line[moment] ?? null));
        expect([low[moment], high[moment]]).toEqual(range ?? [null, null]);
      }
    }),
  );
});

/** All of it, event time, gap and the one partition, has the same values. */
function historyOf(
  columns: WatermarkHistory["globalWatermarkMs"],
  steps: WatermarkHistory["steps"],
): WatermarkHistory {
  const none = { min: [], max: [], last: [] };
  return {
    grain: "10s",
    stepMs: 10_000,
    steps,
    gaps: [],
    globalWatermarkMs: columns,
    gapMs: columns,
    heldBackBy: [],
    lag: none,
    partitions: [
      {
        topic: "orders",
        partition: 3,
        isKnown: true,
        state: [],
        watermarkMs: columns,
        previewWatermarkMs: none,
        lag: none,
        bufferedRecords: none,
      },
    ],
    omittedPartitions: 0,
  };
}

test("of a step of history lowest, highest and last value are all drawn, the last one last", () => {
  const range = fc
    .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 2, maxLength: 5 })
    .map((ticks) => ({ min: Math.min(...ticks), max: Math.max(...ticks), last: ticks.at(-1) ?? 0 }));
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 20 }), (steps) => {
      const columns = {
        min: steps.map(({ min }) => min),
        max: steps.map(({ max }) => max),
        last: steps.map(({ last }) => last),
      };
      const history = historyOf(
        columns,
        steps.map((_, place) => ({
          fromMs: place * 10_000,
          firstMs: place * 10_000,
          lastMs: place * 10_000 + 9000,
          missingMs: 0,
          ticks: 10,
        })),
      );
      const frame = frameOfHistory(history);
      for (const drawn of [frame.globalMs, frame.globalGapMs, frame.lines[0]?.watermarksMs ?? []]) {
        for (const [place, { min, max, last }] of steps.entries()) {
          const ofStep = drawn.slice(place * 3, place * 3 + 3);
          expect(ofStep).toContain(min);
          expect(ofStep).toContain(max);
          expect(ofStep.at(-1)).toBe(last);
        }
      }
      expect(frame.atMs).toEqual(frame.atMs.toSorted((a, b) => a - b));
    }),
  );
});

test("a partition that keeps its distance to the clock is drawn at that distance, however long a step is", () => {
  const gapMs = 5200;
  const steps = Array.from({ length: 20 }, (_, place) => ({
    fromMs: place * 3000,
    firstMs: place * 3000,
    lastMs: place * 3000 + 2000,
    missingMs: 0,
    ticks: 3,
  }));
  const watermarkMs = {
    min: steps.map(({ firstMs }) => firstMs - gapMs),
    max: steps.map(({ lastMs }) => lastMs - gapMs),
    last: steps.map(({ lastMs }) => lastMs - gapMs),
  };
  const flat = { min: steps.map(() => gapMs), max: steps.map(() => gapMs), last: steps.map(() => gapMs) };
  const frame = frameOfHistory({ ...historyOf(watermarkMs, steps), gapMs: flat });
  const gaps =
    frame.lines[0]?.watermarksMs.map((value, place) => (frame.atMs[place] ?? 0) - (value ?? 0)) ?? [];
  expect(gaps).toHaveLength(60);
  expect([...new Set([...gaps, ...frame.globalGapMs])]).toEqual([gapMs]);
});
