import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { Offset } from "../record/offset.ts";
import type { ViolationKind } from "../wire/index.ts";
import { Tripwire, type ViolationEntry } from "./tripwire.ts";

const partition = { topic: "orders", partition: 3 };

interface Warning {
  readonly kind: string;
  readonly suppressed: number;
  readonly msg: string;
}

function world() {
  const warnings: Warning[] = [];
  const entries: ViolationEntry[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void warnings.push(JSON.parse(line)) });
  const tripwire = new Tripwire({ logger, record: (entry) => entries.push(entry) });
  const trip = (kind: ViolationKind, before: Offset, after: Offset, nowMs: number): void =>
    tripwire.trip(kind, { partition, before, after }, 7, nowMs);
  return { tripwire, trip, warnings, entries };
}

describe("the tripwire", () => {
  it("counts each kind by itself and keeps the evidence of each", () => {
    const { tripwire, trip, entries } = world();
    trip("partition_offset_regression", 20n, 12n, 1000);
    trip("partition_offset_regression", 30n, 12n, 1001);
    trip("partition_buffer_over_bound", 40n, 35n, 1002);
    expect(tripwire.counts).toMatchObject({
      partition_offset_regression: 2,
      partition_buffer_over_bound: 1,
      commit_offset_regression: 0,
    });
    expect(entries).toHaveLength(3);
    expect(entries[0]).toEqual({
      topic: "orders",
      partition: 3,
      kind: "partition_offset_regression",
      class: "bug",
      atMs: 1000,
      epoch: 7,
      offsetBefore: "20",
      offsetAfter: "12",
    });
  });

  it("goes on warning where the wall clock was put back an hour", () => {
    const { trip, warnings } = world();
    trip("partition_offset_regression", 20n, 12n, 3_601_000);
    trip("partition_offset_regression", 20n, 12n, 1000);
    trip("partition_offset_regression", 20n, 12n, 1500);
    expect(warnings).toHaveLength(2);
  });

  it("warns at most once a second and kind, naming the partition, both offsets and how many were left out", () => {
    const { trip, warnings } = world();
    trip("partition_offset_regression", 20n, 12n, 1000);
    trip("partition_offset_regression", 20n, 12n, 1500);
    trip("partition_offset_regression", 20n, 12n, 1999);
    trip("partition_buffer_over_bound", 40n, 35n, 1999);
    trip("partition_offset_regression", 20n, 12n, 2000);
    trip("partition_offset_regression", 20n, 12n, 3000);
    expect(warnings.map(({ kind, suppressed }) => [kind, suppressed])).toEqual([
      ["partition_offset_regression", 0],
      ["partition_buffer_over_bound", 0],
      ["partition_offset_regression", 2],
      ["partition_offset_regression", 0],
    ]);
    expect(warnings[0]?.msg).toContain("orders-3");
    expect(warnings[0]?.msg).toMatch(/20.*12/);
  });

  it("takes a regression for a bug, unless the broker has set the consumer back to there", () => {
    const { tripwire, trip, entries } = world();
    tripwire.announce({ partition, from: 20n, to: 12n });
    trip("partition_offset_regression", 20n, 12n, 1000);
    trip("partition_offset_regression", 20n, 12n, 1001);
    expect(entries.map((entry) => entry.class)).toEqual(["expected", "bug"]);
  });

  it("expects one regression for each of two set-backs before the first record of either", () => {
    const { tripwire, trip, entries } = world();
    tripwire.announce({ partition, from: 20n, to: 12n });
    tripwire.announce({ partition, from: 14n, to: 8n });
    trip("partition_offset_regression", 20n, 12n, 1000);
    trip("partition_offset_regression", 14n, 8n, 1001);
    expect(entries.map((entry) => entry.class)).toEqual(["expected", "expected"]);
  });

  it("does not excuse a later bug by a set-back whose records were never dispatched", () => {
    const { tripwire, trip, entries } = world();
    tripwire.announce({ partition, from: 20n, to: 12n });
    trip("partition_offset_regression", 500n, 499n, 1000);
    expect(entries.map((entry) => entry.class)).toEqual(["bug"]);
  });

  it("holds no more set-backs of a partition than its bound, however many are told", () => {
    const { tripwire, trip, entries } = world();
    for (let i = 0; i < 100; i += 1) tripwire.announce({ partition, from: 1000n, to: BigInt(i) });
    for (let i = 0; i < 100; i += 1) trip("partition_offset_regression", 1000n, BigInt(i), 1000);
    expect(entries.filter((entry) => entry.class === "expected")).toHaveLength(16);
  });

  it("expects a poll beyond the bound where the pause of the consumer failed, and no other", () => {
    const { tripwire, entries, warnings } = world();
    for (const [nowMs, pauseFailed] of [
      [1000, true],
      [2000, false],
    ] as const) {
      tripwire.trip(
        "partition_buffer_over_bound",
        { partition, before: 40n, after: 35n, pauseFailed },
        7,
        nowMs,
      );
    }
    expect(entries.map((entry) => entry.class)).toEqual(["expected", "bug"]);
    expect(tripwire.classes).toEqual({ expected: 1, bug: 1 });
    expect(warnings.map(({ msg }) => msg)).toEqual([
      expect.stringContaining("did not take effect"),
      expect.stringContaining("please report"),
    ]);
  });

  it("takes every other kind for a bug", () => {
    const { trip, entries } = world();
    for (const kind of [
      "commit_offset_regression",
      "watermark_regression",
      "lane_order",
      "epoch_overlap",
    ] as const) {
      trip(kind, 2n, 1n, 1000);
    }
    expect(entries.map((entry) => entry.class)).toEqual(["bug", "bug", "bug", "bug"]);
  });
});
