import { afterAll, beforeAll, expect, test } from "vitest";
import { mergeInstances } from "../collector/merge/merge-instances.ts";
import { partitionOf, type SnapshotOf, snapshotOf } from "../testing/bodies.ts";
import { type RecordedHistory, recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";

const everyMs = 5000;
const partitions = [partitionOf(0)];
const slow: SnapshotOf = { status: { tickIntervalMs: everyMs } };
/** After that tick nothing is heard for a while. */
const outage = { tick: 300, fromMs: recordedFromMs + 300 * everyMs, lengthMs: 61_000 };
const ticks = 1440;

let history: RecordedHistory;

/** Two hours, so that there is history at each grain. */
beforeAll(async () => {
  history = await recordedHistory();
  for (let tick = 0; tick < ticks; tick += 1) {
    history.tick(partitions, slow);
    await history.pass(tick === outage.tick ? outage.lengthMs : everyMs);
  }
  await history.history.flush();
});
afterAll(() => history?.[Symbol.asyncDispose]());

const untilMs = () => history.ticks.at(-1)?.snapshot.atMs ?? 0;
const spanOf = (fromMs: number, toMs: number, maxPoints = 2000) => ({
  appId: "orders",
  fromMs,
  toMs,
  maxPoints,
});

test("an app that says it ticks each 5 s has no gap between its ticks at any grain, and an outage is one still", async () => {
  const gapMs = outage.lengthMs;
  for (const [fromMs, maxPoints, grain] of [
    [untilMs() - 1_000_000, 2000, "1s"],
    [recordedFromMs, 700, "10s"],
    [recordedFromMs, 100, "1min"],
  ] as const) {
    const read = await history.reader.past.commits(spanOf(fromMs, untilMs(), maxPoints));
    expect(read.grain).toBe(grain);
    const within = read.steps.reduce((sum, { missingMs }) => sum + missingMs, 0);
    const between = read.gaps.reduce((sum, gap) => sum + gap.untilMs - gap.fromMs, 0);
    expect(within + between).toBe(fromMs > outage.fromMs ? 0 : gapMs);
    const unknown = read.perSecond.dispatched.flatMap((rate, i) => (rate === null ? i : []));
    expect(unknown.length).toBeLessThanOrEqual(fromMs > outage.fromMs ? 1 : 3);
    expect(read.perSecond.dispatched.at(-1)).toBeCloseTo(0.2);
  }
});

test("an app that says nothing of its pace is taken for one that ticks each second", async () => {
  await using recorded = await recordedHistory();
  for (let tick = 0; tick < 3; tick += 1) {
    recorded.tick(partitions);
    await recorded.pass(everyMs);
  }
  await recorded.history.flush();
  const span = spanOf(recordedFromMs, recordedFromMs + 2 * everyMs);
  expect((await recorded.reader.past.commits(span)).gaps).toHaveLength(2);
});

test("a span that has no tick of a slow app is no gap where the app went on, and one in an outage is", async () => {
  const gapsIn = async (fromMs: number, toMs: number) =>
    (await history.reader.past.commits(spanOf(fromMs, toMs))).gaps;
  expect(await gapsIn(untilMs() - 4000, untilMs() - 1000)).toEqual([]);
  const fromMs = outage.fromMs + 20_000;
  expect(await gapsIn(fromMs, fromMs + 3000)).toEqual([{ fromMs, untilMs: fromMs + 3000, isRestart: false }]);
});

test("a moment between two ticks of a slow app is as the first one told it, and one in an outage is not known", async () => {
  const last = untilMs();
  for (const ageMs of [0, 1000, 4000, 4999])
    expect(await history.reader.past.at("orders", last - 5 * everyMs + ageMs)).toMatchObject({
      kind: "known",
      grain: "1s",
      sampleMs: last - 5 * everyMs,
      ageMs,
    });
  const unknown = { kind: "unknown" };
  expect(await history.reader.past.at("orders", outage.fromMs + 30_000)).toEqual(unknown);
  expect(await history.reader.past.at("orders", last + 2 * everyMs)).toMatchObject({ kind: "known" });
  expect(await history.reader.past.at("orders", last + 2 * everyMs + 1)).toEqual(unknown);
});

test("an app that is no longer heard of is a gap once two of its ticks are due", async () => {
  await using recorded = await recordedHistory();
  recorded.tick(partitions, slow);
  await recorded.history.flush();
  const gapsAfter = async (ms: number) => {
    recorded.clock.advance(recordedFromMs + ms - recorded.clock.nowMs());
    return (await recorded.reader.past.commits(spanOf(recordedFromMs, recordedFromMs + 60_000))).gaps;
  };
  // What came in the last 2 s may be still to be written.
  expect(await gapsAfter(12_000)).toEqual([]);
  expect(await gapsAfter(12_001)).toEqual([
    { fromMs: recordedFromMs, untilMs: recordedFromMs + 10_001, isRestart: false },
  ]);
});

test("an app that says it ticks once a year has a gap after two minutes", async () => {
  await using recorded = await recordedHistory();
  for (const afterMs of [120_000, 120_001, 1000]) {
    recorded.tick(partitions, { status: { tickIntervalMs: 31_536_000_000 } });
    await recorded.pass(afterMs);
  }
  await recorded.history.flush();
  const { gaps } = await recorded.reader.past.commits(spanOf(recordedFromMs, recordedFromMs + 240_001));
  expect(gaps).toEqual([
    { fromMs: recordedFromMs + 120_000, untilMs: recordedFromMs + 240_001, isRestart: false },
  ]);
});

test("of several instances the quickest that is heard of says what a gap is", async () => {
  await using recorded = await recordedHistory();
  const tell = (told: Readonly<Record<string, number>>, receivedAtMs: Readonly<Record<string, number>>) => {
    const { tick, told: by } = mergeInstances(
      Object.entries(told).map(([url, tickIntervalMs]) => {
        const atMs = receivedAtMs[url] ?? recorded.clock.nowMs();
        const sequence = 1 + (atMs - recordedFromMs) / 1000;
        const snapshot = snapshotOf({
          bootId: url,
          instanceId: url,
          atMs,
          sequence,
          status: { tickIntervalMs },
        });
        return { url, tick: { snapshot, receivedAtMs: atMs }, isCurrent: true };
      }),
    );
    if (tick !== undefined) recorded.history.observer.tick("orders", tick, by);
  };
  for (const afterMs of [1000, 4000, 1000]) {
    tell({ quick: 1000, slow: everyMs }, {});
    await recorded.pass(afterMs);
  }
  const lastOfQuick = recordedFromMs + 5000;
  for (let tick = 0; tick < 3; tick += 1) {
    await recorded.pass(everyMs);
    tell({ quick: 1000, slow: everyMs }, { quick: lastOfQuick });
  }
  await recorded.history.flush();
  const { gaps } = await recorded.reader.past.commits(spanOf(recordedFromMs, recorded.clock.nowMs()));
  expect(gaps.map(({ fromMs, untilMs }) => [fromMs - recordedFromMs, untilMs - recordedFromMs])).toEqual([
    [1000, 5000],
    [5000, 11_000],
  ]);
});

test("a gap is one whatever span is asked for, and no moment in it is known", async () => {
  await using recorded = await recordedHistory();
  const everyMinute: SnapshotOf = { status: { tickIntervalMs: 60_000 } };
  const second = (offset: number) => recordedFromMs + offset * 1000;
  const gapsIn = async (from: number, to: number) =>
    (await recorded.reader.past.commits(spanOf(second(from), second(to)))).gaps;
  const isKnownAt = async (offset: number) =>
    (await recorded.reader.past.at("orders", second(offset))).kind === "known";
  const gap = (from: number, to: number) => [{ fromMs: second(from), untilMs: second(to), isRestart: false }];
  for (let tick = 0; tick < 10; tick += 1) {
    recorded.tick(partitions, everyMinute);
    await recorded.pass(60_000);
  }
  recorded.tick(partitions, everyMinute);
  await recorded.pass(90_000);
  await recorded.history.flush();
  // It is not known yet that it is one: the next tick is not due.
  expect([await gapsIn(0, 685), await isKnownAt(685)]).toEqual([[], true]);
  await recorded.pass(570_000);
  for (let tick = 0; tick < 5; tick += 1) {
    recorded.tick(partitions, everyMinute);
    await recorded.pass(60_000);
  }
  await recorded.history.flush();
  expect(await gapsIn(0, 1400)).toEqual(gap(600, 1260));
  expect(await gapsIn(0, 715)).toEqual(gap(600, 715));
  expect(await gapsIn(601, 715)).toEqual(gap(601, 715));
  expect(await gapsIn(900, 905)).toEqual(gap(900, 905));
  expect(await gapsIn(1150, 1400)).toEqual(gap(1150, 1260));
  // Nothing of it is between two ticks of the app that went on.
  expect(await gapsIn(30, 500)).toEqual([]);
  expect(await gapsIn(70, 110)).toEqual([]);
  for (const offset of [601, 650, 715, 725, 900, 1200, 1259]) expect(await isKnownAt(offset)).toBe(false);
  for (const offset of [0, 59, 61, 600, 1260, 1300, 1500]) expect(await isKnownAt(offset)).toBe(true);
  expect(await gapsIn(-30, 30)).toEqual(gap(-30, 0));
});

test("no moment after the last tick before a gap is known, however short the time since", async () => {
  await using recorded = await recordedHistory();
  for (const afterMs of [1000, 1000, 60_000, 1000]) {
    recorded.tick(partitions);
    await recorded.pass(afterMs);
  }
  await recorded.history.flush();
  for (const [afterMs, kind] of [
    [1900, "known"],
    [2000, "known"],
    [2001, "unknown"],
    [3900, "unknown"],
  ] as const)
    expect(await recorded.reader.past.at("orders", recordedFromMs + afterMs)).toMatchObject({ kind });
});
