import { nextGlobalWatermark } from "@stoatflow/engine/testing";
import type { PartitionWatermark } from "@stoatflow/engine/wire";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partitionOf, snapshotOf } from "../testing/bodies.ts";
import { counterfactuals, counterfactualsMax } from "./counterfactuals.ts";

const valueMs = fc.option(fc.integer({ min: -50, max: 50 }));
const partitions = fc
  .array(
    fc.record({
      watermarkMs: valueMs,
      previewWatermarkMs: valueMs,
      idleSinceMs: fc.constantFrom(null, null, null, 7),
      isTable: fc.constantFrom(false, false, false, true),
      isOld: fc.boolean(),
    }),
    { maxLength: 14 },
  )
  .map((all) =>
    all.map(({ isTable, isOld, ...change }, i): PartitionWatermark => {
      const takesPart = isTable ? "left-out" : change.idleSinceMs === null ? "counts" : "idle";
      return partitionOf(i, { ...change, ...(isOld ? {} : { takesPart }) });
    }),
  );

const isIdle = ({ takesPart, idleSinceMs }: PartitionWatermark) =>
  takesPart ? takesPart === "idle" : idleSinceMs !== null;
const isLeftOut = ({ takesPart }: PartitionWatermark) => takesPart === "left-out";
const countsIn = (one: PartitionWatermark) => !isIdle(one) && !isLeftOut(one);

/** What it counts with; one without a value comes before all. */
function valueIn({ watermarkMs, previewWatermarkMs }: PartitionWatermark): number {
  const none = Number.NEGATIVE_INFINITY;
  return Math.max(watermarkMs ?? none, previewWatermarkMs ?? none);
}

/** What the engine itself would make of them. */
function globalOf(all: readonly PartitionWatermark[], currentMs: number | null): number | null {
  const contributions = all.map((one) => {
    const valueMs = valueIn(one);
    const hasOne = Number.isFinite(valueMs);
    return { idle: isIdle(one), leftOut: isLeftOut(one), valueMs: hasOne ? valueMs : undefined };
  });
  return nextGlobalWatermark(currentMs ?? undefined, contributions) ?? null;
}

function toldOf(all: readonly PartitionWatermark[], globalWatermarkMs: number | null, holder?: number) {
  const snapshot = snapshotOf({ partitions: all });
  const heldBackBy =
    holder === undefined ? null : ({ topic: "orders", partition: holder, reason: "backlog" } as const);
  return { ...snapshot, watermarks: { ...snapshot.watermarks, globalWatermarkMs, heldBackBy } };
}

describe("what the watermark would be without a partition", () => {
  it("is what the rule gives once that partition is idle, and once it is gone where others count", () => {
    const seen = { gains: 0, alone: 0 };
    fc.assert(
      fc.property(partitions, fc.boolean(), (all, hasOne) => {
        const currentMs = hasOne ? globalOf(all, null) : null;
        for (const one of counterfactuals(toldOf(all, currentMs))) {
          const index = all.findIndex(({ partition }) => partition === one.partition);
          const idle = all.with(index, {
            ...partitionOf(index),
            ...all[index],
            idleSinceMs: 9,
            takesPart: "idle",
          });
          expect(one.watermarkMs).toBe(globalOf(idle, currentMs));
          const rest = all.toSpliced(index, 1);
          if (rest.some(countsIn)) expect(one.watermarkMs).toBe(globalOf(rest, currentMs));
          else seen.alone += 1;
          if (one.gainMs !== null && one.gainMs > 0) seen.gains += 1;
          expect(one.gainMs).toBe(
            currentMs === null || one.watermarkMs === null ? null : one.watermarkMs - currentMs,
          );
        }
      }),
      { numRuns: 2000 },
    );
    expect(seen.gains).toBeGreaterThan(50);
    expect(seen.alone).toBeGreaterThan(50);
  });

  it("is told of those that count alone, of at most 5, the holder first and then the lowest", () => {
    fc.assert(
      fc.property(partitions, fc.nat(8), (all, holder) => {
        const found = counterfactuals(toldOf(all, null, holder));
        const counting = all.filter(countsIn);
        expect(found).toHaveLength(Math.min(counting.length, counterfactualsMax));
        const holds = counting.some(({ partition }) => partition === holder);
        if (holds) expect(found[0]?.partition).toBe(holder);
        const others = counting.filter(({ partition }) => !holds || partition !== holder);
        const lowest = others.map(valueIn).toSorted((a, b) => a - b);
        const told = found.slice(holds ? 1 : 0).map(({ valueMs }) => valueMs ?? Number.NEGATIVE_INFINITY);
        expect(told).toEqual(lowest.slice(0, told.length));
      }),
    );
  });

  it("reads: if p7 were idle the watermark would be 4 min 12 s further, and p2 would hold it", () => {
    const all = [2, 7, 8].map((n) =>
      partitionOf(n, { watermarkMs: { 2: 352_000, 7: 100_000, 8: 900_000 }[n] ?? null }),
    );
    expect(counterfactuals(toldOf(all, 100_000, 7))[0]).toEqual({
      topic: "orders",
      partition: 7,
      valueMs: 100_000,
      watermarkMs: 352_000,
      gainMs: 252_000,
      thenHeldBy: { topic: "orders", partition: 2 },
    });
  });

  it("is unknown where another one that counts has no value and there is no watermark", () => {
    const all = [partitionOf(0), partitionOf(1, { watermarkMs: null })];
    expect(counterfactuals(toldOf(all, null, 0))[0]).toMatchObject({
      partition: 0,
      watermarkMs: null,
      gainMs: null,
      thenHeldBy: { partition: 1 },
    });
  });
});
