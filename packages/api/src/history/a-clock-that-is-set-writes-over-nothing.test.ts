import { expect, test } from "vitest";
import { partitionOf } from "../testing/bodies.ts";
import { recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";

const partitions = [partitionOf(0)];

/** What is read of one run, of which each second is told. */
async function told(
  seconds: number,
  atMsOf: (second: number) => number,
  receivedAtMsOf: (second: number) => number,
) {
  await using recorded = await recordedHistory();
  for (let second = 0; second < seconds; second += 1) {
    const { snapshot } = recorded.tick(
      partitions,
      { sequence: (second + 1) * 1000, atMs: atMsOf(second) },
      "unread",
    );
    recorded.history.observer.tick("orders", { snapshot, receivedAtMs: receivedAtMsOf(second) });
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  const toMs = recordedFromMs + (seconds + 61) * 1000;
  const read = await recorded.reader.past.commits({
    appId: "orders",
    fromMs: recordedFromMs,
    toMs,
    maxPoints: 900,
  });
  return {
    ticks: read.steps.reduce((sum, { ticks }) => sum + ticks, 0),
    steps: read.steps.map(({ firstMs }) => firstMs),
    /** Of the time between the ticks. */
    gaps: read.gaps.filter(
      ({ fromMs, untilMs }) =>
        read.steps.some((s) => s.lastMs === fromMs) && read.steps.some((s) => s.firstMs === untilMs),
    ),
    rates: read.perSecond.dispatched.slice(1).flatMap((rate) => rate ?? []),
  };
}

const right = (second: number) => recordedFromMs + second * 1000;
const setBack = (second: number) => right(second) - (second < 60 ? 0 : 30_000);

test("an app whose clock is set back goes on from where it was", async () => {
  const { ticks, steps, gaps, rates } = await told(100, setBack, right);
  expect({ ticks, gaps }).toEqual({ ticks: 100, gaps: [] });
  expect(steps.at(-1)).toBe(recordedFromMs + 99_000);
  expect(new Set(rates)).toEqual(new Set([1000]));
});

test("so it does where the console's clock is the same and is set back with it", async () => {
  const { ticks, gaps, rates } = await told(100, setBack, setBack);
  expect({ ticks, gaps }).toEqual({ ticks: 100, gaps: [] });
  // One second of the two clocks is not known, and taken for none.
  expect(rates.filter((rate) => rate !== 1000).length).toBeLessThanOrEqual(2);
});

test("a clock that wavers about the limit of belief moves no tick to and fro", async () => {
  const { ticks, gaps, rates } = await told(
    90,
    (second) => right(second) + 60_000 + (second % 2 ? 40 : -40),
    right,
  );
  expect({ ticks, gaps }).toEqual({ ticks: 90, gaps: [] });
  for (const rate of rates) expect(rate).toBeCloseTo(1000, -3);
});

test("a console's clock that is set back alone changes nothing", async () => {
  const { ticks, gaps, rates } = await told(100, right, setBack);
  expect({ ticks, gaps, rates: new Set(rates) }).toEqual({ ticks: 100, gaps: [], rates: new Set([1000]) });
});
