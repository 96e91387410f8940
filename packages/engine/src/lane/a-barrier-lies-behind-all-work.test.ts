import { describe, expect, it } from "vitest";
import type { Row } from "../operators/row.ts";
import { partitionForKey } from "../record/murmur2.ts";
import { Lane } from "./lane.ts";
import { LanePool } from "./lane-pool.ts";
import { LaneStatus } from "./lane-status.ts";

const monotonicMs = () => 0;
/** No row here is deferred, so nobody is ever told anything. */
const listener = {
  wake: () => {},
  failed: (thrown: unknown) => {
    throw thrown;
  },
};
const forever = 1_000_000;

function row(value: number, key = "k"): Row {
  const keyBytes = Buffer.from(key);
  const origin = {
    topic: "in",
    partition: 0,
    offset: BigInt(value),
    timestampMs: 0,
    key: keyBytes,
    value: null,
    headers: [],
  };
  return { key, value, timestampMs: 0, headers: [], origin, order: value, keyBytes };
}

/** What the operators of a lane see, in order. */
function watched(lane: Lane, seen: unknown[]): Lane {
  lane.install({
    entries: [{ process: ({ value }) => seen.push(value) }],
    listeners: [{ onWatermark: (watermarkMs) => seen.push(`watermark ${watermarkMs}`) }],
  });
  return lane;
}

describe("a lane", () => {
  it("works rows in their order, as many as it is told, then the barrier when nothing is in front of it", () => {
    const seen: unknown[] = [];
    const lane = watched(new Lane(0, 10, monotonicMs, listener), seen);
    for (const value of [1, 2, 3]) lane.add(0, row(value), 5);
    lane.addBarrier(100, () => seen.push("passed"));
    lane.run(2);
    expect(seen).toEqual([1, 2]);
    expect(lane.watermarkMs).toBeUndefined();
    lane.run(2);
    expect(seen).toEqual([1, 2, 3, "watermark 100", "passed"]);
    expect(lane.watermarkMs).toBe(100);
    expect(lane).toMatchObject({ depth: 0, processed: 3, ready: false });
  });

  it("that is parked holds rows and barrier, and takes them when it is released", () => {
    const seen: unknown[] = [];
    const lane = watched(new Lane(0, 10, monotonicMs, listener), seen);
    lane.park(true);
    lane.add(0, row(1), 5);
    lane.addBarrier(undefined, () => seen.push("passed"));
    lane.run(forever);
    expect(seen).toEqual([]);
    expect(lane).toMatchObject({ ready: false, depth: 1, oldestArrivedMs: 5 });
    lane.park(false);
    lane.run(forever);
    expect(seen).toEqual([1, "passed"]);
  });

  it("tells its operators of a watermark once, and not where there is none", () => {
    const seen: unknown[] = [];
    const lane = watched(new Lane(0, 10, monotonicMs, listener), seen);
    for (const watermarkMs of [undefined, 7, 7, 9]) {
      lane.addBarrier(watermarkMs, () => seen.push("passed"));
      lane.run(forever);
    }
    expect(seen).toEqual(["passed", "watermark 7", "passed", "passed", "watermark 9", "passed"]);
  });

  it("that is reset forgets what waits and goes back to the committed watermark", () => {
    const seen: unknown[] = [];
    const lane = watched(new Lane(0, 10, monotonicMs, listener), seen);
    lane.addBarrier(9, () => {});
    lane.run(forever);
    lane.add(0, row(1), 5);
    lane.addBarrier(20, () => seen.push("passed"));
    lane.reset(4);
    lane.run(forever);
    expect(seen).toEqual(["watermark 9"]);
    expect(lane).toMatchObject({ watermarkMs: 4, depth: 0 });
  });
});

