import fc from "fast-check";
import { expect, test } from "vitest";
import { lateDropOf } from "../testing/bodies.ts";
import type { LateDropEntry } from "../wire/index.ts";
import { figureOperatorsMax } from "../wire/late-drop-figures.ts";
import { LateDropFigureCounter } from "./late-drop-figure-counter.ts";

const base = 1_790_000_000_000;

/** Drops as an engine makes them: `windowEnd + grace <= watermark`, and the record within its window. */
const drop: fc.Arbitrary<LateDropEntry> = fc
  .record({
    sizeMs: fc.integer({ min: 1, max: 3_600_000 }),
    graceMs: fc.constantFrom(0, 1, 10_000, 60_000),
    beyondMs: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 10 ** 9 })),
    inWindow: fc.double({ min: 0, max: 0.999, noNaN: true }),
    operator: fc.constantFrom("a", "b", "c"),
    boot: fc.constantFrom("boot1", "boot2"),
    atMs: fc.integer({ min: base, max: base + 10_000 }),
  })
  .map(({ sizeMs, graceMs, beyondMs, inWindow, operator, boot, atMs }) => {
    const endMs = base;
    const startMs = endMs - sizeMs;
    const watermarkMs = endMs + graceMs + beyondMs;
    const timestampMs = startMs + Math.floor(inWindow * sizeMs);
    return {
      ...lateDropOf(1),
      bootId: boot,
      atMs,
      operator,
      graceMs,
      watermarkMs,
      timestampMs,
      latenessMs: watermarkMs - timestampMs,
      window: { startMs, endMs },
    };
  });
const drops = fc.array(drop, { maxLength: 200 });

const rest = {
  from: "collector",
  totalOfRun: null,
  totalSinceMs: null,
  olderThanHeld: false,
  freshness: { kind: "current" },
} as const;

function figuresOf(all: readonly LateDropEntry[], gracesMs: readonly number[] = [], operator?: string) {
  const counter = new LateDropFigureCounter((bootId) => bootId === "boot1");
  for (const one of all) counter.add(one, operator === undefined || one.operator === operator);
  return counter.figures(gracesMs, rest);
}

test("a grace would have kept exactly the drops whose window it would have held open", () => {
  const graces = fc.array(fc.integer({ min: 0, max: 2 * 10 ** 9 }), { maxLength: 5 });
  fc.assert(
    fc.property(drops, graces, (all, anyMs) => {
      // Those at which a drop changes sides are where an error of one would show.
      const edgesMs = all.slice(0, 5).map(({ watermarkMs, window }) => watermarkMs - window.endMs);
      const gracesMs = [...anyMs, ...edgesMs, ...edgesMs.map((ms) => ms + 1)];
      const { kept } = figuresOf(all, gracesMs).grace;
      expect(kept.map(({ graceMs }) => graceMs)).toEqual(gracesMs);
      for (const { graceMs, kept: count, of, percent } of kept) {
        const plain = all.filter(({ window, watermarkMs }) => window.endMs + graceMs > watermarkMs).length;
        expect({ count, of }).toEqual({ count: plain, of: all.length });
        expect(percent).toBe(all.length === 0 ? null : (plain * 100) / all.length);
      }
    }),
  );
});

test("the grace that a drop had, or a shorter one, keeps none of it", () => {
  fc.assert(
    fc.property(drop, (one) => {
      const graces = [one.graceMs, Math.floor(one.graceMs / 2)];
      expect(figuresOf([one], graces).grace.kept.map(({ kept }) => kept)).toEqual([0, 0]);
    }),
  );
});

test("the grace that is needed for a share is enough for it, and one millisecond less is not", () => {
  fc.assert(
    fc.property(drops, (all) => {
      const { needed } = figuresOf(all).grace;
      expect(needed.map(({ percent }) => percent)).toEqual(all.length === 0 ? [] : [50, 75, 90, 95, 99, 100]);
      for (const { percent, graceMs } of needed) {
        if (graceMs === null) throw new Error("within what a number holds");
        const [enough, less] = figuresOf(all, [graceMs, graceMs - 1]).grace.kept;
        expect((enough?.kept ?? 0) * 100).toBeGreaterThanOrEqual(percent * all.length);
        expect((less?.kept ?? 0) * 100).toBeLessThan(percent * all.length);
      }
    }),
  );
});

