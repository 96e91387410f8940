import { expect, test } from "vitest";
import {
  defaultTimePreference,
  readTimePreference,
  type TimePreference,
  writeTimePreference,
} from "./time-preference.ts";
import { niceTimeTicks } from "./time-ticks.ts";
import { timesOf } from "./times.ts";

const atMs = 1_790_000_000_123;
const times = (choice: Partial<TimePreference>) => timesOf({ ...defaultTimePreference, ...choice });
/** Numbers and their units stay on one line; here only the words matter. */
const plain = (text: string): string => text.replaceAll("\u00a0", " ");

test.each([
  ["UTC", 24, "14:13:20", "2026-09-21 14:13:20.123", "14:13:20 UTC"],
  ["UTC", 12, "2:13:20 pm", "2026-09-21 2:13:20.123 pm", "2:13:20 pm UTC"],
  ["Europe/Berlin", 24, "16:13:20", "2026-09-21 16:13:20.123", "16:13:20 UTC+2"],
  ["Asia/Kolkata", 24, "19:43:20", "2026-09-21 19:43:20.123", "19:43:20 UTC+5:30"],
  ["America/New_York", 12, "10:13:20 am", "2026-09-21 10:13:20.123 am", "10:13:20 am UTC-4"],
] as const)("in %s with %i hours a moment is %s", (zone, hours, clock, dateTime, words) => {
  const shown = times({ zone, hours });
  expect(shown.clock(atMs)).toBe(clock);
  expect(shown.dateTime(atMs)).toBe(dateTime);
  expect(plain(shown.words(atMs, atMs))).toBe(words);
});

test("midnight and noon are 12 where there are 12 hours", () => {
  const shown = times({ hours: 12 });
  expect([0, 43_200_000].map(shown.clock)).toEqual(["12:00:00 am", "12:00:00 pm"]);
});

test("an hour that a zone has twice is told apart by its distance to UTC", () => {
  const shown = times({ zone: "Europe/Berlin" });
  const before = Date.UTC(2026, 9, 25, 0, 30);
  const after = before + 3_600_000;
  expect([before, after].map((each) => plain(shown.words(each, each)))).toEqual([
    "02:30:00 UTC+2",
    "02:30:00 UTC+1",
  ]);
});

test("a zone of before the railways, with seconds, is as exact", () => {
  expect(times({ zone: "Europe/Amsterdam" }).dateTime(Date.UTC(1800, 0, 1))).toMatch(
    /^1800-01-01 00:\d\d:\d\d\.000$/,
  );
});

test("a cell has a distance or a time, and on hover the other one, the raw number and ISO", () => {
  const timeMs = atMs - 12_000;
  for (const form of ["relative", "absolute"] as const) {
    for (const zone of ["UTC", "Asia/Kolkata"]) {
      const { eventTime, moment } = times({ form, zone });
      for (const cell of [eventTime(timeMs, atMs), moment(timeMs, atMs)]) {
        expect(plain(cell.title)).toContain("12 s");
        for (const part of [String(timeMs), "2026-09-21T14:13:08.123Z"]) expect(cell.title).toContain(part);
        if (zone !== "UTC") expect(cell.title).toContain("19:43:08.123 UTC+5:30");
      }
    }
  }
  expect(plain(times({ form: "relative" }).eventTime(timeMs, atMs).text)).toBe("12 s");
  expect(plain(times({ form: "relative" }).eventTime(atMs + 3000, atMs).text)).toBe("3.0 s ahead");
  expect(plain(times({ form: "relative" }).moment(timeMs, atMs).text)).toBe("12 s ago");
  expect(plain(times({ form: "relative" }).moment(atMs + 3000, atMs).text)).toBe("in 3 s");
  expect(times({ form: "absolute" }).moment(timeMs, atMs).text).toBe("14:13:08.123");
});

test("the day stands in front where it is another day in that zone", () => {
  const [late, next] = [Date.UTC(2026, 8, 21, 21, 59), Date.UTC(2026, 8, 21, 22, 1)];
  expect(times({ zone: "UTC" }).near(late, next)).toBe("21:59:00.000");
  expect(times({ zone: "Europe/Berlin" }).near(late, next)).toBe("2026-09-21 23:59:00.000");
});

test("a time that no calendar can name is its number, in every form", () => {
  for (const zone of ["UTC", "Pacific/Auckland"]) {
    const { clock, dateTime, near, tick, title, offsetMs } = times({ zone });
    for (const far of [9_007_199_254_740_991, -9_007_199_254_740_991]) {
      for (const text of [clock(far), dateTime(far), near(far, 0), tick(far, 1000)])
        expect(text).toBe(`${far} ms`);
      expect(title(far, 0)).toContain(`${far} ms`);
      expect(offsetMs(far)).toBe(0);
    }
  }
});

test("the ticks of an axis say no more than their distance needs, and are round in the zone", () => {
  const { tick, offsetMs } = times({ zone: "Asia/Kolkata" });
  expect([100, 1000, 60_000, 86_400_000].map((stepMs) => tick(atMs, stepMs))).toEqual([
    "19:43:20.123",
    "19:43:20",
    "19:43",
    "2026-09-21",
  ]);
  const shift = offsetMs(atMs);
  const hours = niceTimeTicks(atMs + shift - 10_800_000, atMs + shift, 5).map((each) =>
    tick(each - shift, 3_600_000),
  );
  expect(hours).toEqual(["17:00", "18:00", "19:00"]);
});

test("a preference comes back from its cookie, and what is none in it is as by default", () => {
  for (const preference of [
    { form: "absolute", hours: 12, zone: "America/Argentina/Buenos_Aires" },
    { form: "relative", hours: 24, zone: "browser" },
    { form: "absolute", hours: 24, zone: "Etc/GMT+5" },
  ] as const)
    expect(readTimePreference(writeTimePreference(preference))).toEqual(preference);
  for (const none of [undefined, "", "x", "soon.13.Mars/Olympus", "..", "..+25:00"])
    expect(readTimePreference(none)).toEqual(defaultTimePreference);
  expect(readTimePreference("absolute.12.Mars/Olympus")).toEqual({
    form: "absolute",
    hours: 12,
    zone: "UTC",
  });
});
