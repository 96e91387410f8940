import { expect, test } from "vitest";
import { durationMs, envelope } from "./envelope.ts";
import { histogram } from "./histogram.ts";

test.each([0, 0.25, 1e9, 9e12])("%d ms are a duration", (ms) => {
  expect(durationMs.parse(ms)).toBe(ms);
});

test.each([-1, Number.MAX_SAFE_INTEGER, 1e300, Number.POSITIVE_INFINITY, Number.NaN])(
  "%d ms are none",
  (ms) => {
    expect(durationMs.safeParse(ms).success).toBe(false);
  },
);

test("a sum of durations is bounded in the same way", () => {
  const none = { buckets: [], count: 0 };
  expect(histogram.safeParse({ ...none, sumSeconds: 9e9 }).success).toBe(true);
  expect(histogram.safeParse({ ...none, sumSeconds: 1e300 }).success).toBe(false);
});

test("a run of an app has a printable id", () => {
  const { bootId } = envelope.shape;
  expect(bootId.safeParse("0195fd2c-8a1e-7c3b-9d7f").success).toBe(true);
  for (const text of ["x\0y", "x\ny", "", "a b", "\u{1f9a6}"])
    expect(bootId.safeParse(text).success, text).toBe(false);
});
