import { expect, test } from "vitest";
import { FakeEngine } from "../../../test/fake-engine.ts";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { partitionFigures } from "./partition-figures.ts";

const snapshot = new FakeEngine({ app: "orders", partitions: 8 }).tick(1_790_000_000_000);
const { partitions } = snapshot.watermarks;

test("every absent value of every state is a dash with a reason, and never a number", () => {
  for (const partition of partitions) {
    for (const { column, value, shown } of Object.values(
      partitionFigures(partition, snapshot, defaultTimes),
    )) {
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
  const figures = partitionFigures({ ...row, watermarkMs: 1_789_999_748_000 }, at, defaultTimes);
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
  const { watermarkMs, previewWatermarkMs } = partitionFigures(ahead, at, defaultTimes);
  for (const { shown } of [watermarkMs, previewWatermarkMs]) {
    expect(plainSpaces(shown.text)).toBe("1 h 59 min ahead");
    expect(plainSpaces(shown.title)).toContain("1 h 59 min ahead of the app's clock");
  }
});
