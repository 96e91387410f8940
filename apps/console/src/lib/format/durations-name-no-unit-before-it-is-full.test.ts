import { expect, test } from "vitest";
import { numberThatMayBreak, plainSpaces } from "../../../test/plain-spaces.ts";
import {
  describeGap,
  describeToClock,
  formatAge,
  formatAxisDuration,
  formatDuration,
  formatGap,
  formatLength,
} from "./duration.ts";
import { unbroken } from "./unbroken.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

test.each([
  [0, "0 ms"],
  [99, "99 ms"],
  [100, "0.1 s"],
  [1234, "1.2 s"],
  [9999, "9.9 s"],
  [10_000, "10 s"],
  [59_999, "59 s"],
  [minute, "1 min 00 s"],
  [4 * minute + 12 * second, "4 min 12 s"],
  [hour - 1, "59 min 59 s"],
  [hour, "1 h 00 min"],
  [24 * hour - 1, "23 h 59 min"],
  [76 * hour, "3 d 04 h"],
])("%d ms is %s", (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(unbroken(text));
});

test("a gap ahead of the clock says so, one behind it is the rule and needs no word", () => {
  expect(plainSpaces(formatGap(-hour))).toBe("1 h 00 min ahead");
  expect(formatGap(252_000)).toBe(unbroken("4 min 12 s"));
  expect([-12_000, 0].map(describeGap).map(plainSpaces)).toEqual(["12 s ahead", "0 ms behind"]);
  expect([-12_000, 12_000].map(describeToClock).map(plainSpaces)).toEqual([
    "12 s ahead of the app's clock",
    "12 s behind the app's clock",
  ]);
});

test("a number and its unit never stand on two lines", () => {
  const lengths = [0, 100, 10_000, 90_000, hour, 76 * hour];
  const texts = [formatDuration, formatLength, formatGap, describeGap, formatAxisDuration].flatMap((format) =>
    lengths.flatMap((ms) => [format(ms), format(-ms)]),
  );
  for (const text of texts) expect(text).not.toMatch(numberThatMayBreak);
});

test("a length that somebody has set leaves out what is zero", () => {
  expect([0, 250, 5000, 5100, 10_000, minute, 90_000, hour, 24 * hour].map(formatLength)).toEqual(
    ["0 ms", "250 ms", "5 s", "5.1 s", "10 s", "1 min", "1 min 30 s", "1 h", "1 d"].map(unbroken),
  );
});

test("the age of data moves by whole seconds, in plain spaces", () => {
  expect([3001, 3999, 41_500, 61_000].map(formatAge)).toEqual(["3 s", "3 s", "41 s", "1 min 01 s"]);
});

test("an axis names one unit", () => {
  expect([0, 500, 15_000, 90_000, -120_000, 5_400_000, 172_800_000].map(formatAxisDuration)).toEqual(
    ["0", "0.5 s", "15 s", "1.5 min", "2 min ahead", "1.5 h", "2 d"].map(unbroken),
  );
});
