import fc from "fast-check";
import { expect, test } from "vitest";
import { comparePartitions, partitionId } from "../record/topic-partition.ts";
import { applyDelta, type FeedSnapshot, feedDelta, type PartitionWatermark } from "../wire/index.ts";
import { deltaBetween } from "./delta-between.ts";
import { FakeApp, fakePartition } from "./testing/fake-app.ts";

const time = fc.option(fc.integer({ min: -5, max: 5 }));
const offset = fc.option(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String));
const partition: fc.Arbitrary<PartitionWatermark> = fc
  .record({
    topic: fc.constantFrom("a", "a-1", "b"),
    partition: fc.integer({ min: 0, max: 4 }),
    state: fc.constantFrom("active", "held", "idle", "paused"),
    watermarkMs: time,
    previewWatermarkMs: time,
    headHeldSinceMs: time,
    headOffset: offset,
    position: offset,
    lag: offset,
    bufferedRecords: fc.integer({ min: 0, max: 3 }),
  })
  .map((drawn) => ({ ...fakePartition(0, 0), ...drawn }));
const partitions = fc
  .uniqueArray(partition, { selector: partitionId, maxLength: 12 })
  .map((drawn) => drawn.sort(comparePartitions));

function tickWith(
  sequence: number,
  globalWatermarkMs: number | null,
  of: PartitionWatermark[],
): FeedSnapshot {
  const base = new FakeApp().current();
  const watermarks = { ...base.watermarks, globalWatermarkMs, partitions: of };
  return { ...base, sequence: String(sequence), atMs: base.atMs + sequence, watermarks };
}

test("a delta applied to the tick before is the tick after", () => {
  fc.assert(
    fc.property(partitions, partitions, time, (before, after, globalWatermarkMs) => {
      const earlier = tickWith(1, null, before);
      const later = tickWith(2, globalWatermarkMs, after);
      const delta = deltaBetween(earlier, later);
      expect(feedDelta.parse(delta)).toEqual(delta);
      expect(applyDelta(earlier, delta)).toEqual(later);
    }),
  );
});

test("a chain of deltas, dropped nowhere, is the newest tick", () => {
  fc.assert(
    fc.property(fc.array(partitions, { minLength: 2, maxLength: 6 }), (drawn) => {
      const ticks = drawn.map((of, index) => tickWith(index + 1, index, of));
      const [first, ...rest] = ticks;
      let before = first;
      let held = first;
      for (const tick of rest) {
        if (held === undefined || before === undefined) break;
        held = applyDelta(held, deltaBetween(before, tick));
        before = tick;
      }
      expect(held).toEqual(ticks.at(-1));
    }),
  );
});

test("a delta names exactly the partitions in which something changed", () => {
  fc.assert(
    fc.property(partitions, fc.nat(), (before, pick) => {
      fc.pre(before.length > 0);
      const changedAt = pick % before.length;
      const after = before.map((p, i) =>
        i === changedAt ? { ...p, committed: `${p.committed}0` } : { ...p },
      );
      const delta = deltaBetween(tickWith(1, 0, before), tickWith(2, 0, after));
      expect(delta.watermarks.partitions).toEqual([after[changedAt]]);
      expect(delta.watermarks.removed).toEqual([]);
      expect(delta.watermarks.total).toBe(before.length);
    }),
  );
});
