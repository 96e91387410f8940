import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PartitionWatermark } from "./partition-watermark.ts";

describe("a partition's watermark", () => {
  it("does not exist before the first record, and is below zero where the bound says so", () => {
    const watermark = new PartitionWatermark(100);
    expect(watermark.valueMs).toBeUndefined();
    watermark.dispatched(5);
    expect(watermark.valueMs).toBe(-95);
  });

  it("is the highest event time dispatched minus the bound, and never goes down", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.array(fc.nat(100_000), { minLength: 1 }), (boundMs, times) => {
        const watermark = new PartitionWatermark(boundMs);
        let before = Number.NEGATIVE_INFINITY;
        for (const [i, time] of times.entries()) {
          watermark.dispatched(time);
          const now = watermark.valueMs ?? Number.NaN;
          expect(now).toBe(Math.max(...times.slice(0, i + 1)) - boundMs);
          expect(now).toBeGreaterThanOrEqual(before);
          before = now;
        }
      }),
    );
  });

  it("goes on from the event time that was committed", () => {
    const watermark = new PartitionWatermark(10, 5000);
    expect(watermark.valueMs).toBe(4990);
    watermark.dispatched(4999);
    expect(watermark.valueMs).toBe(4990);
    expect(watermark.highestMs).toBe(5000);
  });
});
