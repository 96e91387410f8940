import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { describe, expect, it } from "vitest";
import { partitionOf, snapshotOf } from "../testing/bodies.ts";
import { instancesByHand } from "../testing/by-hand.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { reading, startMs } from "../testing/told.ts";

const aheadMs = 600_000;

/** Instances A and B of one app; B's clock is 10 min ahead of A's, which is the collector's. */
function apart() {
  const clock = new ManualClock(startMs);
  const { collector, tell, diagnosed } = instancesByHand(clock, ["A", "B"]);
  const sequences = { A: 0, B: 0 };
  const clocks = { A: 0, B: aheadMs };
  const tick = (
    instanceId: "A" | "B",
    globalWatermarkMs: number,
    partition: PartitionWatermark = partitionOf(instanceId === "A" ? 0 : 1),
  ): void => {
    sequences[instanceId] += 1;
    const { [instanceId]: sequence } = sequences;
    const told = snapshotOf({
      instanceId,
      bootId: `boot${instanceId}`,
      sequence,
      atMs: clock.nowMs() + clocks[instanceId],
      globalWatermarkMs,
      partitions: [partition],
    });
    const heldBackBy = { topic: "orders", partition: partition.partition, reason: "backlog" as const };
    tell({ ...told, watermarks: { ...told.watermarks, heldBackBy } });
  };
  return {
    clock,
    clocks,
    tick,
    /** Each second that passes both tell where they are. */
    seconds(count: number, ofA: (second: number) => number, ofB: (second: number) => number): void {
      for (let second = 0; second < count; second += 1) {
        tick("A", ofA(second));
        tick("B", ofB(second));
        clock.advance(1000);
      }
    },
    listed: () => collector.listed(),
    diagnosed,
    recent: () => collector.recentTicks().ticks.at(-1),
  };
}

describe("where the clocks of instances are apart", () => {
  it("the gap is by that of the one whose watermark it is, in the list, in a chart and in the answer", () => {
    const of = apart();
    of.seconds(
      3,
      (second) => startMs + second * 1000 - 65_000,
      () => startMs + aheadMs - 30_000,
    );
    const gaps = [of.listed(), of.recent(), of.diagnosed()].map(
      (told) => (told?.watermarkAtMs ?? 0) - (told?.globalWatermarkMs ?? 0),
    );
    expect(gaps).toEqual([65_000, 65_000, 65_000]);
    expect(of.listed()).toMatchObject({ atMs: startMs + 2000 + aheadMs, skew: { kind: "apart" } });
  });

  it("an app that is within its bound has caught up, though another instance's clock is ahead", () => {
    const of = apart();
    for (let second = 0; second < 31; second += 1) {
      const work = reading(0, BigInt(second * 100), 1_000_000n);
      of.tick("A", startMs + second * 1000 - 30_000, work);
      of.tick("B", startMs + second * 1000 + aheadMs);
      of.clock.advance(1000);
    }
    expect(of.diagnosed().rates).toMatchObject({
      eventTime: { kind: "measured", perSecond: 1 },
      eventTimeCatchUp: { kind: "caught-up" },
    });
  });

  it("since when it stands is by the clock of who holds it back, and stays so when that is another one", () => {
    const of = apart();
    of.seconds(
      10,
      () => startMs - 65_000,
      () => startMs,
    );
    expect(of.diagnosed()).toMatchObject({
      state: { kind: "not-moving", since: { atMs: startMs, forMs: 9000 } },
      holder: { partition: 0, since: { kind: "at-least", atMs: startMs, forMs: 9000 } },
    });
    // A goes on, which leaves B behind as far as A was: nothing moved, and B's clock tells it now.
    of.seconds(
      1,
      () => startMs,
      () => startMs - 65_000,
    );
    expect(of.diagnosed()).toMatchObject({
      watermarkAtMs: startMs + aheadMs + 10_000,
      holder: { partition: 1, since: { kind: "exactly", atMs: startMs + aheadMs + 10_000, forMs: 0 } },
    });
  });

  it("a partition that another instance has taken over is held since then still, in that one's clock", () => {
    const of = apart();
    of.seconds(
      10,
      () => startMs - 65_000,
      () => startMs,
    );
    of.tick("B", startMs - 65_000, partitionOf(0));
    of.clock.advance(400);
    of.tick("A", startMs, partitionOf(3));
    expect(of.diagnosed().holder).toMatchObject({
      partition: 0,
      instance: { instanceId: "B" },
      since: { kind: "at-least", atMs: startMs + aheadMs, forMs: 10_000 },
    });
  });

  it("a step of the holder's clock is a break, though the app's time is that of another", () => {
    const of = apart();
    of.seconds(
      10,
      () => startMs - 65_000,
      () => startMs,
    );
    of.clocks.A = 300_000;
    of.seconds(
      2,
      () => startMs - 65_000,
      () => startMs,
    );
    expect(of.diagnosed().holder?.since).toEqual({
      kind: "at-least",
      atMs: startMs + 310_000,
      forMs: 1000,
    });
  });

  it("one that died with its clock ahead stops neither the app's time nor what is told of the others", () => {
    const of = apart();
    of.seconds(
      3,
      () => startMs - 65_000,
      () => startMs,
    );
    for (let second = 0; second < 15; second += 1) {
      of.clock.advance(1000);
      of.tick("A", startMs - 65_000, reading(0, BigInt(second * 100), 10_000n));
    }
    expect(of.listed()).toMatchObject({ atMs: startMs + 18_000, watermarkAtMs: startMs + 18_000 });
    expect(of.diagnosed()).toMatchObject({
      state: { kind: "not-moving" },
      rates: { eventTime: { kind: "measured" } },
    });
  });

  it("the gap of one that died while it holds event time back goes on to grow", () => {
    const of = apart();
    of.seconds(
      3,
      () => startMs,
      () => startMs - 65_000,
    );
    for (let second = 0; second < 60; second += 1) {
      of.clock.advance(1000);
      of.tick("A", startMs + second * 1000);
    }
    const { watermarkAtMs, globalWatermarkMs } = of.listed();
    expect((watermarkAtMs ?? 0) - (globalWatermarkMs ?? 0)).toBe(aheadMs + 63_000 + 65_000);
    expect(of.diagnosed().state).toMatchObject({ kind: "stale", instanceId: "B" });
  });
});
