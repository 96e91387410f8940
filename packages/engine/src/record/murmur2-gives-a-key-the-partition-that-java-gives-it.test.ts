import { expect, test } from "vitest";
import { murmur2, partitionForKey } from "./murmur2.ts";

/** What `org.apache.kafka.common.utils.Utils.murmur2` answers. */
const known: readonly (readonly [text: string, hash: number])[] = [
  ["21", -973932308],
  ["foobar", -790332482],
  ["a-little-bit-long-string", -985981536],
  ["a-little-bit-longer-string", -1486304829],
  ["lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971],
  ["abc", 479470107],
];

test.each(known)("the hash of %j is Java's", (text, hash) => {
  expect(murmur2(Buffer.from(text))).toBe(hash);
});

test("the hash does not depend on where the bytes lie in their memory", () => {
  const memory = Buffer.from("xxfoobaryy");
  expect(murmur2(memory.subarray(2, 8))).toBe(-790332482);
});

test("a negative hash loses its sign bit before the modulo", () => {
  expect(partitionForKey(Buffer.from("21"), 8)).toBe((-973932308 & 0x7fffffff) % 8);
  expect(partitionForKey(Buffer.from("21"), 8)).toBe(4);
});

test("every partition lies below the count", () => {
  for (let i = 0; i < 1000; i++) {
    const partition = partitionForKey(Buffer.from(`key-${i}`), 7);
    expect(partition).toBeGreaterThanOrEqual(0);
    expect(partition).toBeLessThan(7);
  }
});
