import fc from "fast-check";
import { expect, test } from "vitest";
import { laneName, laneOfName } from "./series.ts";

const instanceId = fc.oneof(
  fc.string({ minLength: 1, maxLength: 200, unit: "binary" }),
  fc.constantFrom("1/0", "/", "orders-1/1", "a\nb"),
);
const lane = fc.record({
  instanceId,
  stage: fc.maxSafeNat(),
  lane: fc.maxSafeNat(),
});

test("a lane of any instance has a name of its own, and is known by it", () => {
  fc.assert(
    fc.property(lane, (one) => {
      expect(laneOfName(laneName(one))).toEqual(one);
    }),
  );
  expect(laneOfName("1/0")).toBeUndefined();
});
