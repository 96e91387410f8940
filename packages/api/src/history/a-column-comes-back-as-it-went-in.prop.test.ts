import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeColumn, encodeColumn } from "./column.ts";
import { type Exact, exact, exactOf } from "./exact.ts";

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(exact);
const value: fc.Arbitrary<Exact | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 3, arbitrary: fc.maxSafeInteger() },
  { weight: 3, arbitrary: int64 },
  // A sum over thousands of partitions.
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 2n ** 77n }).map(exact) },
  { weight: 4, arbitrary: fc.constant(undefined) },
);

test("any column of integers, absent ones and those beyond 64 bits among them, comes back as it went in", () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 300 }), (column) => {
      expect(decodeColumn(encodeColumn(column), column.length)).toEqual(column);
    }),
    { numRuns: 2000 },
  );
});

test("a text of the wire is the same text again, whatever its size", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (wide) => {
      expect(String(exactOf(String(wide)))).toBe(String(wide));
    }),
  );
  expect(exactOf("9007199254740993")).toBe(9_007_199_254_740_993n);
});

test("bytes that were cut short or made up are refused, never read as something else", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(60), (bytes, length) => {
      try {
        expect(decodeColumn(bytes, length)).toHaveLength(length);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(RangeError);
      }
    }),
    { numRuns: 2000 },
  );
});
