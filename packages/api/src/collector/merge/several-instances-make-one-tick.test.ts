import {
  type FeedSnapshot,
  feedSnapshot,
  type Lifecycle,
  type PartitionWatermark,
  type PauseReason,
} from "@stoatflow/engine/wire";
import { describe, expect, test } from "vitest";
import { partitionOf, snapshotOf } from "../../testing/bodies.ts";
import { type InstanceState, mergeInstances } from "./merge-instances.ts";

const startMs = 1_790_000_000_000;

interface Told {
  readonly sequence?: number;
  readonly partitions?: readonly PartitionWatermark[];
  readonly globalWatermarkMs?: number | null;
  readonly receivedAtMs?: number;
  readonly isCurrent?: boolean;
  readonly lateDrops?: number;
  readonly lifecycle?: Lifecycle;
  readonly pauseReasons?: readonly PauseReason[];
  readonly atMs?: number;
}

/** An instance that has told something; `name` is its boot, its id and its address. */
function told(name: string, of: Told = {}): InstanceState {
  const {
    sequence = 1,
    partitions = [],
    lateDrops = 0,
    lifecycle = { kind: "running" },
    pauseReasons = [],
  } = of;
  const base = snapshotOf({
    bootId: name,
    sequence,
    partitions,
    lateDropsNext: String(lateDrops),
  });
  const { globalWatermarkMs = startMs } = of;
  const first = partitions[0];
  const snapshot: FeedSnapshot = {
    ...base,
    instanceId: name,
    ...(of.atMs === undefined ? {} : { atMs: of.atMs }),
    status: { ...base.status, lifecycle, pauseReasons: [...pauseReasons] },
    watermarks: {
      ...base.watermarks,
      globalWatermarkMs,
      heldBackBy:
        first === undefined
          ? null
          : { topic: first.topic, partition: first.partition, reason: "backlog" as const },
    },
  };
  const { receivedAtMs = startMs + 1000, isCurrent = true } = of;
  return { url: `http://${name}/`, tick: { snapshot, receivedAtMs }, isCurrent };
}

const silent = (name: string): InstanceState => ({
  url: `http://${name}/`,
  tick: undefined,
  isCurrent: false,
});

const roles = (instances: readonly InstanceState[]) =>
  mergeInstances(instances).shares.map(({ role }) => role);
const named = (snapshot: FeedSnapshot | undefined) =>
  snapshot?.watermarks.partitions.map(({ topic, partition }) => `${topic}-${partition}`);

describe("one instance", () => {
  test("alone is shown as it is: the very tick that it told", () => {
    const only = told("a", { partitions: [partitionOf(0)] });
    expect(mergeInstances([only])).toEqual({
      tick: only.tick,
      holding: only.tick,
      shares: [{ role: "working", instanceId: "a", partitions: 1 }],
      contested: [],
      contestedCount: 0,
      told: [{ ...only, isWorking: true }],
    });
    expect(mergeInstances([only]).tick).toBe(only.tick);
  });

  test("that never told anything is unknown, and beside it the other is shown as it is", () => {
    const active = told("a", { partitions: [partitionOf(0)] });
    const merged = mergeInstances([silent("b"), active]);
    expect(merged.tick).toBe(active.tick);
    expect(merged.shares).toEqual([
      { role: "unknown", instanceId: null, partitions: null },
      { role: "working", instanceId: "a", partitions: 1 },
    ]);
    expect(mergeInstances([silent("a"), silent("b")]).tick).toBeUndefined();
  });

  test("with a hot standby keeps its own ids, watermark and partitions; the standby takes part in no minimum", () => {
    const active = told("a", {
      partitions: [partitionOf(0)],
      globalWatermarkMs: startMs - 5000,
      sequence: 7,
    });
    const standby = told("b", { globalWatermarkMs: null, lateDrops: 3 });
    const { tick, shares } = mergeInstances([standby, active]);
    expect(shares).toEqual([
      { role: "standing-by", instanceId: "b", partitions: 0 },
      { role: "working", instanceId: "a", partitions: 1 },
    ]);
    expect(tick?.snapshot).toMatchObject({
      bootId: "a",
      sequence: "7",
      watermarks: { globalWatermarkMs: startMs - 5000 },
    });
    expect(tick?.snapshot.status.counters.lateDropped).toBe(3);
  });

  test("with a standby that never worked is the very tick that was told", () => {
    const active = told("a", { partitions: [partitionOf(0)] });
    const { url, tick, isCurrent } = told("b");
    if (tick === undefined) throw new Error("nothing told");
    const { status } = tick.snapshot;
    const none = Object.fromEntries(
      Object.entries(status.counters).map(([name, count]) => [
        name,
        typeof count === "number" ? 0 : Array.isArray(count) ? [] : {},
      ]),
    ) as typeof status.counters;
    const idle = { ...tick, snapshot: { ...tick.snapshot, status: { ...status, counters: none } } };
    expect(mergeInstances([active, { url, tick: idle, isCurrent }]).tick).toBe(active.tick);
  });

  test("known by two addresses counts once", () => {
    const one = told("a", { partitions: [partitionOf(0)], lateDrops: 3 });
    const merged = mergeInstances([one, { ...one, url: "http://alias/" }]);
    expect(merged.tick).toBe(one.tick);
    expect(merged.contestedCount).toBe(0);
  });
});