test("each drop is in exactly one bucket of the histogram, and no bucket is left out between", () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeInteger(), { maxLength: 100 }), (latenesses) => {
      const all = latenesses.map((latenessMs) => ({ ...lateDropOf(1), bootId: "boot1", latenessMs }));
      const { lateness } = figuresOf(all);
      expect(lateness.kind).toBe(all.length === 0 ? "none" : "known");
      if (lateness.kind === "none") return;
      const { histogram } = lateness;
      expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
      expect(histogram[0]?.count).toBeGreaterThan(0);
      expect(histogram.at(-1)?.count).toBeGreaterThan(0);
      for (const [i, { fromMs, toMs, count }] of histogram.entries()) {
        const from = fromMs ?? Number.NEGATIVE_INFINITY;
        const to = toMs ?? Number.POSITIVE_INFINITY;
        expect(latenesses.filter((ms) => ms >= from && ms < to)).toHaveLength(count);
        if (i > 0) expect(fromMs).toBe(histogram[i - 1]?.toMs);
      }
    }),
  );
});

test("a quantile is a value that is there, with at least its share at or below it and less than that below", () => {
  fc.assert(
    fc.property(drops, (all) => {
      const { lateness } = figuresOf(all);
      expect(lateness.kind).toBe(all.length === 0 ? "none" : "known");
      if (lateness.kind === "none") return;
      const values = all.map(({ latenessMs }) => latenessMs);
      expect(lateness.minMs).toBe(Math.min(...values));
      expect(lateness.maxMs).toBe(Math.max(...values));
      for (const { percent, latenessMs } of lateness.quantiles) {
        expect(values).toContain(latenessMs);
        const upTo = values.filter((ms) => ms <= latenessMs).length;
        const below = values.filter((ms) => ms < latenessMs).length;
        expect(upTo * 100).toBeGreaterThanOrEqual(percent * all.length);
        expect(below * 100).toBeLessThan(percent * all.length);
      }
    }),
  );
});

test("a population counts what was looked at, whatever matches, and names the span of it", () => {
  fc.assert(
    fc.property(drops, (all) => {
      const { population, matching, operators } = figuresOf(all, [], "a");
      const times = all.map(({ atMs }) => atMs);
      expect(population).toEqual({
        unit: "record × window",
        held: all.length,
        heldOfRun: all.filter(({ bootId }) => bootId === "boot1").length,
        oldestHeldAtMs: all.length === 0 ? null : Math.min(...times),
        newestHeldAtMs: all.length === 0 ? null : Math.max(...times),
        ...rest,
      });
      expect(matching).toBe(all.filter(({ operator }) => operator === "a").length);
      expect(operators.reduce((sum, each) => sum + each.matching, 0)).toBe(matching);
    }),
  );
});

test("operators are told by how many they dropped, and those beyond the most that are told are counted", () => {
  const dropsOf = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 3 })), {
    selector: ([operator]) => operator,
    size: "max",
    maxLength: figureOperatorsMax + 10,
  });
  fc.assert(
    fc.property(dropsOf, (counts) => {
      const all = counts.flatMap(([operator, count]) =>
        Array.from({ length: count }, (_, i) => ({ ...lateDropOf(i + 1), bootId: "boot1", operator })),
      );
      const { operators, omittedOperators } = figuresOf(all);
      const plain = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      const told = plain.slice(0, figureOperatorsMax);
      expect(operators.map(({ operator, matching }) => [operator, matching])).toEqual(told);
      expect(omittedOperators).toBe(counts.length - told.length);
    }),
    { examples: [[Array.from({ length: figureOperatorsMax + 7 }, (_, i) => [`o${i}`, (i % 3) + 1])]] },
  );
});

test("an operator is told with each grace that it had, by size, the first ten of them", () => {
  const graces = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 15 });
  fc.assert(
    fc.property(graces, (gracesMs) => {
      const all = gracesMs.map((graceMs) => ({ ...lateDropOf(1), bootId: "boot1", graceMs }));
      const [operator] = figuresOf([...all, ...all]).operators;
      expect(operator?.graceMs).toEqual(gracesMs.slice(0, 10).sort((a, b) => a - b));
    }),
  );
});
