import type { WatermarkHistory } from "@stoatflow/api";
import { expect, test } from "vitest";
import { overviewBars, overviewPath, worstOf } from "./overview.ts";

type Kept = Pick<WatermarkHistory, "steps" | "gaps" | "gapMs">;

/** Buckets of five seconds with a tick each second, and the worst gap of each; `undefined`: no tick came in it. */
function kept(worst: readonly (number | null | undefined)[], gaps: WatermarkHistory["gaps"] = []): Kept {
  const found = worst.flatMap((worstMs, place) => (worstMs === undefined ? [] : [{ worstMs, place }]));
  const max = found.map(({ worstMs }) => worstMs);
  return {
    steps: found.map(({ place }) => ({
      fromMs: place * 5000,
      firstMs: place * 5000,
      lastMs: place * 5000 + 4000,
      missingMs: 0,
      ticks: 5,
    })),
    gaps,
    gapMs: { min: max.map(() => 0), max, last: max.map(() => 0) },
  };
}

test("each bucket of all that is kept has its worst gap, not its last one", () => {
  expect(overviewBars(kept([1000, 25_000, 2000]))).toEqual([
    { fromMs: 0, untilMs: 5000, worstMs: 1000 },
    { fromMs: 5000, untilMs: 10_000, worstMs: 25_000 },
    { fromMs: 10_000, untilMs: 14_000, worstMs: 2000 },
  ]);
});

test("a time of which nothing is known has no bar, and none runs into it", () => {
  const gaps = [{ fromMs: 4000, untilMs: 15_000, isRestart: false }];
  expect(overviewBars(kept([1000, undefined, undefined, 3000], gaps))).toEqual([
    { fromMs: 0, untilMs: 4000, worstMs: 1000 },
    { fromMs: 15_000, untilMs: 19_000, worstMs: 3000 },
  ]);
});

test("a bucket without a global watermark has no bar", () => {
  expect(overviewBars(kept([null, 3000])).map(({ fromMs }) => fromMs)).toEqual([5000]);
});

test("the worst of all takes the whole height, and a gap of none is seen all the same", () => {
  const bars = overviewBars(kept([0, 20_000]));
  expect(worstOf(bars)).toBe(20_000);
  expect(overviewPath(bars, (atMs) => atMs / 1000, 30)).toBe("M0.0 30V29.0H5.0V30ZM5.0 30V0.0H9.0V30Z");
});