describe("two that work", () => {
  const a = told("a", {
    sequence: 10,
    partitions: [partitionOf(0), partitionOf(2)],
    globalWatermarkMs: startMs - 1000,
    lateDrops: 2,
    receivedAtMs: startMs + 900,
  });
  const b = told("b", {
    sequence: 4,
    partitions: [partitionOf(1)],
    globalWatermarkMs: startMs - 9000,
    lateDrops: 5,
  });

  test("the global watermark is the least of theirs, held back by who holds that one back", () => {
    const merged = mergeInstances([a, b]);
    const { snapshot } = merged.tick ?? {};
    expect(merged.holding).toBe(b.tick);
    expect(snapshot?.watermarks.globalWatermarkMs).toBe(startMs - 9000);
    expect(snapshot?.watermarks.heldBackBy).toEqual({ topic: "orders", partition: 1, reason: "backlog" });
    expect(named(snapshot)).toEqual(["orders-0", "orders-1", "orders-2"]);
  });

  test("it ticks as seldom as the slowest of them says", () => {
    const saying = (one: InstanceState, tickIntervalMs: number): InstanceState => {
      if (one.tick === undefined) throw new Error("nothing told");
      const { snapshot } = one.tick;
      return {
        ...one,
        tick: { ...one.tick, snapshot: { ...snapshot, status: { ...snapshot.status, tickIntervalMs } } },
      };
    };
    const interval = (all: readonly InstanceState[]) =>
      mergeInstances(all).tick?.snapshot.status.tickIntervalMs;
    expect(interval([saying(a, 500), saying(b, 8000)])).toBe(8000);
    expect(interval([saying(a, 500), b])).toBe(500);
    expect(interval([a, b])).toBeUndefined();
  });

  test("counters, generations and ring positions are sums, and the whole is still what the wire allows", () => {
    const { snapshot, receivedAtMs } = mergeInstances([a, b]).tick ?? {};
    expect(feedSnapshot.safeParse(snapshot).error).toBeUndefined();
    expect(receivedAtMs).toBe(startMs + 1000);
    expect(snapshot).toMatchObject({
      instanceId: "a + b",
      sequence: "14",
      atMs: startMs + 10_000,
      status: {
        generation: 6,
        feedClients: 2,
        counters: {
          lateDropped: 7,
          polled: 14,
          violations: { partition_offset_regression: 2, partition_buffer_over_bound: 4 },
          violationClasses: { expected: 4, bug: 2 },
        },
      },
      rings: { lateDropsNext: "7" },
    });
  });

  test("its ids grow with the tick of either, are the same in any order, and are others after a restart", () => {
    const id = (instances: readonly InstanceState[]) => {
      const { snapshot } = mergeInstances(instances).tick ?? {};
      return [snapshot?.bootId, snapshot?.sequence];
    };
    const [boot, sequence] = id([a, b]);
    expect([boot, sequence]).toEqual(id([b, a]));
    const later = told("b", { sequence: 5, partitions: [partitionOf(1)] });
    expect(id([a, later])).toEqual([boot, "15"]);
    const restarted = told("b2", { sequence: 1, partitions: [partitionOf(1)] });
    expect(id([a, restarted])[0]).not.toBe(boot);
  });

  test("while one has no watermark the app has none, and who holds it back is named", () => {
    const without = told("b", { partitions: [partitionOf(1)], globalWatermarkMs: null });
    expect(mergeInstances([a, without]).tick?.snapshot.watermarks).toMatchObject({
      globalWatermarkMs: null,
      heldBackBy: { partition: 1 },
    });
  });

  test.each<[Lifecycle["kind"], Lifecycle, Lifecycle]>([
    ["failed", { kind: "running" }, { kind: "failed", code: "x", message: "" }],
    ["pausing", { kind: "pausing", waitingFor: [] }, { kind: "paused", sinceMs: startMs }],
    ["running", { kind: "paused", sinceMs: startMs }, { kind: "running" }],
    ["running", { kind: "running" }, { kind: "running" }],
  ])("the app is %s if one of them is", (kind, first, second) => {
    const both = [
      told("a", { partitions: [partitionOf(0)], lifecycle: first }),
      told("b", { partitions: [partitionOf(1)], lifecycle: second }),
    ];
    expect(mergeInstances(both).tick?.snapshot.status.lifecycle.kind).toBe(kind);
  });

  test("the app is paused only if all of them are, since the last one is", () => {
    const both = [
      told("a", { partitions: [partitionOf(0)], lifecycle: { kind: "paused", sinceMs: startMs + 5 } }),
      told("b", { partitions: [partitionOf(1)], lifecycle: { kind: "paused", sinceMs: startMs } }),
    ];
    expect(mergeInstances(both).tick?.snapshot.status.lifecycle).toEqual({
      kind: "paused",
      sinceMs: startMs + 5,
    });
  });

  test("a drain waits for what any of them waits for, and lasts as long as the longest by its own clock", () => {
    const few = { lane: 1, operator: "quick", records: 3, oldestAgeMs: 100 };
    const many = { lane: 1, operator: "stuck-http", records: 500, oldestAgeMs: 39_000 };
    const pausing = (sinceMs: number, waitingFor: readonly (typeof few)[]): Lifecycle => ({
      kind: "pausing",
      sinceMs,
      waitingFor: [...waitingFor],
    });
    const hourMs = 3_600_000;
    const { snapshot } =
      mergeInstances([
        told("a", { partitions: [partitionOf(0)], atMs: startMs, lifecycle: pausing(startMs - 1000, [few]) }),
        told("b", {
          partitions: [partitionOf(1)],
          atMs: startMs - hourMs,
          lifecycle: pausing(startMs - hourMs - 40_000, [many]),
        }),
      ]).tick ?? {};
    expect(snapshot?.atMs).toBe(startMs);
    expect(snapshot?.status.lifecycle).toEqual(pausing(startMs - 40_000, [many, few]));
  });

  test("nobody knows since when it drains where one of them doesn't tell", () => {
    const both = [
      told("a", { partitions: [partitionOf(0)], lifecycle: { kind: "pausing", waitingFor: [] } }),
      told("b", {
        partitions: [partitionOf(1)],
        lifecycle: { kind: "pausing", sinceMs: startMs, waitingFor: [] },
      }),
    ];
    expect(mergeInstances(both).tick?.snapshot.status.lifecycle).toEqual({ kind: "pausing", waitingFor: [] });
  });
});

