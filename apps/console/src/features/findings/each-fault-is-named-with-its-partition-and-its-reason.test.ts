import type { AppSnapshot, LateDropEntry, RecentTick, ViolationEntry } from "@stoatflow/api";
import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { lateDropOf, violationOf } from "../../../test/fake/entries.ts";
import { FakeEngine } from "../../../test/fake-engine.ts";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { timesOf } from "../../lib/format/times.ts";
import { findingsOf, type Known } from "./findings.ts";

const atMs = Date.UTC(2026, 8, 21, 14, 13, 20);
const times = timesOf({ zone: "UTC", form: "relative", hours: 24 });
const nothing: Known = { ticks: [], lateDrops: [], lateDropsAreAll: true, violations: [] };

/** An app that is well but for what is given of its partitions. */
function snapshotWith(...changes: readonly Partial<PartitionWatermark>[]): AppSnapshot {
  const snapshot = new FakeEngine({ app: "orders", partitions: 4, isWell: true }).tick(atMs);
  const partitions = snapshot.watermarks.partitions.map((row, place) => ({ ...row, ...changes[place] }));
  return { ...snapshot, watermarks: { ...snapshot.watermarks, partitions } };
}

const said = (snapshot: AppSnapshot, known: Partial<Known> = {}): string[] =>
  findingsOf(snapshot, { ...nothing, ...known }, times).map(({ sentence }) => plainSpaces(sentence));

test("of an app that is well nothing stands out", () => {
  expect(said(snapshotWith())).toEqual([]);
});

const held: Partial<PartitionWatermark> = {
  state: "held",
  headHeldSinceMs: atMs - 4000,
  headTimestampMs: atMs + 7_200_000,
  headOffset: "9007199254740993",
  previewWatermarkMs: atMs + 7_170_000,
};

test("a held head: its stamp, when it goes out, and that event time does not wait", () => {
  expect(said(snapshotWith({}, held))).toEqual([
    "orders-1 is held at offset 9,007,199,254,740,993: that record is stamped 2 h 00 min ahead of the app's clock. It goes out once no older record waits elsewhere; event time goes on without waiting for it.",
  ]);
});

test("a held head without a preview: that event time waits", () => {
  expect(said(snapshotWith({}, { ...held, previewWatermarkMs: null }))[0]).toMatch(
    /; event time waits for it\.$/,
  );
});

function ticksOf(watermarkAt: (agoMs: number) => number): RecentTick[] {
  return [10_000, 5000, 0].map((agoMs) => ({
    bootId: "b0a1",
    sequence: `${20_000 - agoMs}`,
    atMs: atMs - agoMs,
    globalWatermarkMs: atMs,
    watermarkAtMs: atMs,
    watermarks: { "orders-2": watermarkAt(agoMs) },
  }));
}

const ahead = { watermarkMs: atMs + 600_000, boundMs: 0 };

test("who runs ahead of the clock has a clock that is ahead; who stands there had one record stamped so", () => {
  const snapshot = snapshotWith({}, {}, ahead);
  const words = (ticks: RecentTick[]) => said(snapshot, { ticks });
  expect(words(ticksOf((agoMs) => atMs + 600_000 - agoMs))).toEqual([
    "orders-2 runs 10 min 00 s ahead of the app's clock: the clock of who writes to it is ahead.",
  ]);
  expect(words(ticksOf(() => atMs + 600_000))).toEqual([
    "orders-2 stands 10 min 00 s ahead of the app's clock: a record of it was stamped in the future.",
  ]);
});

test("the jump itself is no motion, and neither is what another run of the app did", () => {
  const snapshot = snapshotWith({}, {}, ahead);
  const unknown =
    "orders-2 is 10 min 00 s ahead of the app's clock: it has records that are stamped in the future.";
  expect(
    said(snapshot, { ticks: ticksOf((agoMs) => (agoMs === 0 ? atMs + 600_000 : atMs - agoMs)) }),
  ).toEqual([unknown]);
  const before = ticksOf(() => atMs + 600_000).map((tick, place) =>
    place < 2 ? { ...tick, bootId: "b0a0" } : tick,
  );
  expect(said(snapshot, { ticks: before })).toEqual([unknown]);
});

test("less than a minute ahead is the bound's and the clocks' business", () => {
  expect(said(snapshotWith({}, {}, { watermarkMs: atMs + 30_000, boundMs: 30_000 }))).toEqual([]);
  expect(said(snapshotWith({}, {}, { watermarkMs: atMs + 30_001, boundMs: 30_000 }))).toHaveLength(1);
});

test("an idle partition: since when, and that event time goes on", () => {
  expect(said(snapshotWith({}, {}, {}, { state: "idle", idleSinceMs: atMs - 60_000 }))).toEqual([
    "orders-3 counts as idle since 14:12:20 UTC: nothing came in it, and event time goes on without it.",
  ]);
});

