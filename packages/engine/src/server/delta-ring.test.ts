import { expect, test } from "vitest";
import { DeltaRing } from "./delta-ring.ts";

function delta(base: number, bytes = 10) {
  return { base: String(base), frame: Buffer.alloc(bytes, base) };
}

test("the ring gives what follows on a sequence, oldest first", () => {
  const ring = new DeltaRing({ deltasMax: 10, bytesMax: 1000 });
  for (const base of [1, 2, 3]) ring.push(delta(base));
  expect(ring.after("2")).toEqual([delta(2).frame, delta(3).frame]);
});

test("the ring knows nothing of a sequence that it has given up or never had", () => {
  const ring = new DeltaRing({ deltasMax: 2, bytesMax: 1000 });
  for (const base of [1, 2, 3]) ring.push(delta(base));
  expect(ring.after("1")).toBeUndefined();
  expect(ring.after("9")).toBeUndefined();
  expect(ring.count).toBe(2);
});

test("the ring is bounded in bytes, down to nothing for one delta that is larger than all of it", () => {
  const ring = new DeltaRing({ deltasMax: 100, bytesMax: 25 });
  for (const base of [1, 2, 3]) ring.push(delta(base));
  expect([ring.count, ring.bytes]).toEqual([2, 20]);
  ring.push(delta(4, 26));
  expect([ring.count, ring.bytes]).toEqual([0, 0]);
  ring.push(delta(5));
  expect(ring.after("5")).toHaveLength(1);
});
