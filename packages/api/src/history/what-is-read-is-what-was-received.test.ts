import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReceivedTick } from "../collector/summary.ts";
import { partitionOf } from "../testing/bodies.ts";
import { type RecordedHistory, recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";
import { gapAboveLeastMs } from "./gap-above.ts";

const span = 3 * 3_600_000;

/** Values that wander, are absent now and then, and are beyond 2^53 on one partition. */
function partitionsAt(second: number): PartitionWatermark[] {
  return [0, 1, 2].map((partition) => {
    const wobble = (second * 7919 + partition * 104_729) % 1009;
    return partitionOf(partition, {
      state: wobble % 5 === 0 ? "held" : "active",
      watermarkMs: wobble % 11 === 0 ? null : recordedFromMs + second * 1000 - wobble,
      previewWatermarkMs: wobble % 5 === 0 ? recordedFromMs + second * 1000 + 60_000 : null,
      lag:
        wobble % 13 === 0 ? null : String((partition === 2 ? 9_007_199_254_740_993n : 0n) + BigInt(wobble)),
      bufferedRecords: wobble,
    });
  });
}

/** It stands still for 40 s at a time, is absent now and then, and once is ahead of the app's clock. */
function globalAt(second: number): number | null {
  if (second % 97 === 0) return null;
  return recordedFromMs + second * 1000 - (second % 40) * 1000 - 5000 + (second === 6000 ? 90_000_000 : 0);
}

/** About one tick a second, with lost ticks and outages of 3 s to 17 min. */
async function threeHours(recorded: RecordedHistory): Promise<void> {
  const outages = new Map([
    [100, 3000],
    [101, 2999],
    [655, 9500],
    [2000, 61_000],
    [5000, 1_020_000],
    [7000, 17_000],
  ]);
  for (let second = 0; recorded.clock.nowMs() < recordedFromMs + span; second += 1) {
    recorded.tick(partitionsAt(second), { globalWatermarkMs: globalAt(second) });
    await recorded.pass(outages.get(second) ?? 1000 + (second % 5));
  }
}

interface PlainRow {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly ticks: readonly ReceivedTick[];
}

function plainRows(ticks: readonly ReceivedTick[], fromMs: number, stepMs: number): PlainRow[] {
  const buckets = new Map<number, ReceivedTick[]>();
  for (const tick of ticks) {
    if (tick.snapshot.atMs < fromMs) continue;
    const place = Math.floor(tick.snapshot.atMs / stepMs);
    buckets.set(place, [...(buckets.get(place) ?? []), tick]);
  }
  return [...buckets.values()].map((row) => {
    const times = row.map(({ snapshot }) => snapshot.atMs);
    return { firstMs: Math.min(...times), lastMs: Math.max(...times), ticks: row };
  });
}

function plainRange(rows: readonly PlainRow[], textOf: (tick: ReceivedTick) => bigint | null) {
  const texts = (pick: (values: bigint[], row: PlainRow) => bigint | null) =>
    rows.map(
      (row) =>
        pick(
          row.ticks.flatMap((tick) => textOf(tick) ?? []),
          row,
        )?.toString() ?? null,
    );
  const least = (values: bigint[], sign: 1n | -1n) =>
    values.reduce<bigint | null>((held, v) => (held === null || (v - held) * sign < 0n ? v : held), null);
  return {
    min: texts((values) => least(values, 1n)),
    max: texts((values) => least(values, -1n)),
    last: texts((_, row) => {
      const last = row.ticks.at(-1);
      return last === undefined ? null : textOf(last);
    }),
  };
}

const asText = ({ min, max, last }: Record<"min" | "max" | "last", (number | string | null)[]>) => {
  const text = (values: (number | string | null)[]) => values.map((value) => value?.toString() ?? null);
  return { min: text(min), max: text(max), last: text(last) };
};

let recorded: RecordedHistory;
beforeAll(async () => {
  recorded = await recordedHistory();
  await threeHours(recorded);
  await recorded.history.flush();
});
afterAll(() => recorded[Symbol.asyncDispose]());

test("at each grain, lowest, highest and last of every step are those of the ticks that were received", async () => {
  const toMs = recorded.clock.nowMs();
  const cases = [
    { fromMs: toMs - 600_000, maxPoints: 2000, grain: "1s", stepMs: 1000 },
    { fromMs: toMs - 3_000_000, maxPoints: 700, grain: "1s", stepMs: 5000 },
    { fromMs: recordedFromMs, maxPoints: 1000, grain: "10s", stepMs: 20_000 },
    { fromMs: recordedFromMs, maxPoints: 120, grain: "1min", stepMs: 120_000 },
  ] as const;
  for (const { fromMs, maxPoints, grain, stepMs } of cases) {
    const query = { appId: "orders", fromMs, toMs, maxPoints };
    const read = await recorded.reader.past.watermarks(query, ["orders-0", "orders-1", "orders-2"]);
    expect(read).toMatchObject({ grain, stepMs });
    // The first step holds ticks from before the span; the plain record begins there too.
    const rows = plainRows(recorded.ticks, read.steps[0]?.fromMs ?? 0, stepMs);
    expect(read.steps.map(({ firstMs, lastMs, ticks }) => ({ firstMs, lastMs, ticks }))).toEqual(
      rows.map(({ firstMs, lastMs, ticks }) => ({ firstMs, lastMs, ticks: ticks.length })),
    );
    const globalOf = ({ snapshot }: ReceivedTick) => snapshot.watermarks.globalWatermarkMs;
    const gapOf = (tick: ReceivedTick) => {
      const globalMs = globalOf(tick);
      return globalMs === null ? null : BigInt(tick.snapshot.atMs - globalMs);
    };
    expect(asText(read.gapMs)).toEqual(plainRange(rows, gapOf));
    for (const [at, partition] of read.partitions.entries()) {
      const wide = (value: number | string | null | undefined) => (value == null ? null : BigInt(value));
      const of = ({ snapshot }: ReceivedTick) => snapshot.watermarks.partitions[at];
      expect(asText(partition.watermarkMs)).toEqual(plainRange(rows, (tick) => wide(of(tick)?.watermarkMs)));
      expect(asText(partition.lag)).toEqual(plainRange(rows, (tick) => wide(of(tick)?.lag)));
      expect(asText(partition.previewWatermarkMs)).toEqual(
        plainRange(rows, (tick) => wide(of(tick)?.previewWatermarkMs)),
      );
      expect(asText(partition.bufferedRecords)).toEqual(
        plainRange(rows, (tick) => wide(of(tick)?.bufferedRecords)),
      );
      expect(partition.state).toEqual(rows.map((row) => of(row.ticks.at(-1) as ReceivedTick)?.state));
    }
  }
});

test("a partition that the app did not have is told from one of which a value is missing", async () => {
  const toMs = recorded.clock.nowMs();
  for (const fromMs of [toMs - 600_000, recordedFromMs]) {
    const query = { appId: "orders", fromMs, toMs, maxPoints: 100 };
    const read = await recorded.reader.past.watermarks(query, ["orders-2", "orders-99"]);
    expect(read.partitions).toMatchObject([
      { partition: 2, isKnown: true },
      { partition: 99, isKnown: false, state: read.steps.map(() => null) },
    ]);
  }
  const before = { appId: "orders", fromMs: 0, toMs: recordedFromMs - 1, maxPoints: 100 };
  const { partitions } = await recorded.reader.past.watermarks(before, ["orders-2"]);
  expect(partitions).toMatchObject([{ isKnown: false, state: [] }]);
});

test("every gap is told at every grain: between the steps as it was, or within one as its missing time", async () => {
  const toMs = recorded.clock.nowMs();
  const times = recorded.ticks.map(({ snapshot }) => snapshot.atMs);
  const outages = times
    .slice(1)
    .map((atMs, i) => ({ fromMs: times[i] ?? 0, untilMs: atMs }))
    .filter(({ fromMs, untilMs }) => untilMs - fromMs > gapAboveLeastMs);
  expect(outages).toHaveLength(6);
  for (const maxPoints of [2000, 1000, 120, 10]) {
    const query = { appId: "orders", fromMs: recordedFromMs, toMs, maxPoints };
    const { steps, gaps } = await recorded.reader.past.watermarks(query, ["orders-0"]);
    const told = gaps.map(({ fromMs, untilMs }) => untilMs - fromMs);
    const within = steps.map(({ missingMs }) => missingMs);
    const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);
    expect(sum(told) + sum(within)).toBe(sum(outages.map(({ fromMs, untilMs }) => untilMs - fromMs)));
    for (const gap of gaps) expect(outages).toContainEqual({ fromMs: gap.fromMs, untilMs: gap.untilMs });
    // Two steps without a gap between them are never further apart than two ticks.
    for (const [i, step] of steps.slice(1).entries()) {
      const before = steps[i];
      const isApart = step.firstMs - (before?.lastMs ?? 0) > gapAboveLeastMs;
      expect(gaps.some(({ fromMs }) => fromMs === before?.lastMs)).toBe(isApart);
    }
  }
});

