import fc from "fast-check";
import { expect, test } from "vitest";
import { furthestBehind } from "./furthest-behind.ts";

const partitions = fc.array(fc.option(fc.nat(20)), { maxLength: 60 }).map((watermarks) =>
  watermarks.map((watermarkMs, partition) => ({
    topic: "orders",
    partition,
    state: "active" as const,
    watermarkMs,
    previewWatermarkMs: null,
    lag: null,
    bufferedRecords: 0,
  })),
);

test("those furthest behind are those that come first when all are put in order", () => {
  fc.assert(
    fc.property(partitions, fc.integer({ min: 1, max: 40 }), (all, max) => {
      const inOrder = [
        ...all.filter(({ watermarkMs }) => watermarkMs !== null),
        ...all.filter(({ watermarkMs }) => watermarkMs === null),
      ].sort((a, z) =>
        a.watermarkMs === null || z.watermarkMs === null ? 0 : a.watermarkMs - z.watermarkMs,
      );
      expect(furthestBehind(all, max)).toEqual(inOrder.slice(0, max));
    }),
  );
});
