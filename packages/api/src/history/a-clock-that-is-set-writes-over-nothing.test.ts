import { expect, test } from "vitest";
import { mergeInstances } from "../collector/merge/merge-instances.ts";
import { partitionOf, snapshotOf } from "../testing/bodies.ts";
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

test.each([
  ["at once", [0, -8000]],
  ["in pieces", [0, -8000, -5000, -2000]],
])(
  "a clock that is set back and comes forward again %s is never ahead of what is true",
  async (_, offsets) => {
    const set = (second: number) => right(second) + (offsets[Math.floor(second / 10) % offsets.length] ?? 0);
    const { ticks, steps, gaps, rates } = await told(160, set, right);
    expect({ ticks, gaps }).toEqual({ ticks: 160, gaps: [] });
    expect(steps).toEqual(Array.from({ length: 160 }, (_, second) => right(second)));
    expect(new Set(rates)).toEqual(new Set([1000]));
  },
);

test("ticks that a broken connection brought late are in their places, though the clock was set back before", async () => {
  const isHeld = (second: number) => second % 40 > 30;
  const late = (second: number) => (isHeld(second) ? right(second - (second % 40) + 40) : right(second));
  const { ticks, steps, gaps } = await told(120, setBack, late);
  expect({ ticks, gaps }).toEqual({ ticks: 120, gaps: [] });
  expect(steps).toEqual(Array.from({ length: 120 }, (_, second) => right(second)));
});

test("of two instances the one that is ahead may fall silent and come back: no gap, and no time that was not", async () => {
  await using recorded = await recordedHistory();
  const { clock, history } = recorded;
  const tickOf = (instanceId: string, partition: number, aheadMs: number, sequence: number) => ({
    snapshot: snapshotOf({
      instanceId,
      bootId: `boot-${instanceId}`,
      sequence,
      partitions: [partitionOf(partition)],
      atMs: clock.nowMs() + aheadMs,
    }),
    receivedAtMs: clock.nowMs(),
  });
  let ahead = tickOf("ahead", 0, 10_000, 1);
  for (let second = 1; second <= 200; second += 1) {
    if (Math.floor(second / 15) % 2 === 0) ahead = tickOf("ahead", 0, 10_000, second);
    const isCurrent = clock.nowMs() - ahead.receivedAtMs <= 3000;
    const { tick, told: by } = mergeInstances([
      { url: "http://ahead", tick: ahead, isCurrent },
      { url: "http://right", tick: tickOf("right", 1, 0, second), isCurrent: true },
    ]);
    if (tick !== undefined) history.observer.tick("orders", tick, by);
    await recorded.pass(1000);
  }
  await history.flush();
  const lastMs = clock.nowMs() - 1000 + 10_000;
  const span = { appId: "orders", fromMs: recordedFromMs + 10_000, toMs: lastMs, maxPoints: 1000 };
  const { steps, gaps } = await recorded.reader.past.commits(span);
  expect(gaps).toEqual([]);
  expect(steps).toHaveLength(200);
  expect(steps.at(-1)?.lastMs).toBe(lastMs);
});
