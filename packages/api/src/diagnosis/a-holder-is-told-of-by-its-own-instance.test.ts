import type { FeedSnapshot } from "@stoatflow/engine/wire";
import { describe, expect, it } from "vitest";
import { partitionOf, snapshotOf } from "../testing/bodies.ts";
import { instancesByHand } from "../testing/by-hand.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { holding, startMs } from "../testing/told.ts";

const lane = {
  stage: 1,
  lane: 0,
  state: "busy",
  depth: 1,
  capacity: 1000,
  oldestAgeMs: 3,
  operator: "of A",
  busyRatio: 1,
  processed: 9,
} as const;
const commit = {
  epoch: 111,
  atMs: startMs,
  outcome: "committed",
  drainMs: 2,
  commitMs: 4,
  records: 1,
  outputs: 1,
  changelogRows: 0,
} as const;

/** Instance A of the epoch 111 works on p0, and B of 777 on p1, 60 s further behind. */
function twoInstances(
  b: Partial<FeedSnapshot["watermarks"]> = {},
  statusOfB: Partial<FeedSnapshot["status"]> = {},
) {
  const clock = new ManualClock(startMs);
  const { collector, tell, diagnosed } = instancesByHand(clock, ["A", "B"]);
  const sequences = { A: 0, B: 0 };
  const snapshot = (name: "A" | "B") => {
    sequences[name] += 1;
    return {
      ...snapshotOf({ instanceId: name, bootId: `boot${name}`, sequence: sequences[name] }),
      atMs: clock.nowMs(),
    };
  };
  return {
    clock,
    collector,
    tickA(): void {
      const told = snapshot("A");
      const epoch = { ...told.status.epoch, number: 111 };
      tell({
        ...told,
        status: { ...told.status, epoch },
        watermarks: {
          globalWatermarkMs: clock.nowMs(),
          heldBackBy: holding("backlog"),
          partitions: [partitionOf(0)],
        },
        lanes: { lanes: [lane], eventLoopDelayMs: 99 },
        commits: { commits: [commit] },
      });
    },
    tickB(): void {
      const told = snapshot("B");
      const epoch = { ...told.status.epoch, number: 777 };
      tell({
        ...told,
        status: { ...told.status, epoch, ...statusOfB },
        watermarks: {
          globalWatermarkMs: startMs - 60_000,
          heldBackBy: { ...holding("slow-commit"), partition: 1 },
          partitions: [partitionOf(1, { position: "41", endPosition: "541", lag: "500" })],
          ...b,
        },
        lanes: { lanes: [{ ...lane, operator: "of B" }], eventLoopDelayMs: 1 },
        commits: { commits: [{ ...commit, epoch: 776 }] },
      });
    },
    diagnosed,
  };
}

describe("of an app of two instances", () => {
  it("the evidence is of the one that holds event time back, whichever told something last", () => {
    const of = twoInstances();
    of.tickB();
    of.tickA();
    const { holder } = of.diagnosed();
    expect(holder).toMatchObject({
      partition: 1,
      instance: { instanceId: "B", bootId: "bootB", sequence: "1" },
      partitionAtTick: { partition: 1, lag: "500" },
      evidence: { reason: "slow-commit", epoch: 777, newest: [{ epoch: 776 }] },
    });
    const full = twoInstances({ heldBackBy: { ...holding("lane-full"), partition: 1 } });
    full.tickA();
    full.tickB();
    expect(full.diagnosed().holder?.evidence).toMatchObject({
      lanes: [{ operator: "of B" }],
      eventLoopDelayMs: 1,
    });
  });

  it("one that is dead while it holds event time back makes the answer stale, by its name", () => {
    const of = twoInstances();
    of.tickB();
    for (let second = 0; second < 8; second += 1) {
      of.tickA();
      of.clock.advance(1000);
    }
    expect(of.diagnosed()).toMatchObject({
      state: { kind: "stale", ageMs: 8000, instanceId: "B" },
      connection: { kind: "live" },
      holder: { partition: 1, instance: { instanceId: "B" } },
    });
    of.tickB();
    expect(of.diagnosed().state.kind).toBe("not-moving");
  });

  it("one that is paused while it holds event time back is why the app stands, though another works", () => {
    const pauseReasons = [
      { kind: "operator", actor: "ana", reason: "deploy", sinceMs: startMs, expiresAtMs: null } as const,
    ];
    const lifecycle = { kind: "paused", sinceMs: startMs } as const;
    const heldBackBy = { ...holding("paused"), partition: 1 };
    const of = twoInstances({ heldBackBy }, { lifecycle, pauseReasons });
    of.tickA();
    of.tickB();
    expect(of.diagnosed()).toMatchObject({
      state: { kind: "paused", sinceMs: startMs, drained: true },
      holder: { evidence: { lifecycle, pauseReasons: [{ actor: "ana" }] } },
    });
  });
});
