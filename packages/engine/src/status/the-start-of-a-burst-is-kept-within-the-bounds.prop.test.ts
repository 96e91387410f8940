import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lateDropBytes } from "../operators/late-drop.ts";
import type { LateDropEntry } from "../operators/operator.ts";
import { burstGroupsMax, burstStartKept, LateDropRing } from "./late-drop-ring.ts";

const ample = { count: 100_000, bytes: Number.MAX_SAFE_INTEGER };

function drop(change: Partial<LateDropEntry> = {}): LateDropEntry {
  return {
    topic: "orders",
    partition: 0,
    offset: "1",
    atMs: 0,
    key: null,
    value: null,
    headers: [],
    timestampMs: 0,
    watermarkMs: 10,
    latenessMs: 10,
    operator: "counts",
    window: { startMs: 0, endMs: 5 },
    graceMs: 0,
    keptWindows: [],
    movedBy: null,
    movedByMissing: "before-start",
    ...change,
  };
}

function ids(ring: LateDropRing): number[] {
  const { items } = ring.after(0n, Number.MAX_SAFE_INTEGER);
  return items.map(({ id }) => Number(id));
}

describe("the ring of late drops", () => {
  it("keeps the newest, and the first 20 of a minute however many followed", () => {
    const ring = new LateDropRing({ count: 100, bytes: ample.bytes });
    for (let i = 0; i < 5000; i += 1) ring.push(drop(), 1);
    const kept = ids(ring);
    expect(kept.slice(0, burstStartKept)).toEqual(Array.from({ length: burstStartKept }, (_, i) => i + 1));
    expect(kept.slice(burstStartKept)).toEqual(Array.from({ length: 80 }, (_, i) => 4921 + i));
    expect(ring.total).toBe(5000n);
  });

  it("keeps the start of each burst: of every operator, every partition and every minute", () => {
    const ring = new LateDropRing({ count: 400, bytes: ample.bytes });
    for (const atMs of [0, 60_000]) {
      for (const operator of ["counts", "sums"]) {
        for (const partition of [0, 1]) {
          for (let i = 0; i < 1000; i += 1) ring.push(drop({ atMs, operator, partition }), 1);
        }
      }
    }
    const kept = new Set(ids(ring));
    for (let burst = 0; burst < 8; burst += 1) {
      for (let i = 1; i <= burstStartKept; i += 1) expect(kept).toContain(burst * 1000 + i);
    }
  });

  it("lets older starts go for newer ones, and never gives them more than half", () => {
    const ring = new LateDropRing({ count: 100, bytes: ample.bytes });
    for (let i = 0; i < 20_000; i += 1) ring.push(drop({ atMs: Math.floor(i / 20) * 60_000 }), 1);
    for (let i = 0; i < 1000; i += 1) ring.push(drop({ atMs: 20_000 * 60_000 }), 1);
    const kept = ids(ring);
    expect(kept.slice(-50)).toEqual(Array.from({ length: 50 }, (_, i) => 20_951 + i));
    expect(kept.filter((id) => id <= 20_000)).toHaveLength(30);
  });

  it("remembers no more operators and partitions of a minute than its bound", () => {
    const ring = new LateDropRing({ count: 10, bytes: ample.bytes });
    for (let partition = 0; partition < burstGroupsMax + 50; partition += 1)
      ring.push(drop({ partition }), 1);
    expect(ring.burstGroups).toBe(burstGroupsMax);
    ring.push(drop({ atMs: 60_000 }), 1);
    expect(ring.burstGroups).toBe(1);
  });

  const operations = fc.array(
    fc.record({
      partition: fc.integer({ min: 0, max: 3 }),
      minutes: fc.integer({ min: 0, max: 2 }),
      size: fc.integer({ min: 0, max: 3000 }),
      read: fc.boolean(),
    }),
    { maxLength: 200 },
  );

  it("stays within both bounds, and what a reader got and missed is all there were", () => {
    const bounds = { count: fc.integer({ min: 1, max: 60 }), bytes: fc.integer({ min: 1, max: 40_000 }) };
    fc.assert(
      fc.property(fc.record(bounds), operations, fc.integer({ min: 1, max: 7 }), (limits, pushes, page) => {
        const ring = new LateDropRing(limits);
        let minute = 0;
        let cursor = 0n;
        let seen = 0;
        const read = (): void => {
          for (;;) {
            const { items, next, missed } = ring.after(cursor, page);
            for (const { id } of items) expect(BigInt(id) > cursor && BigInt(id) <= next).toBe(true);
            expect(missed).toBeGreaterThanOrEqual(0);
            seen += items.length + missed;
            cursor = next;
            if (items.length < page) break;
          }
          expect(seen).toBe(Number(ring.total));
        };
        for (const push of pushes) {
          minute += push.minutes;
          const value = {
            encoding: "utf8" as const,
            text: "x".repeat(push.size),
            sizeBytes: push.size,
            truncated: false,
          };
          ring.push(drop({ partition: push.partition, atMs: minute * 60_000, value }), 1);
          expect(ring.retained).toBeLessThanOrEqual(limits.count);
          expect(ring.bytes).toBeLessThanOrEqual(limits.bytes);
          const { items } = ring.after(0n, 1000);
          expect(items).toHaveLength(ring.retained);
          expect(items.reduce((sum, item) => sum + lateDropBytes(item), 0)).toBe(ring.bytes);
          if (push.read) read();
        }
        read();
      }),
      { numRuns: 200 },
    );
  });

  it("tells a reader from the future where it stands", () => {
    const ring = new LateDropRing(ample);
    ring.push(drop(), 1);
    expect(ring.after(99n, 10)).toEqual({ items: [], next: 1n, missed: 0 });
  });
});
