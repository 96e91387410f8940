import type {
  HoldEntry,
  LateDropEntry,
  LeaderChangeEntry,
  LedgerEntry,
  LifecycleChange,
} from "@stoatflow/api";
import { expect, test } from "vitest";
import { holdOf, lateDropOf, violationOf } from "../../../test/fake/entries.ts";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { type Happened, partitionEvents } from "./partition-events.ts";
import { gapRange, type PastPoint, pastStretches, pathOf } from "./past-line.ts";

const atMs = 1_790_000_000_000;
const nothing: Happened = {
  holds: [],
  violations: [],
  leaderChanges: [],
  lateDrops: [],
  stretches: [],
  lifecycle: [],
  commits: [],
};
const hold: HoldEntry = { ...holdOf(1, atMs), bootId: "b" };
const drop = (id: number, ms: number): LateDropEntry => ({ ...lateDropOf(id, ms), bootId: "b" });
const violation: LedgerEntry = { ...violationOf(3, atMs - 5000), bootId: "b", acknowledgement: null };
const leaderChange: LeaderChangeEntry = {
  id: "1",
  bootId: "b",
  topic: "orders",
  partition: 3,
  fromEpoch: 4,
  toEpoch: 5,
  atOffset: "1204",
  readAtMs: atMs - 3000,
};
const restart: LifecycleChange = {
  atMs: atMs - 2000,
  bootId: "b",
  from: null,
  to: { kind: "running" },
  isRestart: true,
  by: null,
};

const texts = (happened: Partial<Happened>): readonly string[] =>
  partitionEvents({ ...nothing, ...happened }).map(({ mark, text }) => plainSpaces(`${mark.word}: ${text}`));

test("holds, violations, leader epochs, drops and the app's own changes are one list, the newest first", () => {
  const all = texts({
    holds: [hold],
    violations: [violation],
    leaderChanges: [leaderChange],
    lateDrops: [drop(1, atMs - 1000)],
    lifecycle: [restart],
  });
  expect(all.map((text) => text.split(":")[0])).toEqual(["late", "app", "leader", "bug", "hold"]);
  expect(all.at(2)).toBe("leader: new leader epoch (4 to 5), as read at offset 1,204");
  expect(all.at(3)).toBe("bug: commit went back: 9,007,199,254,740,993 → 9,007,199,254,740,100, back by 893");
});

test("a burst of late drops is one event with the range of their lateness; drops apart are two", () => {
  const burst = [drop(1, atMs), drop(2, atMs + 9000), drop(3, atMs + 18_000)];
  expect(texts({ lateDrops: burst })).toHaveLength(1);
  expect(texts({ lateDrops: burst })[0]).toMatch(/^late: 3 late drops, .+ to .+ behind the watermark$/);
  expect(texts({ lateDrops: [drop(1, atMs), drop(2, atMs + 60_000)] })).toHaveLength(2);
});

const step = (lastMs: number) => ({
  fromMs: lastMs - 999,
  firstMs: lastMs - 999,
  lastMs,
  missingMs: 0,
  ticks: 1,
});
const column = <Value>(last: Value[]) => ({ min: last, max: last, last });
const at = [1000, 2000, 3000, 4000, 5000];

function history(changes: { gaps?: { fromMs: number; untilMs: number; isRestart: boolean }[] } = {}) {
  return {
    steps: at.map(step),
    gaps: changes.gaps ?? [],
    partitions: [
      {
        topic: "orders",
        partition: 3,
        isKnown: true,
        state: ["active", "active", "held", null, "active"] satisfies PastPoint["state"][],
        watermarkMs: column([900, null, 900, null, 4500]),
        previewWatermarkMs: column([null, null, 9000, null, null]),
        lag: column(at.map(() => "1")),
        bufferedRecords: column(at.map(() => 1)),
      },
    ],
  };
}

test("a change of its state is an event, but not across a time of which nothing is known", () => {
  expect(texts({ stretches: pastStretches(history()) })).toEqual(["held: was active before"]);
  const gaps = [{ fromMs: 2000, untilMs: 3000, isRestart: false }];
  expect(texts({ stretches: pastStretches(history({ gaps })) })).toEqual([]);
});

test("the line breaks where nothing is known and where there was no watermark, and no preview flattens it", () => {
  const stretches = pastStretches(history());
  expect(stretches.map((stretch) => stretch.map(({ gapMs }) => gapMs))).toEqual([[100, null, 2100], [500]]);
  expect(gapRange(stretches)).toEqual({ lowMs: 0, highMs: 2100 });
  const box = { fromMs: 0, toMs: 10_000, lowMs: 0, highMs: 1000, width: 100, height: 10 };
  expect(stretches.map((stretch) => pathOf(stretch, "gapMs", box))).toEqual(["M10 1h0M30 10h0", "M50 5h0"]);
});

test("a partition that the app did not have has no line and no range", () => {
  expect(gapRange(pastStretches({ ...history(), partitions: [] }))).toBeUndefined();
});

test("who paused the app, and why, is said", () => {
  const by = { kind: "paused", atMs, actor: "ana", reason: "schema change" } as const;
  const from = { kind: "running", bootId: "b" } as const;
  const paused = { ...restart, from, isRestart: false, to: { kind: "paused", sinceMs: atMs } as const, by };
  expect(texts({ lifecycle: [paused] })).toEqual(["app: the app is paused: paused by ana, “schema change”"]);
});
