import { expect, test } from "vitest";
import { formatIso } from "./time.ts";
import { coveringTimeTicks, niceTimeTicks } from "./time-ticks.ts";

test("a time is named in ISO and UTC with milliseconds", () => {
  expect(formatIso(1_790_000_000_123)).toBe("2026-09-21T14:13:20.123Z");
  expect(formatIso(-1)).toBe("1969-12-31T23:59:59.999Z");
});

test("a time that no calendar can name is its number", () => {
  expect(formatIso(9_007_199_254_740_991)).toBe("9007199254740991 ms");
});

test("the times on an axis are round, inside, and few", () => {
  expect(niceTimeTicks(0, 240_000, 5)).toEqual([0, 60_000, 120_000, 180_000, 240_000]);
  expect(niceTimeTicks(-4000, 3000, 5)).toEqual([-4000, -2000, 0, 2000]);
  expect(coveringTimeTicks(5000, 190_000, 5)).toEqual([0, 60_000, 120_000, 180_000, 240_000]);
  for (const span of [1, 900, 60_000, 86_400_000, 4_000_000_000_000]) {
    expect(niceTimeTicks(17, 17 + span, 6).length).toBeLessThanOrEqual(6);
  }
});
