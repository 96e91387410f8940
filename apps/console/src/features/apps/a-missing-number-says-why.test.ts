import { expect, test } from "vitest";
import { wellApp } from "../../../test/fake/well-app.ts";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { rowFigures } from "./row-figures.ts";

const atMs = 1_790_000_000_000;

test.each([
  ["nothing was told by this app yet", { sequence: null, partitions: null, partitionsWithoutLag: null }],
  ["no partition is assigned to it yet", { partitions: 0, partitionsWithoutLag: 0 }],
  ["where they end is not known of any of its 6 partitions", { partitionsWithoutLag: 6 }],
  ["where it ends is not known of its partition", { partitions: 1, partitionsWithoutLag: 1 }],
])("a lag that is not there: %s", (reason, more) => {
  const figures = rowFigures(wellApp("orders", atMs, { lag: null, ...more }), undefined, defaultTimes);
  const lag = figures.find(({ label }) => label === "Lag")?.figure.shown;
  expect(lag?.text).toBe("—");
  expect(plainSpaces(lag?.title ?? "")).toBe(reason);
});
