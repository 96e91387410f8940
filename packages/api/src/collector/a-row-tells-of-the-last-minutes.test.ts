import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partitionOf, snapshotOf } from "../testing/bodies.ts";
import { instancesByHand } from "../testing/by-hand.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { gapTrail, gapTrailMax } from "../wire/gap-trail.ts";
import { lateDropRate } from "../wire/late-drop-rate.ts";
import { RecentMinutes } from "./recent-minutes.ts";

const startMs = 1_790_000_000_000;

interface Tick {
  readonly atMs: number;
  readonly lateDropped?: number;
  readonly gapMs?: number | null;
  readonly bootId?: string;
}

function recentOf(ticks: readonly Tick[]): RecentMinutes {
  const recent = new RecentMinutes();
  for (const [i, { atMs, lateDropped = 0, gapMs = 0, bootId = "boot1" }] of ticks.entries()) {
    const usual = snapshotOf({ bootId, sequence: i, atMs: startMs + atMs });
    const snapshot = {
      ...usual,
      status: { ...usual.status, counters: { ...usual.status.counters, lateDropped } },
      watermarks: { ...usual.watermarks, globalWatermarkMs: gapMs === null ? null : startMs + atMs - gapMs },
    };
    const tick = { snapshot, receivedAtMs: startMs + atMs };
    recent.push(tick, [{ tick }]);
  }
  return recent;
}

/** A tick a second. */
const seconds = (count: number, of: (second: number) => Omit<Tick, "atMs"> = () => ({}), from = 0) =>
  Array.from({ length: count }, (_, i): Tick => ({ atMs: (from + i) * 1000, ...of(from + i) }));

describe("late drops a minute", () => {
  const rateOf = (ticks: readonly Tick[]) => lateDropRate.parse(recentOf(ticks).lateDropRate());

  it("are those of the last five minutes, however long it is followed", () => {
    const burst = seconds(3601, (second) => ({ lateDropped: second < 3000 ? 100_000 : 100_000 + second }));
    const rate = rateOf(burst);
    expect(rate).toMatchObject({ kind: "measured", perMinute: 60 });
    expect(rate.kind === "measured" && rate.overMs).toBeGreaterThanOrEqual(290_000);
    expect(rate.kind === "measured" && rate.overMs).toBeLessThanOrEqual(300_000);
  });

  it("are told after a minute, of what there is", () => {
    expect(rateOf([])).toEqual({ kind: "not-known", why: "no-tick" });
    expect(rateOf(seconds(60))).toEqual({ kind: "not-known", why: "too-short" });
    expect(rateOf(seconds(61, (second) => ({ lateDropped: second * 2 })))).toEqual({
      kind: "measured",
      perMinute: 120,
      dropped: 120,
      overMs: 60_000,
    });
  });

  it("are counted anew from a restart, which is no drop undone", () => {
    const before = seconds(600, (second) => ({ lateDropped: second }));
    const after = (count: number) =>
      seconds(count, (second) => ({ lateDropped: second - 600, bootId: "boot2" }), 600);
    expect(rateOf([...before, ...after(30)])).toEqual({ kind: "not-known", why: "too-short" });
    expect(rateOf([...before, ...after(121)])).toMatchObject({ dropped: 120, overMs: 120_000 });
  });

  it("are counted anew from a restart that has dropped more already than the run before, and from a clock set back", () => {
    const before = seconds(600);
    expect(rateOf([...before, { atMs: 600_000, lateDropped: 50, bootId: "boot2" }])).toMatchObject({
      why: "too-short",
    });
    expect(rateOf([...before, ...seconds(30, () => ({ lateDropped: 5 }), 100)])).toMatchObject({
      why: "too-short",
    });
  });

  describe("of several instances", () => {
    /** A second passes, then each instance tells how many it has dropped in all; the first one named has the partition. */
    function told() {
      const clock = new ManualClock();
      const { collector, tell } = instancesByHand(clock, ["a", "b"]);
      let sequence = 0;
      const tells = (name: string, lateDropped: number, isWorking: boolean) => {
        const partitions = isWorking ? [partitionOf(0)] : [];
        const usual = snapshotOf({ bootId: name, sequence, atMs: clock.nowMs(), partitions });
        const counters = { ...usual.status.counters, lateDropped };
        tell({ ...usual, instanceId: name, status: { ...usual.status, counters } });
      };
      return {
        rate: () => collector.listed().lateDropRate,
        second: (...[working, ...others]: readonly (readonly [string, number])[]) => {
          clock.advance(1000);
          sequence += 1;
          for (const [name, dropped] of others) tells(name, dropped, false);
          if (working !== undefined) tells(working[0], working[1], true);
        },
      };
    }

    it("are counted anew from when one is heard first: what it dropped before is of no minute", () => {
      const { rate, second } = told();
      for (let n = 0; n < 70; n += 1) second(["a", 0]);
      expect(rate()).toMatchObject({ kind: "measured", dropped: 0 });
      second(["a", 0], ["b", 100_000]);
      second(["a", 0], ["b", 100_000]);
      expect(rate()).toEqual({ kind: "not-known", why: "too-short" });
      for (let n = 0; n < 61; n += 1) second(["a", n], ["b", 100_000]);
      expect(rate()).toMatchObject({ kind: "measured", dropped: 60 });
    });

    it("are counted on where another takes the partitions over", () => {
      const { rate, second } = told();
      for (let n = 0; n < 100; n += 1) second(["a", n], ["b", 0]);
      for (let n = 0; n < 100; n += 1) second(["b", n], ["a", 99]);
      expect(rate()).toMatchObject({ kind: "measured", dropped: 99 + 99 });
    });
  });

  it("are exact over a time in which nothing was heard of the same run", () => {
    const rate = rateOf([...seconds(60), { atMs: 180_000, lateDropped: 9 }]);
    expect(rate).toMatchObject({ kind: "measured", dropped: 9, overMs: 180_000 });
  });

  it("are never below 0, whatever is told", () => {
    const tick = fc.record({
      atMs: fc.nat(900_000),
      lateDropped: fc.nat(100),
      bootId: fc.constantFrom("boot1", "boot2"),
    });
    fc.assert(
      fc.property(fc.array(tick), (ticks) => {
        const recent = recentOf(ticks);
        lateDropRate.parse(recent.lateDropRate());
        gapTrail.parse(recent.gapTrail(startMs + 900_000));
      }),
    );
  });
});

