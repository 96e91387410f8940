import { describe, expect, it } from "vitest";
import { simulate } from "./simulate.ts";

const seeds = Array.from({ length: 20 }, (_, place) => 1001 + place);

describe("a run is its seed", () => {
  it("the same seed gives the same dispatches, barriers, snapshots, drops, warnings and outputs, byte for byte", async () => {
    for (const seed of seeds) {
      const [first, second] = [await simulate(seed), await simulate(seed)];
      expect(second.trace, `seed ${seed}`).toBe(first.trace);
      expect(first.faults, `seed ${seed}`).toEqual([]);
    }
  });

  it("another schedule of the same world gives each partition the same order", async () => {
    const other = new Set<number>();
    for (const seed of seeds) {
      const [first, second] = [await simulate(seed), await simulate(seed, 1)];
      expect(second.faults, `seed ${seed}`).toEqual([]);
      expect(second.orders, `seed ${seed}`).toEqual(first.orders);
      if (second.trace !== first.trace) other.add(seed);
    }
    // Schedules that never differ would prove nothing.
    expect(other.size).toBeGreaterThan(0);
  });
});