test("a lane that has been at one record for long, and not one whose queue is only long: where it is, and for how long", () => {
  const snapshot = snapshotWith();
  const [lane, ...others] = snapshot.lanes.lanes;
  if (lane === undefined) throw new Error("the fake has no lane");
  const stuck = (inWorkMs: number, oldestAgeMs = 60_000, depth = 2): AppSnapshot => ({
    ...snapshot,
    lanes: {
      ...snapshot.lanes,
      lanes: [
        { ...lane, lane: 5, state: "busy", depth, oldestAgeMs, inWorkMs, operator: "price" },
        ...others,
      ],
    },
  });
  expect(said(stuck(38_000))).toEqual([
    "Lane 5 is stuck at price: its oldest record has been in work for 38 s, with 2 more records that wait. No commit gets past it.",
  ]);
  expect(said(stuck(38_000, 38_000, 0))).toEqual([
    "Lane 5 is stuck at price: its oldest record has been in work for 38 s. No commit gets past it.",
  ]);
  expect(said(stuck(5000))).toEqual([]);
  const full = {
    ...stuck(1000).lanes,
    lanes: [{ ...lane, depth: 64, capacity: 64, oldestAgeMs: 6000, inWorkMs: 90, operator: "price" }],
  };
  expect(said({ ...snapshot, lanes: full })).toEqual([
    "Lane 0 is full at price, with 64 records in it: nothing is dispatched until it has room.",
  ]);
});

const drop = (changes: Partial<LateDropEntry>): LateDropEntry => ({
  ...lateDropOf(1, atMs),
  bootId: "b0a1",
  topic: "orders",
  ...changes,
});

test("late drops of the last minutes, by partition, how many and how late", () => {
  const lateDrops = [
    drop({ partition: 2, latenessMs: 5000, atMs }),
    drop({ partition: 0, latenessMs: 600_000, atMs }),
    drop({ partition: 0, latenessMs: 4000, atMs: atMs - 300_000 }),
    drop({ partition: 3, latenessMs: 4000, atMs: atMs - 300_001 }),
  ];
  expect(said(snapshotWith(), { lateDrops })).toEqual([
    "orders-0 had 2 late drops in the last 5 min: records up to 10 min 00 s behind event time, whose windows had closed. So for orders-2.",
  ]);
});

test("where not all of the last minutes were looked at, how many they were is not made up: the rate is told", () => {
  const lateDrops = [drop({ partition: 0, atMs })];
  const cut = { lateDrops, lateDropsAreAll: false };
  expect(said(snapshotWith(), cut)[0]).toContain(
    "orders-0 had most of the newest 1 late drop: records up to",
  );
  const lateDropRate = { kind: "measured", perMinute: 203.8, dropped: 1019, overMs: 300_000 } as const;
  expect(said(snapshotWith(), { ...cut, lateDropRate })[0]).toContain(
    "had most of the newest 1 late drop, 204 a minute in all: records up to",
  );
  const older = [...lateDrops, drop({ partition: 0, atMs: atMs - 400_000 })];
  expect(said(snapshotWith(), { lateDrops: older, lateDropsAreAll: false })[0]).toContain("had 1 late drop");
});

const violation = (changes: Partial<ViolationEntry>): ViolationEntry => ({
  ...violationOf(1, atMs),
  bootId: "b0a1",
  topic: "orders",
  partition: 1,
  kind: "partition_offset_regression",
  class: "expected",
  offsetBefore: "189",
  offsetAfter: "0",
  atMs: atMs - 20_000,
  ...changes,
});

test("what went back is told with both offsets; one that is expected for some minutes, a bug for good", () => {
  const sentence =
    "orders-1 was set back from offset 189 to 0 at 14:13:00 UTC: expected where a topic is cut or made anew; records of before that are read again count again.";
  expect(said(snapshotWith(), { violations: [violation({})] })).toEqual([sentence]);
  expect(said(snapshotWith(), { violations: [violation({ atMs: atMs - 300_001 })] })).toEqual([]);
  const bug = violation({ class: "bug", kind: "commit_offset_regression", atMs: atMs - 7_200_000 });
  expect(said(snapshotWith(), { violations: [bug] })[0]).toMatch(
    /^orders-1 had its commit go back .* a bug that is to be reported\.$/,
  );
});

test("a bug that many expected entries have pushed out of the newest is told by its count", () => {
  const snapshot = snapshotWith();
  const { status } = snapshot;
  const counters = { ...status.counters, violationClasses: { bug: 1, expected: 20 } };
  const counted = { ...snapshot, status: { ...status, counters } };
  const pushedOut = said(counted, { violations: [violation({})] });
  expect(pushedOut[0]).toMatch(/^1 bug of the engine was counted since the start/);
  expect(pushedOut[1]).toContain("orders-1 was set back");
});

test("two faults are both told, the worse first, and many of a kind in one line", () => {
  const snapshot = snapshotWith(held, held, held, held);
  const bug = violation({ class: "bug", kind: "watermark_regression" });
  const sentences = said(snapshot, {
    violations: [violation({ partition: 2 }), bug, violation({ partition: 3 })],
  });
  expect(sentences).toHaveLength(3);
  expect(sentences[0]).toMatch(/^orders-1 had its watermark go back .* a bug/);
  expect(sentences[1]).toMatch(/^orders-2 was set back .* So for orders-3\.$/);
  expect(sentences[2]).toMatch(/^orders-0 is held .* So for orders-1, orders-2 and orders-3\.$/);
});

test("of very many only some are named", () => {
  const { watermarks, ...rest } = new FakeEngine({ app: "orders", partitions: 20, isWell: true }).tick(atMs);
  const partitions = watermarks.partitions.map((row) => ({ ...row, ...held }));
  expect(said({ ...rest, watermarks: { ...watermarks, partitions } })[0]).toMatch(
    /So for orders-1, orders-2, orders-3 and 16 more\.$/,
  );
});
