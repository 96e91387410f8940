import { expect, it } from "vitest";
import { histogram } from "../wire/index.ts";
import { Durations } from "./durations.ts";

it("counts a duration in each bucket that is wide enough for it, and one beyond the last in the total alone", () => {
  const durations = new Durations();
  for (const ms of [0, 700, 1000, 1001, 4_000_000]) durations.add(ms);
  const told = histogram.parse(durations.histogram());
  const atMost = (seconds: number): number | undefined =>
    told.buckets.find(({ atMostSeconds }) => atMostSeconds === seconds)?.count;
  expect([atMost(0.005), atMost(0.5), atMost(1), atMost(2.5), atMost(3600)]).toEqual([1, 1, 3, 4, 4]);
  expect(told.count).toBe(5);
  expect(told.sumSeconds).toBeCloseTo(4002.701, 9);
});