describe("the lanes", () => {
  const makePool = (lanes: number, capacity: number) =>
    new LanePool({ lanes, capacity, monotonicMs, nowMs: () => 0, listener });

  it("take a key's rows to the lane of murmur2 of its bytes, always the same", () => {
    const pool = makePool(5, 10);
    for (let i = 0; i < 50; i += 1) {
      const key = Buffer.from(`key ${i}`);
      expect(pool.laneOf(key, { partition: 3 }).index).toBe(partitionForKey(key, 5));
    }
    expect(pool.laneOf(null, { partition: 8 }).index).toBe(3);
  });

  it("pass a barrier once the last of them has passed it", () => {
    const pool = makePool(3, 10);
    const seen: unknown[] = [];
    for (const lane of pool.lanes) watched(lane, []);
    const slow = pool.laneOf(Buffer.from("k"), { partition: 0 });
    slow.park(true);
    pool.route(0, row(1), Buffer.from("k"));
    pool.barrier(50, () => seen.push("passed"));
    pool.run();
    expect(pool.lanes.filter((lane) => lane.watermarkMs === 50)).toHaveLength(2);
    expect(seen).toEqual([]);
    slow.park(false);
    pool.run();
    expect(seen).toEqual(["passed"]);
    expect(pool.lanes.every((lane) => lane.watermarkMs === 50)).toBe(true);
  });

  it("take all that one record brings, and no more until the full lane has room", () => {
    const pool = makePool(2, 2);
    const key = Buffer.from("k");
    const lane = pool.laneOf(key, { partition: 0 });
    for (const value of [1, 2]) pool.route(0, row(value), key);
    expect(lane.full).toBe(true);
    expect(pool.waitingForCapacity).toBe(false);
    for (const value of [3, 4]) pool.route(0, row(value), key);
    expect(lane.depth).toBe(4);
    expect(pool.waitingForCapacity).toBe(true);
    lane.run(2);
    expect(pool.waitingForCapacity).toBe(true);
    lane.run(1);
    expect(pool.waitingForCapacity).toBe(false);
  });

  it("wait for every lane that was full when rows came, not only for the last of them", () => {
    const pool = makePool(2, 1);
    const keys = ["a", "b", "c", "d", "e", "f"].map((key) => Buffer.from(key));
    const keyOf = (index: number) =>
      keys.find((key) => partitionForKey(key, 2) === index) ?? Buffer.from("none");
    for (const index of [0, 1, 0, 1]) pool.route(0, row(1), keyOf(index));
    expect(pool.waitingForCapacity).toBe(true);
    pool.lanes[1]?.run(forever);
    expect(pool.waitingForCapacity).toBe(true);
    pool.lanes[0]?.run(forever);
    expect(pool.waitingForCapacity).toBe(false);
  });

  it("that are reset wait for nothing", () => {
    const pool = makePool(1, 1);
    for (const value of [1, 2]) pool.route(0, row(value), Buffer.from("k"));
    expect(pool.waitingForCapacity).toBe(true);
    pool.reset(undefined);
    expect(pool.waitingForCapacity).toBe(false);
    expect(pool.held).toBe(0);
  });
});

describe("the status of lanes", () => {
  it("shows what each does, how old its oldest row is, and its share of the time", () => {
    let ticks = 0;
    const ticking = (): number => {
      ticks += 100;
      return ticks;
    };
    const busy = watched(new Lane(0, 10, ticking, listener), []);
    const parked = watched(new Lane(1, 10, monotonicMs, listener), []);
    parked.park(true);
    busy.add(0, row(1), 100);
    parked.add(0, row(2), 400);
    const status = new LaneStatus();
    const operatorOf = ({ index }: Lane) => `operator ${index}`;
    const busyOne = { lane: 0, state: "busy", depth: 1, capacity: 10, oldestAgeMs: 900, busyRatio: 0 };
    expect(status.look([busy, parked], 1000, 0, operatorOf)).toMatchObject([
      { ...busyOne, operator: "operator 0", processed: 0 },
      { lane: 1, state: "parked", depth: 1, oldestAgeMs: 600, operator: "operator 1" },
    ]);
    busy.run(forever);
    expect(status.look([busy], 1000, 400, operatorOf)).toMatchObject([
      { state: "idle", depth: 0, oldestAgeMs: null, operator: null, busyRatio: 0.25, processed: 1 },
    ]);
  });
});
