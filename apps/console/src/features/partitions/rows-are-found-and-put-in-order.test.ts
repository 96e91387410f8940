import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { FakeEngine } from "../../../test/fake-engine.ts";
import { arrange, type PartitionFilter, partitionNow } from "./arrange.ts";
import { parseMoment } from "./moment.ts";
import { nextSort, type PartitionSort, parseSort, serializeSort, sortColumns, worstFirst } from "./sort.ts";

const all: PartitionFilter = { text: "", states: [], topic: null };
const [template] = new FakeEngine({ app: "orders", partitions: 9, isWell: true }).tick(1_790_000_000_000)
  .watermarks.partitions;

function partition(number: number, changes: Partial<PartitionWatermark> = {}): PartitionWatermark {
  if (template === undefined) throw new Error("no partition");
  return { ...template, partition: number, ...changes };
}

function names(
  rows: readonly PartitionWatermark[],
  sort: PartitionSort,
  filter = all,
  pinned: string | undefined = undefined,
): readonly string[] {
  return arrange(rows, filter, sort, pinned).map(({ name }) => name);
}

test("lag is compared as integers, and a partition without a value comes last either way", () => {
  const lags = ["9", "10", null, "9007199254740993", "9007199254740992"];
  const rows = lags.map((lag, at) => partition(at, { lag }));
  expect(names(rows, { column: "lag", desc: true })).toEqual([3, 4, 1, 0, 2].map((n) => `orders-${n}`));
  expect(names(rows, { column: "lag", desc: false })).toEqual([0, 1, 4, 3, 2].map((n) => `orders-${n}`));
});

test("the worst first: by what a partition counts with, and who does not count holds nobody back", () => {
  const rows = [
    partition(0, { watermarkMs: 5000 }),
    partition(1, { watermarkMs: 1000, previewWatermarkMs: 9000 }),
    partition(2, { watermarkMs: 10, idleSinceMs: 1 }),
    partition(3, { watermarkMs: 2000 }),
    partition(4, { watermarkMs: null }),
    partition(5, { watermarkMs: 20, takesPart: "left-out" }),
  ];
  expect(names(rows, worstFirst).slice(0, 3)).toEqual(["orders-3", "orders-0", "orders-1"]);
});

test("names are in the order of their numbers, and the holder is on top of any order", () => {
  const rows = [partition(2), partition(9), partition(10)];
  expect(names(rows, { column: "partition", desc: false })).toEqual(["orders-2", "orders-9", "orders-10"]);
  expect(names(rows, { column: "partition", desc: false }, all, "orders-10")[0]).toBe("orders-10");
});

test("rows are found by a part of their name, by state and by topic, all at once", () => {
  const rows = [
    partition(1),
    partition(12, { state: "held" }),
    partition(13),
    partition(12, { topic: "payments", state: "held" }),
  ];
  const byName = { column: "partition", desc: false } as const;
  expect(names(rows, byName, { ...all, text: "S-12" })).toEqual(["orders-12", "payments-12"]);
  expect(names(rows, byName, { text: "12", states: ["held", "idle"], topic: "orders" })).toEqual([
    "orders-12",
  ]);
  expect(names(rows, byName, { ...all, text: "x" }, "orders-1")).toEqual([]);
});

test("a row shows its partition of the newest tick, also where that moved in the list", () => {
  const [, second] = arrange(
    [partition(1), partition(2)],
    all,
    { column: "partition", desc: false },
    undefined,
  );
  if (second === undefined) throw new Error("no row");
  const moved = [partition(2, { lag: "77" }), partition(3)];
  expect(partitionNow(moved, second)).toBe(moved[0]);
  expect(partitionNow([partition(4)], second)).toBeUndefined();
});

test("an order goes into the address and comes back, and what is no column is none", () => {
  for (const column of sortColumns) {
    for (const desc of [true, false])
      expect(parseSort(serializeSort({ column, desc }))).toEqual({ column, desc });
  }
  expect(parseSort("watermark")).toBeUndefined();
  expect(parseSort("")).toBeUndefined();
});

test("a column begins with its largest, a name with its first, and is then turned around", () => {
  expect(nextSort(worstFirst, "lag")).toEqual({ column: "lag", desc: true });
  expect(nextSort({ column: "lag", desc: true }, "lag")).toEqual({ column: "lag", desc: false });
  expect(nextSort(worstFirst, "partition")).toEqual({ column: "partition", desc: false });
});

test("a moment is ISO or milliseconds, in UTC where it names no zone, and nothing else is one", () => {
  const moment = Date.UTC(2026, 10, 30, 13, 44, 15);
  for (const text of [
    String(moment),
    "2026-11-30T13:44:15Z",
    "2026-11-30 13:44:15",
    "2026-11-30T14:44:15.000+01:00",
  ])
    expect(parseMoment(text)).toBe(moment);
  for (const text of ["", "yesterday", "-5", "2026-13-01", "1969-12-31", "99999999999999999"])
    expect(parseMoment(text)).toBeUndefined();
});
