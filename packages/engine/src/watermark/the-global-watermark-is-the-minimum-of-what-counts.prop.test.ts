import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WatermarkContribution } from "./contribution.ts";
import { nextGlobalWatermark } from "./global-watermark.ts";

const counts = (valueMs: number | undefined): WatermarkContribution => ({ idle: false, valueMs });
const idle = (valueMs: number | undefined): WatermarkContribution => ({ idle: true, valueMs });

describe("the global watermark", () => {
  it.each([
    ["is the minimum of those that count", undefined, [counts(7), counts(5), counts(9)], 5],
    ["leaves out the idle", undefined, [counts(5), idle(2)], 5],
    ["is the maximum of theirs where all are idle", undefined, [idle(5), idle(2)], 5],
    ["does not exist without a partition", undefined, [], undefined],
    ["stays where it is without a partition", 4, [], 4],
    ["does not exist while one that counts has none", undefined, [counts(5), counts(undefined)], undefined],
    ["waits where one that counts has none", 3, [counts(5), counts(undefined)], 3],
    ["does not wait for an idle one that was never read", undefined, [counts(5), idle(undefined)], 5],
    ["does not exist where all are idle and never read", undefined, [idle(undefined)], undefined],
    ["does not go down to one that comes back", 8, [counts(5), counts(9)], 8],
    ["does not go down when all are idle", 8, [idle(5), idle(2)], 8],
    ["is zero where the minimum is zero", undefined, [counts(0), counts(9)], 0],
    ["is below zero where the minimum is", -9, [counts(-5)], -5],
  ] as const)("%s", (_, current, partitions, expected) => {
    expect(nextGlobalWatermark(current, partitions)).toBe(expected);
  });

  it("never goes down, and never beyond what counts", () => {
    const contribution = fc.record({
      idle: fc.boolean(),
      valueMs: fc.option(fc.integer({ min: -50, max: 50 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(fc.array(contribution, { maxLength: 5 }), { maxLength: 20 }), (ticks) => {
        let current: number | undefined;
        for (const partitions of ticks) {
          const next = nextGlobalWatermark(current, partitions);
          if (current !== undefined) expect(next).toBeGreaterThanOrEqual(current);
          const moved = next !== undefined && next !== current;
          if (moved) {
            const counting = partitions.filter((partition) => !partition.idle);
            for (const { valueMs } of counting) expect(next).toBeLessThanOrEqual(valueMs ?? Number.NaN);
            expect(partitions.some(({ valueMs }) => valueMs === next)).toBe(true);
          }
          current = next;
        }
      }),
      { numRuns: 300 },
    );
  });
});