describe("of clocks that are apart", () => {
  const aheadMs = 600_000;
  const a = told("a", { partitions: [partitionOf(0)], globalWatermarkMs: startMs - 65_000, atMs: startMs });
  const ahead = { partitions: [partitionOf(1)], atMs: startMs + aheadMs };
  const times = (instances: readonly InstanceState[]) => {
    const { snapshot } = mergeInstances(instances).tick ?? {};
    return [snapshot?.atMs, snapshot?.watermarkAtMs];
  };

  test("the furthest is the app's, and that of the instance whose watermark it is tells the gap", () => {
    expect(times([a, told("b", ahead)])).toEqual([startMs + aheadMs, startMs]);
    const behind = { ...ahead, globalWatermarkMs: startMs - 70_000 };
    expect(times([a, told("b", behind)])).toEqual([startMs + aheadMs, startMs + aheadMs]);
    expect(mergeInstances([a]).tick?.snapshot.watermarkAtMs).toBeUndefined();
  });

  test("one that is not heard any more is not the app's, unless none is heard", () => {
    const gone = told("b", { ...ahead, isCurrent: false });
    expect(times([a, gone])).toEqual([startMs, startMs]);
    expect(times([{ ...a, isCurrent: false }, gone])).toEqual([startMs + aheadMs, startMs]);
  });

  test("that of one which holds event time back and is not heard any more goes on by the collector's", () => {
    const gone = { ...a, isCurrent: false };
    const later = told("b", { ...ahead, receivedAtMs: startMs + 1000 + 90_000 });
    expect(times([gone, later])).toEqual([startMs + aheadMs, startMs + 90_000]);
  });

  const inFront = told("b", ahead);

  test("what lasts has lasted as long as the clock of its own instance says, and no event time is moved", () => {
    const lasting = [
      partitionOf(0, { headHeldSinceMs: startMs - 40_000, headTimestampMs: startMs + 70_000 }),
      partitionOf(2, { idleSinceMs: startMs - 3000 }),
    ];
    const { watermarks } = mergeInstances([told("a", { partitions: lasting, atMs: startMs }), inFront]).tick
      ?.snapshot ?? { watermarks: undefined };
    const nowMs = startMs + aheadMs;
    expect(watermarks?.partitions).toEqual([
      { ...lasting[0], headHeldSinceMs: nowMs - 40_000 },
      partitionOf(1),
      { ...lasting[1], idleSinceMs: nowMs - 3000 },
    ]);
  });

  test("a pause is as old, and ends after as long, as the clock of its own instance says", () => {
    const paused = (name: string, partition: number, atMs: number, forMs: number, leftMs: number | null) =>
      told(name, {
        partitions: [partitionOf(partition)],
        atMs,
        lifecycle: { kind: "paused", sinceMs: atMs - forMs },
        pauseReasons: [reasonOf(name, atMs, forMs, leftMs)],
      });
    const reasonOf = (actor: string, atMs: number, forMs: number, leftMs: number | null): PauseReason => ({
      kind: "operator",
      actor,
      reason: "deploy",
      sinceMs: atMs - forMs,
      expiresAtMs: leftMs === null ? null : atMs + leftMs,
    });
    const nowMs = startMs + aheadMs;
    const { status } = mergeInstances([
      paused("a", 0, startMs, 20_000, 60_000),
      paused("b", 1, nowMs, 30_000, null),
    ]).tick?.snapshot ?? { status: undefined };
    expect(status?.lifecycle).toEqual({ kind: "paused", sinceMs: nowMs - 20_000 });
    expect(status?.pauseReasons).toEqual([
      reasonOf("a", nowMs, 20_000, 60_000),
      reasonOf("b", nowMs, 30_000, null),
    ]);
  });

  test("what lasts goes on to grow older where its instance is not heard any more", () => {
    const held = partitionOf(0, { headHeldSinceMs: startMs - 40_000 });
    const gone = told("a", { partitions: [held], atMs: startMs, isCurrent: false });
    const { snapshot } =
      mergeInstances([gone, told("b", { ...ahead, receivedAtMs: startMs + 1000 + 90_000 })]).tick ?? {};
    expect(snapshot?.watermarks.partitions[0]?.headHeldSinceMs).toBe(startMs + aheadMs - 130_000);
  });

  test("nothing that lasts has begun after the tick that tells the time", () => {
    const held = partitionOf(0, { headHeldSinceMs: startMs + 700 });
    const later = told("a", { partitions: [held], atMs: startMs + 800, receivedAtMs: startMs + 1800 });
    const { snapshot } = mergeInstances([later, inFront]).tick ?? {};
    expect(snapshot?.watermarks.partitions[0]?.headHeldSinceMs).toBe(startMs + aheadMs);
  });
});

