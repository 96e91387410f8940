import { expect, test } from "vitest";
import { FakeEngine } from "../../../test/fake-engine.ts";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { partitionFigures } from "./partition-figures.ts";
import { sortPartitions } from "./sort.ts";

const snapshot = new FakeEngine({ app: "orders", partitions: 8 }).tick(1_790_000_000_000);
const { partitions } = snapshot.watermarks;

test("every absent value of every state is a dash with a reason, and never a number", () => {
  for (const partition of partitions) {
    for (const { column, value, shown } of Object.values(partitionFigures(partition, snapshot, "gap"))) {
      expect(value).toBe(partition[column as keyof typeof partition]);
      expect(shown.absent).toBe(value === null);
      if (value === null) expect(shown.text).toBe("—");
      expect(shown.title).not.toBe("");
    }
  }
});

test("a title holds the raw value, ISO and relative", () => {
  const [row] = partitions;
  if (row === undefined) throw new Error("no partition");
  const at = { sequence: "1", atMs: 1_790_000_000_000 };
  const figures = partitionFigures({ ...row, watermarkMs: 1_789_999_748_000 }, at, "gap");
  const { text, title, absent } = figures.watermarkMs.shown;
  expect(plainSpaces(text)).toBe("4 min 12 s");
  expect(plainSpaces(title)).toBe(
    "1789999748000 ms · 2026-09-21T14:09:08.000Z · 4 min 12 s behind the app's clock",
  );
  expect(absent).toBe(false);
});

test("a time ahead of the app's clock reads as being ahead", () => {
  const [row] = partitions;
  if (row === undefined) throw new Error("no partition");
  const at = { sequence: "1", atMs: 1_790_000_000_000 };
  const ahead = { ...row, watermarkMs: at.atMs + 7_199_000, previewWatermarkMs: at.atMs + 7_199_000 };
  const { watermarkMs, previewWatermarkMs } = partitionFigures(ahead, at, "gap");
  for (const { shown } of [watermarkMs, previewWatermarkMs]) {
    expect(plainSpaces(shown.text)).toBe("1 h 59 min ahead");
    expect(plainSpaces(shown.title)).toContain("1 h 59 min ahead of the app's clock");
  }
});

test("rows sort by lag as integers, and by watermark with the missing ones last", () => {
  const [row] = partitions;
  if (row === undefined) throw new Error("no partition");
  const rows = ["9", "10", null, "9007199254740993", "9007199254740992"].map((lag, partition) => ({
    ...row,
    partition,
    lag,
    watermarkMs: lag === null ? null : 100 - partition,
  }));
  const order = (sort: "partition" | "watermark" | "lag") =>
    sortPartitions(rows, sort).map((each) => each.partition);
  expect(order("partition")).toEqual([0, 1, 2, 3, 4]);
  expect(order("lag")).toEqual([3, 4, 1, 0, 2]);
  expect(order("watermark")).toEqual([4, 3, 1, 0, 2]);
});
