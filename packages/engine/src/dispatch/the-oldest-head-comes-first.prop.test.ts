import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HeadOrder, type Ordered } from "./head-order.ts";

class Heads implements Ordered {
  readonly rank: number;
  readonly left: number[];

  constructor(rank: number, times: readonly number[]) {
    this.rank = rank;
    this.left = [...times];
  }

  get headTimestampMs(): number {
    return this.left[0] ?? Number.POSITIVE_INFINITY;
  }
}

/** What a plain look over all heads would take next. */
function oldest(partitions: readonly Heads[]): Heads | undefined {
  return partitions
    .filter(({ left }) => left.length > 0)
    .sort((a, b) => a.headTimestampMs - b.headTimestampMs || a.rank - b.rank)[0];
}

describe("the order of heads", () => {
  it("gives what a look over all of them would, with partitions that run empty and come back", () => {
    const times = fc.array(fc.nat(20), { maxLength: 12 });
    const refills = fc.array(fc.tuple(fc.nat(7), fc.nat(20)), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(times, { minLength: 1, maxLength: 8 }), refills, (partitions, later) => {
        const all = partitions.map((stamps, rank) => new Heads(rank, stamps));
        const order = new HeadOrder<Heads>();
        for (const heads of all) if (heads.left.length > 0) order.add(heads);
        const refill = [...later];
        for (;;) {
          const expected = oldest(all);
          expect(order.first()).toBe(expected);
          expect(order.size).toBe(all.filter(({ left }) => left.length > 0).length);
          if (expected === undefined) {
            const [rank, time] = refill.pop() ?? [];
            const returning = all.find((heads) => heads.rank === rank);
            if (refill.length === 0) break;
            if (returning === undefined || time === undefined) continue;
            returning.left.push(time);
            order.add(returning);
            continue;
          }
          expected.left.shift();
          if (expected.left.length > 0) order.firstChanged();
          else order.removeFirst();
          const [rank, time] = refill[refill.length - 1] ?? [];
          const empty = all.find((heads) => heads.rank === rank && heads.left.length === 0);
          if (empty !== undefined && time !== undefined && refill.pop() !== undefined) {
            empty.left.push(time, time);
            order.add(empty);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("gives a tie to the lower rank, whatever the order of adding", () => {
    const all = [3, 0, 2, 1].map((rank) => new Heads(rank, [7]));
    const order = new HeadOrder<Heads>();
    for (const heads of all) order.add(heads);
    const ranks: (number | undefined)[] = [];
    while (order.size > 0) {
      ranks.push(order.first()?.rank);
      order.removeFirst();
    }
    expect(ranks).toEqual([0, 1, 2, 3]);
  });

  it("is empty after it was cleared", () => {
    const order = new HeadOrder<Heads>();
    order.add(new Heads(0, [1]));
    order.clear();
    expect(order.first()).toBeUndefined();
    order.removeFirst();
    expect(order.size).toBe(0);
  });
});
