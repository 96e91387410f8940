import { expect, test } from "vitest";
import { type SparkPoint, sparkPath } from "./spark-path.ts";

const field = { width: 100, height: 20, least: 1 };
const trail = (...values: readonly (number | null)[]): readonly SparkPoint[] =>
  values.map((value, i) => ({ atMs: i * 10_000, value }));

test("a line goes from the oldest to the newest, and more is higher", () => {
  expect(sparkPath(trail(0, 10, 5), field)).toBe("M0.0 20.0L50.0 0.0L100.0 10.0");
});

test("what is not known is no line: it begins anew behind it", () => {
  expect(sparkPath(trail(0, 10, null, 10, 0), field)).toBe("M0.0 20.0L25.0 0.0M75.0 0.0L100.0 20.0");
});

test("a point between two gaps is still seen", () => {
  expect(sparkPath(trail(null, 3, null), field)).toBe("M50.0 20.0h1");
});

test("noise is level, and of nothing there is no line", () => {
  expect(sparkPath(trail(100, 101, 100), { ...field, least: 1000 })).toBe("M0.0 20.0L50.0 20.0L100.0 20.0");
  expect(sparkPath(trail(null, null), field)).toBe("");
  expect(sparkPath([], field)).toBe("");
});
