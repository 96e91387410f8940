import { nextGlobalWatermark } from "@stoatflow/engine/testing";
import type { FeedSnapshot, PartitionWatermark } from "@stoatflow/engine/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { partitionOf, snapshotOf, startMs } from "../../testing/bodies.ts";
import { type InstanceState, mergeInstances } from "./merge-instances.ts";

const valueMs = fc.option(fc.integer({ min: -50, max: 50 }), { freq: 8 });
const part = fc.constantFrom("counts" as const, "idle" as const, "idle" as const, "left-out" as const);
/** What an instance works on, if anything; each partition is of one instance. */
const works = fc.record({
  partitions: fc.array(
    fc.record({ watermarkMs: valueMs, previewWatermarkMs: valueMs, takesPart: part, isOld: fc.boolean() }),
    { maxLength: 4 },
  ),
  isCurrent: fc.boolean(),
});

type Partition = PartitionWatermark & { readonly is: "counts" | "idle" | "left-out" };

/** What one engine makes of partitions, and how many of them are in its minimum. */
function globalOf(all: readonly Partition[]): number | undefined {
  const contributions = all.map(({ is, watermarkMs, previewWatermarkMs }) => {
    const values = [watermarkMs, previewWatermarkMs].filter((value) => value !== null);
    return {
      idle: is === "idle",
      leftOut: is === "left-out",
      valueMs: values.length === 0 ? undefined : Math.max(...values),
    };
  });
  return nextGlobalWatermark(undefined, contributions);
}

function instanceOf(i: number, partitions: readonly Partition[], isCurrent: boolean): InstanceState {
  const base = snapshotOf({
    bootId: `boot${i}`,
    instanceId: `orders-${i}`,
    partitions: partitions.map(({ is: _, ...partition }) => partition),
  });
  const [first] = partitions.filter(({ is }) => is === "counts");
  const watermarks: FeedSnapshot["watermarks"] = {
    ...base.watermarks,
    globalWatermarkMs: globalOf(partitions) ?? null,
    heldBackBy:
      first === undefined ? null : { topic: first.topic, partition: first.partition, reason: "backlog" },
  };
  const tick = { snapshot: { ...base, watermarks }, receivedAtMs: startMs + i };
  return { url: `http://instance${i}/`, tick, isCurrent };
}

test("the global watermark of several instances is what one engine makes of all their partitions", () => {
  const seen = { allIdle: 0, idleBesideCounting: 0, none: 0 };
  fc.assert(
    fc.property(fc.array(works, { minLength: 2, maxLength: 5 }), (all) => {
      const instances = all.map((one, i) => {
        const partitions = one.partitions.map(({ takesPart, isOld, ...change }, n): Partition => {
          const idleSinceMs = takesPart === "idle" ? 7 : null;
          const told = isOld && takesPart !== "left-out" ? {} : { takesPart };
          return { ...partitionOf(10 * i + n, { ...change, idleSinceMs, ...told }), is: takesPart };
        });
        return { partitions, state: instanceOf(i, partitions, one.isCurrent) };
      });
      const union = instances.flatMap(({ partitions }) => partitions);
      const { tick, holding } = mergeInstances(instances.map(({ state }) => state));
      const expected = globalOf(union) ?? null;
      expect(tick?.snapshot.watermarks.globalWatermarkMs).toBe(expected);
      expect(holding?.snapshot.watermarks.globalWatermarkMs).toBe(expected);
      const counts = union.filter(({ is }) => is === "counts").length;
      const held = tick?.snapshot.watermarks.heldBackBy;
      expect(held === null).toBe(counts === 0);
      if (held) expect(union.find(({ partition }) => partition === held.partition)?.is).toBe("counts");
      if (counts === 0 && expected !== null) seen.allIdle += 1;
      if (expected === null) seen.none += 1;
      const isIdle = instances.some(
        ({ partitions }) => partitions.length > 0 && !partitions.some(({ is }) => is === "counts"),
      );
      if (isIdle && counts > 0 && expected !== null) seen.idleBesideCounting += 1;
    }),
    { numRuns: 2000 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
});
