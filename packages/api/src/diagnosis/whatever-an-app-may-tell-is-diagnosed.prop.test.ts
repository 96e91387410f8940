import { feedSnapshot, heldBackReason } from "@stoatflow/engine/wire";
import fc from "fast-check";
import { expect, it } from "vitest";
import { holding, reading, startMs, ToldApp } from "../testing/told.ts";

const largest = Number.MAX_SAFE_INTEGER;
const largestOffset = 2n ** 63n - 1n;
const time = fc.oneof(
  fc.constantFrom(-largest, 0, startMs, largest),
  fc.integer({ min: -largest, max: largest }),
);
const offset = fc.oneof(fc.constantFrom(0n, largestOffset), fc.bigInt({ min: 0n, max: largestOffset }));

/** What an app tells at first, and what 15 s later: event time and offsets go on, so that there are rates. */
const told = fc.record({
  clockMs: fc.constantFrom(startMs - largest, 0, startMs, largest - 30_000),
  reason: fc.constantFrom(...heldBackReason.options),
  watermarksMs: fc.tuple(time, time).map((two) => two.toSorted((a, b) => a - b)),
  headTimestampMs: fc.option(time),
  boundMs: fc.option(fc.constantFrom(0, 30_000, largest)),
  positions: fc.tuple(offset, offset).map((two) => two.toSorted(byValue)),
  ends: fc.tuple(offset, offset).map((two) => two.toSorted(byValue)),
});

function byValue(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

it("times and offsets as far apart as the wire lets them be have an answer that the wire lets through", () => {
  const seen = { rates: 0, estimates: 0 };
  fc.assert(
    fc.property(told, ({ clockMs, reason, watermarksMs, positions, ends, ...own }) => {
      const app = new ToldApp();
      for (const [i, watermarkMs] of watermarksMs.entries()) {
        const partitions = [reading(0, positions[i] ?? 0n, ends[i] ?? 0n, { watermarkMs, ...own })];
        app.ticks(15, (at) => ({
          atMs: clockMs - startMs + (i * 15 + at) * 1000,
          receivedAtMs: (i * 15 + at) * 1000,
          globalWatermarkMs: watermarkMs,
          heldBackBy: holding(reason),
          partitions,
        }));
      }
      expect(feedSnapshot.safeParse(app.trace()?.tick.snapshot).error).toBeUndefined();
      const { rates } = app.diagnosed();
      if (rates.eventTime.kind === "measured") seen.rates += 1;
      if (rates.lagCatchUp.kind === "estimated") seen.estimates += 1;
    }),
    { numRuns: 300 },
  );
  expect(seen.rates).toBeGreaterThan(100);
  expect(seen.estimates).toBeGreaterThan(0);
});
