import fc from "fast-check";
import { expect, test } from "vitest";
import { fairShares } from "./fair-shares.ts";

const available = fc.array(fc.nat(300), { maxLength: 20 });
const limit = fc.integer({ min: 1, max: 1000 });

test("a poll is as full as it can be, and nobody gives more than there is", () => {
  fc.assert(
    fc.property(available, limit, (counts, most) => {
      const shares = fairShares(counts, most);
      const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
      expect(sum(shares)).toBe(Math.min(most, sum(counts)));
      shares.forEach((share, i) => {
        expect(share).toBeLessThanOrEqual(counts[i] ?? 0);
        expect(share).toBeGreaterThanOrEqual(0);
      });
    }),
  );
});

test("who gets less than it has gets, within one record, as much as anyone", () => {
  fc.assert(
    fc.property(available, limit, (counts, most) => {
      const shares = fairShares(counts, most);
      const greatest = Math.max(0, ...shares);
      shares.forEach((share, i) => {
        if (share < (counts[i] ?? 0)) expect(share).toBeGreaterThanOrEqual(greatest - 1);
      });
    }),
  );
});

test("the example of the docstring", () => {
  expect(fairShares([5, 100, 100], 50)).toEqual([5, 23, 22]);
});
