import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { SeededRandom } from "../testing/seeded-random.ts";
import { slowPassThrough } from "../testing/topologies.ts";
import { compareOrder, inOrder, type RowOrder } from "./row-order.ts";

const order: fc.Arbitrary<RowOrder> = fc.oneof(
  fc.nat(20),
  fc.record({ closedMs: fc.integer({ min: -3, max: 3 }), key: fc.constantFrom("", "a", "b", "ab") }),
);

describe("the order of an epoch's outputs", () => {
  it("is total: dispatched rows by number, then released ones by window end and key; equal ones as they came", () => {
    fc.assert(
      fc.property(fc.array(order, { maxLength: 30 }), (orders) => {
        const places = orders.map((_, place) => place);
        const sorted = inOrder(places, orders);
        expect([...sorted].sort((a, b) => a - b)).toEqual(places);
        for (const [at, place] of sorted.entries()) {
          const before = sorted[at - 1];
          if (before === undefined) continue;
          const step = compareOrder(orders[before] ?? 0, orders[place] ?? 0);
          expect(step < 0 || (step === 0 && before < place)).toBe(true);
        }
      }),
    );
  });

  it("is that of dispatch where lanes take different times", async () => {
    const expected = Array.from({ length: 40 }, (_, i) => `k${i % 7}=${i}`);
    for (const lanes of [1, 3, 8]) {
      for (const seed of [1, 2]) {
        const world: EmbeddedWorld = new EmbeddedWorld({
          topics: { in: 1, out: 1 },
          topology: slowPassThrough(() => world.clock, 3),
          settings: { "processing.lanes": lanes },
          random: new SeededRandom(seed),
        });
        world.append(
          "in",
          0,
          expected.map((_, i) => ({ key: `k${i % 7}`, value: `${i}`, ts: i })),
        );
        await world.start();
        await world.pass(1000);
        expect(world.output("out")).toEqual(expected);
      }
    }
  });
});
