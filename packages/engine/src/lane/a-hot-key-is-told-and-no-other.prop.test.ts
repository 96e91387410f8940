import fc from "fast-check";
import { expect, it } from "vitest";
import { hotKey } from "../wire/index.ts";
import { HotKeys } from "./hot-keys.ts";

const keyOf = (number: number) => Buffer.from(`customer-${number}`);

function hotOf(keys: Iterable<Buffer>) {
  const hot = new HotKeys();
  for (const key of keys) hot.add(key);
  return hot.look(0).map((one) => hotKey.parse(one));
}

it("of rows that are all counted, what is told of a key is never more than its share, and each with a third is told", () => {
  const rows = fc.array(fc.oneof(fc.constant(0), fc.nat(2), fc.nat(200)), { minLength: 50, maxLength: 256 });
  fc.assert(
    fc.property(rows, (numbers) => {
      const shareOf = (text: string) =>
        numbers.filter((number) => keyOf(number).toString() === text).length / numbers.length;
      const told = hotOf(numbers.map(keyOf));
      for (const { key, atLeastRatio } of told)
        expect(atLeastRatio).toBeLessThanOrEqual(shareOf(key.text) + 1e-9);
      for (const number of new Set(numbers)) {
        const { length } = numbers.filter((one) => one === number);
        if (length / numbers.length > 1 / 3)
          expect(told.map(({ key }) => key.text)).toContain(`customer-${number}`);
      }
    }),
  );
});

it("one key of half of a million rows is told, though each of the others comes but once", () => {
  const rows = Array.from({ length: 1_000_000 }, (_, i) => keyOf(i % 2 === 0 ? -1 : i));
  const [hottest, ...others] = hotOf(rows);
  expect(hottest?.key).toEqual({ encoding: "utf8", text: "customer--1", sizeBytes: 11, truncated: false });
  expect(hottest?.atLeastRatio).toBeGreaterThan(0.35);
  expect(hottest?.atLeastRatio).toBeLessThanOrEqual(0.55);
  expect(others).toEqual([]);
});

it.each([16, 63, 64, 65, 128, 1000])(
  "where %i keys take turns none is told, whatever their period",
  (keys) => {
    expect(hotOf(Array.from({ length: 200_000 }, (_, i) => keyOf(i % keys)))).toEqual([]);
  },
);

it("what may be of the keys whose place it took is not told of a key", () => {
  const rows = [
    ...Array.from({ length: 210 }, (_, i) => keyOf(i)),
    ...Array.from({ length: 46 }, () => keyOf(-1)),
  ];
  expect(hotOf(rows)).toEqual([]);
});

it("of few rows nothing is told", () => {
  expect(hotOf(Array.from({ length: 49 }, () => keyOf(1)))).toEqual([]);
  expect(hotOf(Array.from({ length: 50 }, () => keyOf(1)))).toHaveLength(1);
});

it("a key that is hot no more is told no more after some seconds", () => {
  const hot = new HotKeys();
  const told: number[] = [];
  for (let second = 0; second < 60; second += 1) {
    for (let i = 0; i < 1000; i += 1) hot.add(keyOf(second < 10 ? 0 : i));
    told.push(hot.look(second * 1000).length);
  }
  expect(told[9]).toBe(1);
  expect(told.slice(30)).toEqual(Array<number>(30).fill(0));
});

it("a long key is told by its first bytes, and how long it is", () => {
  const long = Buffer.from("é".repeat(1000));
  const [{ key } = { key: undefined }] = hotOf(Array<Buffer>(100).fill(long));
  expect(key).toMatchObject({ sizeBytes: 2000, truncated: true, encoding: "utf8" });
  expect(key?.text).toBe("é".repeat(50));
});
