import { expect, it } from "vitest";
import { snapshotOf } from "../testing/bodies.ts";
import { type AppLane, lanesPressure } from "../wire/index.ts";
import { pressureOf } from "./lanes-pressure.ts";

function lane(stage: number, number: number, depth: number, change: Partial<AppLane> = {}): AppLane {
  return {
    stage,
    lane: number,
    state: depth > 0 ? "busy" : "idle",
    depth,
    capacity: 64,
    oldestAgeMs: depth > 0 ? 100 : null,
    operator: depth > 0 ? `operator of stage ${stage}` : null,
    busyRatio: 0,
    processed: 0,
    ...change,
  };
}

const pressed = (lanes: AppLane[]) => lanesPressure.parse(pressureOf(snapshotOf({ lanes })));

it("where no lane is full nothing is waited for", () => {
  expect(pressed([])).toMatchObject({ lanes: 0, fullLanes: 0, oldestAgeMs: null, cause: null });
  expect(pressed([lane(1, 0, 63, { oldestAgeMs: 4100 }), lane(1, 1, 0)])).toMatchObject({
    lanes: 2,
    fullLanes: 0,
    oldestAgeMs: 4100,
    cause: null,
  });
});

it("the longest that a lane has been at one record is told, where an engine tells it", () => {
  expect(pressed([lane(1, 0, 3)])).not.toHaveProperty("inWorkMs");
  expect(pressed([lane(1, 0, 3, { inWorkMs: null })])).toMatchObject({ inWorkMs: null });
  const lanes = [
    lane(1, 0, 3, { inWorkMs: 90 }),
    lane(1, 1, 0, { inWorkMs: null }),
    lane(2, 0, 1, { inWorkMs: 7000 }),
  ];
  expect(pressed(lanes)).toMatchObject({ inWorkMs: 7000 });
  // Of two versions side by side the newer hides nothing of the older.
  expect(pressed([lane(1, 0, 3, { inWorkMs: null }), lane(1, 1, 2, { oldestAgeMs: 40_000 })])).toMatchObject({
    inWorkMs: 40_000,
  });
});

it("the last stage that is full is the cause, and those in front of it are its symptoms", () => {
  const lanes = [
    lane(1, 0, 64, { oldestAgeMs: 9000 }),
    lane(1, 1, 70, { oldestAgeMs: 8000 }),
    lane(2, 0, 64, { oldestAgeMs: 5000 }),
    lane(2, 1, 65, { oldestAgeMs: 6000 }),
    lane(3, 0, 3, { oldestAgeMs: 20 }),
  ];
  expect(pressed(lanes)).toMatchObject({
    fullLanes: 4,
    oldestAgeMs: 9000,
    cause: { stage: 2, lane: 1, depth: 65, operator: "operator of stage 2", fullLanes: 2 },
  });
});

it("each instance has stages of its own, and the one that waits longest is named", () => {
  const lanes = [
    lane(2, 0, 64, { instanceId: "a", oldestAgeMs: 1000 }),
    lane(1, 0, 64, { instanceId: "b", oldestAgeMs: 7000, operator: null }),
  ];
  expect(pressed(lanes).cause).toEqual({
    stage: 1,
    lane: 0,
    depth: 64,
    capacity: 64,
    oldestAgeMs: 7000,
    instanceId: "b",
    operator: null,
    fullLanes: 1,
  });
});
