import fc from "fast-check";
import { expect, it } from "vitest";
import { reading, startMs, ToldApp } from "../testing/told.ts";

const kinds = [
  "tick",
  "tick",
  "tick",
  "tick",
  "tick",
  "tick",
  "tick",
  "boot",
  "gap",
  "forward",
  "back",
] as const;
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    everyMs: fc.integer({ min: 400, max: 9000 }),
    movedMs: fc.nat(90_000_000),
    done: fc.bigInt({ min: 0n, max: 2n ** 54n }),
    came: fc.bigInt({ min: 0n, max: 2n ** 54n }),
  }),
  { minLength: 1, maxLength: 80 },
);

interface Point {
  readonly atMs: number;
  readonly watermarkMs: number;
  readonly position: bigint;
  readonly end: bigint;
  readonly lag: bigint;
}

it("every rate is the difference of two ticks with no break between them, over the time between them", () => {
  const seen = { measured: 0, broken: 0 };
  fc.assert(
    fc.property(steps, (all) => {
      const app = new ToldApp();
      let history: Point[] = [];
      let [atMs, receivedAtMs, sequence, boot, watermarkMs] = [0, 0, 0, 0, 0];
      let [position, end] = [0n, 2n ** 60n];
      for (const { kind, everyMs, movedMs, done, came } of all) {
        const passedMs = kind === "gap" ? 60_000 + everyMs : everyMs;
        const steppedMs = kind === "forward" ? 3_600_000 : kind === "back" ? -everyMs - 1000 : 0;
        receivedAtMs += passedMs;
        atMs += passedMs + steppedMs;
        sequence = kind === "boot" ? 1 : sequence + (kind === "gap" ? 50 : 1);
        if (kind === "boot") boot += 1;
        watermarkMs += movedMs;
        position += done;
        end += came;
        const lag = end > position ? end - position : 0n;
        if (kind !== "tick") [history, seen.broken] = [[], seen.broken + 1];
        history.push({ atMs: startMs + atMs, watermarkMs, position, end, lag });
        app.tick({
          atMs,
          receivedAtMs,
          sequence,
          bootId: `boot${boot}`,
          globalWatermarkMs: watermarkMs,
          partitions: [reading(0, position, end)],
        });
      }
      const { lag, eventTime } = app.diagnosed().rates;
      const now = history.at(-1);
      for (const rate of [lag, eventTime]) {
        if (rate.kind === "not-known") continue;
        seen.measured += 1;
        const from = history.find((point) => point.atMs === rate.basis.fromMs);
        if (from === undefined || now === undefined) throw new Error("measured from before a break");
        expect(rate.basis).toEqual({ fromMs: from.atMs, toMs: now.atMs, overMs: now.atMs - from.atMs });
        expect(rate.basis.overMs).toBeGreaterThanOrEqual(10_000);
        expect(rate.basis.overMs).toBeLessThanOrEqual(300_000);
        if ("drained" in rate) {
          expect(BigInt(rate.drained)).toBe(from.lag - now.lag);
          expect(BigInt(rate.dispatched)).toBe(now.position - from.position);
          expect(BigInt(rate.arrived)).toBe(now.end - from.end);
        } else expect(rate.movedMs).toBe(now.watermarkMs - from.watermarkMs);
      }
    }),
    { numRuns: 1000 },
  );
  expect(seen.measured).toBeGreaterThan(200);
  expect(seen.broken).toBeGreaterThan(200);
});