test("a moment is read as it was, with the age of what is known of it; in a gap nothing is", async () => {
  for (const index of [50, 1999, 4000, 6999, recorded.ticks.length - 1]) {
    const tick = recorded.ticks[index] as ReceivedTick;
    const { atMs, watermarks } = tick.snapshot;
    const moment = await recorded.reader.past.at("orders", atMs + 1);
    if (moment.kind !== "known") throw new Error(`nothing is known of tick ${index}`);
    // Of what was before the last hour buckets are left, and of those what they ended with.
    expect(moment.sampleMs + moment.ageMs).toBe(atMs + 1);
    expect(moment.ageMs).toBeLessThan(10_000 + gapAboveLeastMs);
    if (atMs < recorded.clock.nowMs() - 3_600_000) continue;
    expect(moment).toMatchObject({
      grain: "1s",
      sampleMs: atMs,
      ageMs: 1,
      heldBackBy: watermarks.heldBackBy,
    });
    expect(moment.partitions).toEqual(
      watermarks.partitions.map(
        ({ topic, partition, state, watermarkMs, previewWatermarkMs, lag, bufferedRecords }) => ({
          topic,
          partition,
          state,
          watermarkMs,
          previewWatermarkMs,
          lag,
          bufferedRecords,
        }),
      ),
    );
  }
  const outage = recorded.ticks[5000]?.snapshot.atMs ?? 0;
  expect(await recorded.reader.past.at("orders", outage + 300_000)).toEqual({ kind: "unknown" });
  const shortOne = recorded.ticks[655]?.snapshot.atMs ?? 0;
  expect(await recorded.reader.past.at("orders", shortOne + 5000)).toEqual({ kind: "unknown" });
  expect(await recorded.reader.past.at("orders", recordedFromMs - 1)).toEqual({ kind: "unknown" });
  expect(await recorded.reader.past.at("payments", outage)).toEqual({ kind: "unknown" });
  expect(await recorded.reader.past.at("orders", recorded.clock.nowMs() + 60_000)).toEqual({
    kind: "unknown",
  });
});
