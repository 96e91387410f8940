import { expect, test } from "vitest";
import { formatLength } from "./duration.ts";
import { readDuration } from "./read-duration.ts";
import { readMoment } from "./read-moment.ts";
import { defaultTimePreference } from "./time-preference.ts";
import { timesOf } from "./times.ts";

test.each([
  ["45 s", 45_000],
  ["45s", 45_000],
  ["1.5 min", 90_000],
  ["1 h 30 min", 5_400_000],
  ["250ms", 250],
  ["2 d", 172_800_000],
  ["0", 0],
  ["45", undefined],
  ["", undefined],
  ["-5 s", undefined],
  ["5 parsecs", undefined],
  ["s", undefined],
  ["9999999999999999 h", undefined],
])("the length %j is %s ms", (text, ms) => {
  expect(readDuration(text)).toBe(ms);
});

test("what a length is shown as is read as the same length", () => {
  for (const ms of [0, 1, 999, 1000, 45_000, 90_000, 3_600_000, 5_400_000, 172_800_000])
    expect(readDuration(formatLength(ms))).toBe(ms);
});

const nowMs = Date.UTC(2026, 10, 30, 13, 42, 7);
const utc = timesOf(defaultTimePreference);
const kolkata = timesOf({ ...defaultTimePreference, zone: "Asia/Kolkata" });

test.each([
  ["5 min ago", nowMs - 300_000],
  ["13:40", Date.UTC(2026, 10, 30, 13, 40)],
  ["13:40:05.25", Date.UTC(2026, 10, 30, 13, 40, 5, 250)],
  ["23:50", Date.UTC(2026, 10, 29, 23, 50)],
  ["2026-11-30", Date.UTC(2026, 10, 30)],
  ["2026-11-30 13:42:07.123", Date.UTC(2026, 10, 30, 13, 42, 7, 123)],
  ["2026-11-30T13:42:07Z", nowMs],
  ["2026-11-30T14:42:07+01:00", nowMs],
  ["25:00", undefined],
  ["2026-13-01", undefined],
  ["soon ago", undefined],
  ["yesterday", undefined],
  ["", undefined],
])("the moment %j is read", (text, ms) => {
  expect(readMoment(text, nowMs, utc)).toBe(ms);
});

test("a moment that names no zone is of the one that times are shown in", () => {
  expect(readMoment("19:10", nowMs, kolkata)).toBe(Date.UTC(2026, 10, 30, 13, 40));
  expect(readMoment("2026-11-30 19:12:07", nowMs, kolkata)).toBe(nowMs);
  expect(readMoment("2026-11-30T13:42:07Z", nowMs, kolkata)).toBe(nowMs);
  expect(readMoment(kolkata.dateTime(nowMs), nowMs, kolkata)).toBe(nowMs);
});
