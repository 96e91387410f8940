import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import type { CollectorObserver } from "../collector/collector-observer.ts";
import { openDatabase } from "../database/open-database.ts";
import { lateDropOf, partitionOf, violationOf } from "../testing/bodies.ts";
import { silent } from "../testing/collecting.ts";
import { recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";
import { openHistory } from "./open-history.ts";
import { defaultHistoryLimits } from "./tiers.ts";

const hourMs = 3_600_000;

/** Values that nothing can make small. */
function noisyPartitions(second: number) {
  let state = second + 1;
  return Array.from({ length: 40 }, (_, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return partitionOf(i, {
      lag: String(state),
      bufferedRecords: state % 2000,
      watermarkMs: recordedFromMs + state,
    });
  });
}

function folder(): string {
  const made = mkdtempSync(path.join(os.tmpdir(), "stoatflow-bytes-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test("whatever comes, rows and file stay within the limit; the oldest goes first, and it is told from when there is history", async () => {
  const file = path.join(folder(), "console.db");
  const bytesMax = 1_000_000;
  await using recorded = await recordedHistory({
    database: await openDatabase(file),
    limits: { ...defaultHistoryLimits, bytesMax },
  });
  let largest = 0;
  for (let second = 0; second < 2 * 3600; second += 1) {
    recorded.tick(noisyPartitions(second));
    await recorded.pass(1000);
    if (second % 300 !== 0) continue;
    const { bytes, grains } = await recorded.reader.retention();
    largest = Math.max(largest, bytes);
    for (const grain of grains) expect(grain.bytes).toBeLessThanOrEqual(grain.bytesMax);
  }
  expect(largest).toBeGreaterThan(bytesMax * 0.4);
  expect(largest).toBeLessThanOrEqual(bytesMax);
  expect(statSync(file).size).toBeLessThan(2 * bytesMax);
  const { grains } = await recorded.reader.retention();
  const [seconds, tens, minutes] = grains;
  // What is gone from a finer grain is still in a coarser one.
  expect(seconds?.fromMs).toBeGreaterThan(recordedFromMs);
  expect(tens?.fromMs).toBeLessThan(seconds?.fromMs ?? 0);
  expect(minutes?.fromMs).toBe(recordedFromMs);
  const query = { appId: "orders", fromMs: recordedFromMs, toMs: recorded.clock.nowMs(), maxPoints: 1000 };
  const { grain, gaps } = await recorded.reader.past.watermarks(query, ["orders-3"]);
  expect(grain).not.toBe("1s");
  expect(gaps).toEqual([]);
});

test("each grain begins with the oldest tick that it has, and not where the row of that tick begins", async () => {
  await using recorded = await recordedHistory();
  const beganMs = recordedFromMs + 438_000;
  recorded.clock.advance(438_000);
  for (let second = 0; second < 3 * 3600; second += 1) {
    recorded.tick([partitionOf(0)]);
    await recorded.pass(1000);
    if (second === 1800) {
      const { grains } = await recorded.reader.retention();
      expect(grains.map(({ fromMs }) => fromMs)).toEqual([beganMs, beganMs, null]);
    }
  }
  const { grains } = await recorded.reader.retention();
  expect(grains.map(({ grain, fromMs }) => [grain, fromMs])).toEqual([
    ["1s", expect.toSatisfy((fromMs) => fromMs > beganMs)],
    ["10s", beganMs],
    ["1min", beganMs],
  ]);
  await recorded.database
    .updateTable("history_chunks")
    .set({ body: Buffer.from("damaged") })
    .execute();
  const damaged = await recorded.reader.retention();
  expect(damaged.grains.map(({ fromMs }) => fromMs)).toEqual([
    expect.any(Number),
    recordedFromMs,
    recordedFromMs,
  ]);
});

test("history is forgotten when its time is over, grain by grain", async () => {
  const limits = {
    ...defaultHistoryLimits,
    tiers: {
      "1s": { keepMs: hourMs / 6, share: 0.3 },
      "10s": { keepMs: hourMs, share: 0.3 },
      "1min": { keepMs: 2 * hourMs, share: 0.3 },
    },
  };
  await using recorded = await recordedHistory({ limits });
  for (let second = 0; second < 4 * 3600; second += 1) {
    recorded.tick([partitionOf(0)]);
    await recorded.pass(1000);
  }
  const nowMs = recorded.clock.nowMs();
  const { grains, writer } = await recorded.reader.retention();
  expect(writer).toMatchObject({ kind: "writing", lost: 0 });
  const chunksMs = [60_000, 600_000, hourMs];
  for (const [i, { fromMs, keepMs }] of grains.entries()) {
    expect(fromMs).toBeLessThanOrEqual(nowMs - keepMs);
    expect(fromMs).toBeGreaterThanOrEqual(nowMs - keepMs - 3 * (chunksMs[i] ?? 0));
  }
  const before = {
    appId: "orders",
    fromMs: recordedFromMs,
    toMs: recordedFromMs + hourMs - 1,
    maxPoints: 100,
  };
  const { steps, gaps } = await recorded.reader.past.watermarks(before, ["orders-0"]);
  expect({ steps, gaps }).toEqual({
    steps: [],
    gaps: [{ fromMs: before.fromMs, untilMs: before.toMs, isRestart: false }],
  });
});

test("a flood of late drops pushes out late drops alone", async () => {
  await using recorded = await recordedHistory({ limits: { ...defaultHistoryLimits, bytesMax: 2_000_000 } });
  const { observer } = recorded.history;
  recorded.tick([partitionOf(0)]);
  observer.entries("orders", { kind: "violation", items: [{ ...violationOf(1), bootId: "boot1" }] });
  for (let round = 0; round < 30; round += 1) {
    const items = Array.from({ length: 100 }, (_, i) => ({
      ...lateDropOf(round * 100 + i),
      bootId: "boot1",
    }));
    observer.entries("orders", { kind: "late-drop", items });
    await recorded.pass(60_000);
  }
  const { events } = await recorded.reader.retention();
  for (const { bytes, bytesMax } of events) expect(bytes).toBeLessThanOrEqual(bytesMax);
  const all = { appId: "orders", fromMs: 0, toMs: recorded.clock.nowMs() + hourMs, limit: 200 };
  expect((await recorded.reader.events.violations(all)).items).toHaveLength(1);
  expect((await recorded.reader.events.lifecycle(all)).items).toHaveLength(1);
  const { items } = await recorded.reader.events.lateDrops(all);
  expect(items[0]?.id).toBe("2999");
});

test("a noisy app pushes out its own events alone, and of a burst in one instant no more than must go", async () => {
  await using recorded = await recordedHistory({ limits: { ...defaultHistoryLimits, bytesMax: 2_000_000 } });
  const { observer } = recorded.history;
  const atMs = recorded.clock.nowMs();
  const dropOf = (id: number) => ({ ...lateDropOf(id), bootId: "boot1", atMs });
  observer.entries("quiet", { kind: "late-drop", items: [{ ...dropOf(1), atMs: atMs - hourMs }] });
  observer.entries("noisy", { kind: "late-drop", items: Array.from({ length: 1000 }, (_, i) => dropOf(i)) });
  await recorded.history.flush();
  await recorded.history.tidy();
  const all = { fromMs: 0, toMs: atMs + hourMs, limit: 1000 };
  expect((await recorded.reader.events.lateDrops({ ...all, appId: "quiet" })).items).toHaveLength(1);
  const { items } = await recorded.reader.events.lateDrops({ ...all, appId: "noisy" });
  expect(items[0]?.id).toBe("999");
  const { events } = await recorded.reader.retention();
  const { bytes, bytesMax } = events.find(({ kind }) => kind === "late-drop") ?? { bytes: 0, bytesMax: 0 };
  expect(bytes).toBeLessThanOrEqual(bytesMax);
  expect(bytes).toBeGreaterThan(bytesMax - 2000);
});

test("a flood within one minute is held within the limit, on the disk too; a file that is too large gets smaller", async () => {
  const file = path.join(folder(), "console.db");
  const database = await openDatabase(file);
  const bytesMax = 4_000_000;
  const limits = { ...defaultHistoryLimits, bytesMax };
  await using recorded = await recordedHistory({ database, limits });
  const flood = (observer: CollectorObserver, round: number) => {
    const items = Array.from({ length: 100 }, (_, i) => ({
      ...lateDropOf(round * 100 + i, "x".repeat(10_000)),
      bootId: "boot1",
    }));
    observer.entries("orders", { kind: "late-drop", items });
  };
  for (let round = 0; round < 40; round += 1) {
    flood(recorded.history.observer, round);
    await recorded.history.flush();
    // No minute has passed.
    await vi.waitFor(
      async () => {
        const { events } = await recorded.reader.retention();
        for (const { bytes, bytesMax } of events) expect(bytes).toBeLessThanOrEqual(bytesMax);
      },
      { timeout: 20_000 },
    );
  }
  expect(statSync(file).size).toBeLessThan(3 * bytesMax);
  const large = await openHistory({ database, logger: silent, clock: recorded.clock });
  for (let round = 40; round < 80; round += 1) {
    flood(large.observer, round);
    await large.flush();
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(database);
  expect(statSync(file).size).toBeGreaterThan(9 * bytesMax);
  await recorded.history.tidy();
  await sql`pragma wal_checkpoint(truncate)`.execute(database);
  expect(statSync(file).size).toBeLessThan(bytesMax);
});

test("a big app pushes out its own seconds alone", async () => {
  await using recorded = await recordedHistory({ limits: { ...defaultHistoryLimits, bytesMax: 1_000_000 } });
  const seconds = 2400;
  for (let second = 0; second < seconds; second += 1) {
    recorded.tick(noisyPartitions(second), {}, "big");
    recorded.tick([partitionOf(0)], {}, "small");
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  const toMs = recordedFromMs + (seconds - 1) * 1000;
  const span = { fromMs: recordedFromMs, toMs, maxPoints: 5000 };
  const small = await recorded.reader.past.watermarks({ ...span, appId: "small" }, ["orders-0"]);
  expect({ grain: small.grain, steps: small.steps.length, gaps: small.gaps }).toEqual({
    grain: "1s",
    steps: seconds,
    gaps: [],
  });
  const { grains } = await recorded.reader.retention();
  for (const { bytes, bytesMax } of grains) expect(bytes).toBeLessThanOrEqual(bytesMax);
  expect((await recorded.reader.past.watermarks({ ...span, appId: "big" }, [])).grain).not.toBe("1s");
});

test("an app whose partitions change with every tick can't take more than its share", async () => {
  const bytesMax = 10_000_000;
  await using recorded = await recordedHistory({ limits: { ...defaultHistoryLimits, bytesMax } });
  for (let second = 0; second < 1200; second += 1) {
    const partitions = Array.from({ length: 50 }, (_, i) => partitionOf(second * 50 + i));
    recorded.tick(partitions, {}, "liar");
    recorded.tick([partitionOf(0)], {}, "orders");
    await recorded.pass(1000);
  }
  const { bytes } = await recorded.database
    .selectFrom("history_series")
    .select(({ fn }) => fn.sum<bigint>("bytes").as("bytes"))
    .executeTakeFirstOrThrow();
  expect(Number(bytes)).toBeLessThanOrEqual(bytesMax * 0.05);
  await recorded.history.flush();
  const query = {
    appId: "orders",
    fromMs: recordedFromMs,
    toMs: recordedFromMs + 1_199_000,
    maxPoints: 2000,
  };
  const { steps, gaps } = await recorded.reader.past.watermarks(query, ["orders-0"]);
  expect({ steps: steps.length, gaps }).toEqual({ steps: 1200, gaps: [] });
});
