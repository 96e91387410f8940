import fc from "fast-check";
import { expect, test } from "vitest";
import { type Block, decodeBlock, encodeBlock } from "./block.ts";
import type { Column } from "./column.ts";
import { type Exact, exact } from "./exact.ts";
import { fold } from "./fold.ts";
import { gapAboveLeastMs } from "./gap-above.ts";

const entities = 3;

/** Ticks that come about once a second, with outages and lost ticks between, of an app that now and then says it is slow. */
const ticks = fc
  .array(
    fc.record({
      afterMs: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 900, max: 1400 }) },
        { weight: 2, arbitrary: fc.integer({ min: 1, max: 200_000 }) },
      ),
      gapAboveMs: fc.constantFrom(gapAboveLeastMs, gapAboveLeastMs, 30_000),
      lags: fc.tuple(...Array.from({ length: entities }, () => fc.option(lag(), { nil: undefined }))),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((drawn) => {
    let atMs = 1_790_000_000_000;
    return drawn.map(({ afterMs, ...tick }) => {
      atMs += afterMs;
      return { atMs, ...tick };
    });
  });
type Tick = {
  readonly atMs: number;
  readonly gapAboveMs: number;
  readonly lags: readonly (Exact | undefined)[];
};

function lag(): fc.Arbitrary<Exact> {
  return fc.oneof(fc.nat(5), fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(exact));
}

function tickBlock({ atMs, gapAboveMs, lags }: Tick): Block {
  const steps = [{ firstMs: atMs, lastMs: atMs, missingMs: 0, ticks: 1, gapAboveMs }];
  return decodeBlock(
    encodeBlock({ steps, entities: { partition: entities }, columns: [["lag", "last", lags]] }),
  );
}

const folded = (blocks: readonly Block[], stepMs: number) => decodeBlock(encodeBlock(fold(blocks, stepMs)));

/** Cuts a list at random places: the chunks that the ticks happen to be stored in. */
function pieces<T>(list: readonly T[], cuts: readonly number[]): T[][] {
  const ends = [...new Set(cuts.map((cut) => cut % list.length)), list.length].sort((a, b) => a - b);
  return ends.map((end, i) => list.slice(ends[i - 1] ?? 0, end)).filter((piece) => piece.length > 0);
}

/** The same, worked out from the ticks in the plainest way. */
function plainly(list: readonly Tick[], stepMs: number) {
  const buckets = new Map<number, Tick[]>();
  for (const tick of list) {
    const place = Math.floor(tick.atMs / stepMs);
    buckets.set(place, [...(buckets.get(place) ?? []), tick]);
  }
  const rows = [...buckets.values()];
  const column = (pick: (values: Exact[], last: Tick, entity: number) => Exact | undefined): Column =>
    Array.from({ length: entities }, (_, entity) =>
      rows.map((row) => {
        const values = row.flatMap(({ lags }) => lags[entity] ?? []);
        return pick(values, row.at(-1) as Tick, entity);
      }),
    ).flat();
  const best = (values: Exact[], better: (a: Exact, b: Exact) => boolean) =>
    values.reduce<Exact | undefined>(
      (held, v) => (held === undefined || better(v, held) ? v : held),
      undefined,
    );
  return {
    steps: rows.map((row) => ({
      firstMs: row[0]?.atMs,
      lastMs: row.at(-1)?.atMs,
      missingMs: row
        .slice(1)
        .map(({ atMs }, i) => ({ betweenMs: atMs - (row[i]?.atMs ?? 0), aboveMs: row[i]?.gapAboveMs ?? 0 }))
        .filter(({ betweenMs, aboveMs }) => betweenMs > aboveMs)
        .reduce((sum, { betweenMs }) => sum + betweenMs, 0),
      ticks: row.length,
      gapAboveMs: row.at(-1)?.gapAboveMs,
    })),
    min: column((values) => best(values, (a, b) => a < b)),
    max: column((values) => best(values, (a, b) => a > b)),
    last: column((_, last, entity) => last.lags[entity]),
  };
}

function shown(block: Block) {
  return {
    steps: block.steps,
    min: block.column("lag", "min"),
    max: block.column("lag", "max"),
    last: block.column("lag", "last"),
  };
}

test("lowest, highest and last of each bucket, and its gaps, are those of its ticks, through every tier", () => {
  fc.assert(
    fc.property(ticks, fc.array(fc.nat(), { maxLength: 6 }), (list, cuts) => {
      const seconds = pieces(list.map(tickBlock), cuts).map((piece) => folded(piece, 1));
      const tens = pieces(seconds, cuts).map((piece) => folded(piece, 10_000));
      expect(shown(folded(seconds, 10_000))).toEqual(plainly(list, 10_000));
      expect(shown(folded(tens, 60_000))).toEqual(plainly(list, 60_000));
    }),
    { numRuns: 300 },
  );
});

test("no time is lost between the tiers: what is covered and what is missing add up to the same", () => {
  fc.assert(
    fc.property(ticks, (list) => {
      const whole = (stepMs: number) => {
        const { steps } = folded(list.map(tickBlock), stepMs);
        return steps
          .slice(1)
          .map(({ firstMs }, i) => [firstMs - (steps[i]?.lastMs ?? 0), steps[i]?.gapAboveMs ?? 0] as const)
          .filter(([betweenMs, aboveMs]) => betweenMs > aboveMs)
          .map(([betweenMs]) => betweenMs)
          .concat(steps.map(({ missingMs }) => missingMs))
          .reduce((sum, ms) => sum + ms, 0);
      };
      expect(whole(60_000)).toBe(whole(1));
      expect(whole(600_000)).toBe(whole(1));
    }),
    { numRuns: 200 },
  );
});
