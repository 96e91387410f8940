import { describe, expect, test } from "vitest";
import { sleep } from "../clock.ts";
import { ManualClock } from "./manual-clock.ts";
import { ProcessClock } from "./process-clock.ts";
import { SeededRandom } from "./seeded-random.ts";

describe("manual clock", () => {
  test("timers fire in the order of due time, then of insertion, each at its own moment", async () => {
    const clock = new ManualClock({ startMs: 1_000 });
    const seen: string[] = [];
    for (const [name, delayMs] of [
      ["c", 30],
      ["a", 10],
      ["b", 10],
      ["beyond", 51],
    ] as const) {
      clock.after(delayMs, () => seen.push(`${name}@${clock.nowMs()}`));
    }
    expect(clock.nextDueMs()).toBe(1_010);
    await clock.advance(50);
    expect(seen).toEqual(["a@1010", "b@1010", "c@1030"]);
    expect(clock.nowMs()).toBe(1_050);
    expect(clock.monotonicMs()).toBe(50);
    expect(clock.nextDueMs()).toBe(1_051);
  });

  test("a timer set by a timer fires within the same advance, at its own moment", async () => {
    const clock = new ManualClock({ startMs: 0 });
    const seen: number[] = [];
    const again = () => {
      seen.push(clock.nowMs());
      clock.after(10, again);
    };
    clock.after(10, again);
    await clock.advanceTo(35);
    expect(seen).toEqual([10, 20, 30]);
  });

  test("a chain of promises is done before time goes on", async () => {
    const clock = new ManualClock({ startMs: 0 });
    const seen: string[] = [];
    const chain = async () => {
      for (let step = 0; step < 50; step++) await Promise.resolve();
      seen.push(`chain@${clock.nowMs()}`);
      await sleep(clock, 5);
      seen.push(`slept@${clock.nowMs()}`);
    };
    void chain();
    clock.after(1, () => seen.push("timer"));
    await clock.advance(10);
    expect(seen).toEqual(["chain@0", "timer", "slept@5"]);
  });

  test("what was cancelled never runs", async () => {
    const clock = new ManualClock();
    const seen: string[] = [];
    const cancels = [
      clock.after(5, () => seen.push("timer")),
      clock.nextTurn(() => seen.push("turn")),
      clock.after(5, () => seen.push("other")),
    ];
    cancels[0]?.();
    cancels[1]?.();
    cancels[0]?.();
    await clock.advance(10);
    expect(seen).toEqual(["other"]);
  });

  test("a seed shuffles the turns, and the same seed shuffles them alike", async () => {
    const order = async (seed: number | undefined) => {
      const clock = new ManualClock(seed === undefined ? {} : { random: new SeededRandom(seed) });
      const seen: number[] = [];
      for (let turn = 0; turn < 20; turn++) clock.nextTurn(() => seen.push(turn));
      await clock.settle();
      return seen;
    };
    const plain = Array.from({ length: 20 }, (_, index) => index);
    expect(await order(undefined)).toEqual(plain);
    const shuffled = await order(3);
    expect(shuffled).not.toEqual(plain);
    expect([...shuffled].sort((a, b) => a - b)).toEqual(plain);
    expect(await order(3)).toEqual(shuffled);
  });

  test("a callback that never lets the clock come to rest is named instead of hanging", async () => {
    const clock = new ManualClock({ settleCallbacksMax: 100 });
    const again = () => {
      clock.nextTurn(again);
    };
    again();
    await expect(clock.settle()).rejects.toThrow(/does not come to rest/);
  });

  test("what a process had planned ends with it", async () => {
    const world = new ManualClock();
    const seen: string[] = [];
    const gone = new ProcessClock(world);
    const alive = new ProcessClock(world);
    for (const [name, process] of Object.entries({ gone, alive })) {
      process.after(5, () => seen.push(`${name} timer`));
      process.nextTurn(() => seen.push(`${name} turn`));
    }
    gone.end();
    gone.after(1, () => seen.push("too late"));
    await world.advance(10);
    expect(seen).toEqual(["alive turn", "alive timer"]);
  });
});

describe("seeded random", () => {
  test("integers stay below the bound and all of them occur", () => {
    const random = new SeededRandom(42);
    const counts = new Array<number>(6).fill(0);
    for (let draw = 0; draw < 6_000; draw++) {
      const value = random.int(6);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    expect(counts).toHaveLength(6);
    for (const count of counts) expect(count).toBeGreaterThan(800);
  });
});