describe("the trail of the gap", () => {
  const trailAt = (ticks: readonly Tick[], nowMs: number) => recentOf(ticks).gapTrail(startMs + nowMs);

  it("has the largest gap of each ten seconds, and a short stall shows in it", () => {
    const { gapsMs, untilMs } = trailAt(
      seconds(601, (second) => ({ gapMs: second === 305 ? 40_000 : 1000 })),
      600_000,
    );
    expect(untilMs).toBe(startMs + 600_000);
    expect(gapsMs).toHaveLength(gapTrailMax);
    expect(gapsMs.indexOf(40_000)).toBe(30);
    expect(gapsMs.filter((gap) => gap === 1000)).toHaveLength(gapTrailMax - 1);
  });

  it("has nothing where nothing was received or there was no watermark, and goes on while nothing comes", () => {
    const ticks = [
      ...seconds(20, () => ({ gapMs: 5 })),
      ...seconds(10, () => ({ gapMs: null }), 20),
      ...seconds(10, () => ({ gapMs: 7 }), 50),
    ];
    expect(trailAt(ticks, 60_000).gapsMs.slice(-6)).toEqual([5, 5, null, null, null, 7]);
    expect(trailAt(ticks, 100_000).gapsMs.slice(-5)).toEqual([7, null, null, null, null]);
    expect(trailAt(ticks, 3_600_000).gapsMs.every((gap) => gap === null)).toBe(true);
  });

  it("begins anew where the clock is set back", () => {
    const { gapsMs } = trailAt([...seconds(60, () => ({ gapMs: 5 }), 3600), ...seconds(20)], 20_000);
    expect(gapsMs.filter((gap) => gap !== null)).toEqual([0, 0]);
  });
});