test("of clocks that go alike each moment is what was told, however far apart their ticks came", () => {
  const held = partitionOf(0, { headHeldSinceMs: startMs - 40_000 });
  const a = told("a", { partitions: [held], atMs: startMs - 900, receivedAtMs: startMs + 130 });
  const b = told("b", { partitions: [partitionOf(1)], atMs: startMs, receivedAtMs: startMs + 1000 });
  expect(mergeInstances([a, b]).tick?.snapshot.watermarks.partitions[0]).toBe(held);
});

describe("a partition that two name", () => {
  const at = (name: string, position: string, more: Told & { readonly state?: "revoked" } = {}) =>
    told(name, {
      partitions: [partitionOf(0, { position, ...(more.state === undefined ? {} : { state: more.state }) })],
      ...more,
    });
  const position = (instances: readonly InstanceState[]) =>
    mergeInstances(instances).tick?.snapshot.watermarks.partitions[0]?.position;

  test("is told where both are live, and the newer tick counts", () => {
    const older = at("a", "5", { receivedAtMs: startMs });
    const newer = at("b", "9", { receivedAtMs: startMs + 400 });
    for (const order of [
      [older, newer],
      [newer, older],
    ]) {
      const merged = mergeInstances(order);
      expect(position(order)).toBe("9");
      expect(merged.contested).toEqual([
        { topic: "orders", partition: 0, claimedBy: ["http://b/", "http://a/"] },
      ]);
      expect(merged.contestedCount).toBe(1);
    }
  });

  test("keeps the app's ids whoever of them spoke last", () => {
    const boots = [
      [at("a", "5", { receivedAtMs: startMs }), at("b", "9", { receivedAtMs: startMs + 400 })],
      [at("a", "6", { receivedAtMs: startMs + 800 }), at("b", "9", { receivedAtMs: startMs + 400 })],
    ].map((both) => mergeInstances(both).tick?.snapshot.bootId);
    expect(new Set(boots).size).toBe(1);
  });

  test("is no contest where one of them tells nothing new any more: it was taken over", () => {
    const gone = at("a", "5", {
      isCurrent: false,
      receivedAtMs: startMs + 900,
      globalWatermarkMs: startMs - 60_000,
    });
    const heir = at("b", "9", { receivedAtMs: startMs + 400 });
    const merged = mergeInstances([gone, heir]);
    expect(merged.contestedCount).toBe(0);
    expect(roles([gone, heir])).toEqual(["standing-by", "working"]);
    expect(merged.tick?.snapshot).toMatchObject({ bootId: "b", watermarks: { globalWatermarkMs: startMs } });
  });

  test("counts for who has it, and not for whom it was revoked", () => {
    const revoked = at("a", "5", { state: "revoked", receivedAtMs: startMs + 900 });
    const heir = at("b", "9", { receivedAtMs: startMs + 400 });
    expect(position([revoked, heir])).toBe("9");
    expect(mergeInstances([revoked, heir]).contestedCount).toBe(0);
  });

  test("holds back nobody in the name of whom it was taken from, which holds event time back itself", () => {
    const gone = told("a", {
      partitions: [partitionOf(0), partitionOf(1)],
      globalWatermarkMs: startMs - 60_000,
      isCurrent: false,
    });
    const heir = told("b", { partitions: [partitionOf(0)] });
    const { tick, holding } = mergeInstances([gone, heir]);
    expect(holding).toBe(gone.tick);
    expect(tick?.snapshot.watermarks).toMatchObject({
      globalWatermarkMs: startMs - 60_000,
      heldBackBy: null,
    });
  });

  test("is named up to a bound, and counted beyond it", () => {
    const all = Array.from({ length: 40 }, (_, i) => partitionOf(i));
    const merged = mergeInstances([told("a", { partitions: all }), told("b", { partitions: all })]);
    expect([merged.contested.length, merged.contestedCount]).toEqual([16, 40]);
  });
});

