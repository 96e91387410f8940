import { nextGlobalWatermark } from "@stoatflow/engine/testing";
import type { PartitionWatermark } from "@stoatflow/engine/wire";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type InstanceState, mergeInstances } from "../collector/merge/merge-instances.ts";
import { partitionOf, snapshotOf, startMs } from "../testing/bodies.ts";
import { counterfactuals } from "./counterfactuals.ts";

interface Working {
  /** Where its watermark was before: it never goes below. */
  readonly beforeMs: number | null;
  readonly partitions: readonly PartitionWatermark[];
}

function globalOf({ beforeMs, partitions }: Working): number | null {
  const contributions = partitions.map(({ takesPart, watermarkMs, previewWatermarkMs }) => {
    const values = [watermarkMs, previewWatermarkMs].filter((value) => value !== null);
    return {
      idle: takesPart === "idle",
      leftOut: takesPart === "left-out",
      valueMs: values.length === 0 ? undefined : Math.max(...values),
    };
  });
  return nextGlobalWatermark(beforeMs ?? undefined, contributions) ?? null;
}

function stateOf(working: Working, i: number): InstanceState {
  const snapshot = snapshotOf({
    bootId: `boot${i}`,
    instanceId: `orders-${i}`,
    partitions: working.partitions,
    globalWatermarkMs: globalOf(working),
  });
  return {
    url: `http://instance${i}/`,
    tick: { snapshot, receivedAtMs: startMs },
    isCurrent: true,
  };
}

function mergedOf(all: readonly Working[]) {
  const { tick, floorsMs } = mergeInstances(all.map(stateOf));
  if (tick === undefined) throw new Error("nothing is told");
  const found = counterfactuals(tick.snapshot, floorsMs);
  return { currentMs: tick.snapshot.watermarks.globalWatermarkMs, found };
}

/** The same instances a moment later, with that partition idle. */
function withIdle(all: readonly Working[], partition: number): readonly Working[] {
  return all.map((one) => ({
    beforeMs: globalOf(one),
    partitions: one.partitions.map((each) =>
      each.partition === partition ? { ...each, idleSinceMs: 9, takesPart: "idle" as const } : each,
    ),
  }));
}

const valueMs = fc.option(fc.integer({ min: -50, max: 50 }), { freq: 8 });
const works = fc.record({
  beforeMs: valueMs,
  partitions: fc.array(
    fc.record({
      watermarkMs: valueMs,
      previewWatermarkMs: valueMs,
      takesPart: fc.constantFrom("counts" as const, "counts" as const, "idle" as const, "left-out" as const),
    }),
    { maxLength: 4 },
  ),
});

describe("of an app of several instances, what the watermark would be without a partition", () => {
  it("is what they make of it once it is idle, each by its own rule", () => {
    const seen = { gains: 0, behindItsFloor: 0, alone: 0 };
    fc.assert(
      fc.property(fc.array(works, { minLength: 2, maxLength: 4 }), (told) => {
        const all = told.map(({ beforeMs, partitions }, i) => ({
          beforeMs,
          partitions: partitions.map((change, n) =>
            partitionOf(10 * i + n, { ...change, idleSinceMs: change.takesPart === "idle" ? 7 : null }),
          ),
        }));
        const { currentMs, found } = mergedOf(all);
        for (const one of found) {
          expect(one.watermarkMs).toBe(mergedOf(withIdle(all, one.partition)).currentMs);
          if ((one.gainMs ?? 0) > 0) seen.gains += 1;
          if (one.thenHeldBy === null) seen.alone += 1;
          if (currentMs !== null && (one.valueMs ?? 0) < currentMs) seen.behindItsFloor += 1;
        }
      }),
      { numRuns: 2000 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
  });

  it("reads: without p0 of A it is where B is, though p1 came back from idleness far behind that", () => {
    const a = {
      beforeMs: null,
      partitions: [partitionOf(0, { watermarkMs: -400_000 }), partitionOf(2, { watermarkMs: -10_000 })],
    };
    const b = { beforeMs: -20_000, partitions: [partitionOf(1, { watermarkMs: -450_000 })] };
    const told = [a, b].map(({ beforeMs, partitions }) => ({
      beforeMs,
      partitions: partitions.map((one) => ({ ...one, takesPart: "counts" as const })),
    }));
    expect(mergedOf(told).found).toMatchObject([
      {
        partition: 0,
        valueMs: -400_000,
        watermarkMs: -20_000,
        gainMs: 380_000,
        thenHeldBy: { partition: 1 },
      },
      { partition: 1, valueMs: -450_000, gainMs: 0, thenHeldBy: { partition: 0 } },
      { partition: 2, gainMs: 0, thenHeldBy: { partition: 0 } },
    ]);
  });
});
