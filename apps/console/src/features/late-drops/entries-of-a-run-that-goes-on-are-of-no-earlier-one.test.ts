import { expect, test } from "vitest";
import { isOfEarlierRun, runsOf } from "../app/earlier-run.ts";
import { earlierRunsAt, linesAbove } from "./earlier-runs.ts";

const of = (...boots: string[]) => boots.map((bootId) => ({ bootId }));
const two = runsOf([{ bootId: "a2" }, { bootId: "b1" }, { bootId: null }]);

test("with several instances each entry of a run that goes on is of the run that is shown", () => {
  expect(of("a2", "b1", "a1").map((entry) => isOfEarlierRun(entry, two))).toEqual([false, false, true]);
  expect(earlierRunsAt(of("b1", "a2", "b1", "a2"), two)).toEqual(new Set());
});

test("as long as no instance was heard nothing is said to be of an earlier run", () => {
  expect(isOfEarlierRun({ bootId: "a1" }, runsOf([{ bootId: null }]))).toBe(false);
});

test("each run that is over begins with one line, however its rows stand between those of others", () => {
  expect(earlierRunsAt(of("b1", "a1", "b0", "a1", "b0", "a0"), two)).toEqual(new Set([1, 2, 5]));
});

test("a row is pushed down by those that arrive above it, the lines between them counted", () => {
  const before = earlierRunsAt(of("a1"), two);
  const now = earlierRunsAt(of("b1", "b0", "a1"), two);
  expect(linesAbove(0, before)).toBe(1);
  expect(linesAbove(2, now) - linesAbove(0, before)).toBe(3);
  expect(linesAbove(2, earlierRunsAt(of("b1", "b1", "a1"), two)) - linesAbove(0, before)).toBe(2);
});