test("a missing instance keeps its partitions and holds the watermark until another names them", () => {
  const missing = told("a", {
    partitions: [partitionOf(0)],
    globalWatermarkMs: startMs - 60_000,
    isCurrent: false,
  });
  const other = told("b", { partitions: [partitionOf(1)] });
  const before = mergeInstances([missing, other]);
  expect(before.tick?.snapshot.watermarks.globalWatermarkMs).toBe(startMs - 60_000);
  expect(named(before.tick?.snapshot)).toEqual(["orders-0", "orders-1"]);
  const heir = told("b", { partitions: [partitionOf(0), partitionOf(1)] });
  expect(mergeInstances([missing, heir]).tick?.snapshot.watermarks.globalWatermarkMs).toBe(startMs);
});

test("while nobody holds a partition the first that tells something speaks, not each by turns", () => {
  const a = told("a", { receivedAtMs: startMs, lifecycle: { kind: "starting" } });
  const b = told("b", { receivedAtMs: startMs + 500 });
  expect(mergeInstances([a, b]).tick?.snapshot.bootId).toBe("a");
  expect(mergeInstances([{ ...a, isCurrent: false }, b]).tick?.snapshot.bootId).toBe("b");
  expect(roles([a, b])).toEqual(["standing-by", "standing-by"]);
});
