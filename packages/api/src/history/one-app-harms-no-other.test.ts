import { expect, test } from "vitest";
import { lateDropOf, partitionOf } from "../testing/bodies.ts";
import { silent } from "../testing/collecting.ts";
import { recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";
import { openHistory } from "./open-history.ts";
import { defaultHistoryLimits } from "./tiers.ts";

const spanOf = (appId: string, seconds: number) => ({
  appId,
  fromMs: recordedFromMs,
  toMs: recordedFromMs + seconds * 1000,
  maxPoints: 2000,
});

test("what can't be written of one app is given up, counted and told once; all else is written", async () => {
  await using recorded = await recordedHistory();
  const drop = { ...lateDropOf(1), bootId: "boot1", id: "9999999999999999999" };
  for (let second = 0; second < 5; second += 1) {
    recorded.history.observer.entries("liar", { kind: "late-drop", items: [drop] });
    recorded.tick([partitionOf(0)], {}, "liar");
    recorded.tick([partitionOf(0)], {}, "orders");
    recorded.clock.advance(1000);
    await recorded.history.flush();
  }
  expect(recorded.history.writerState()).toMatchObject({ failure: undefined, pendingBytes: 0 });
  // With the first one goes what else happened in that app in that second: its start.
  expect(recorded.history.writerState().lost).toBe(6);
  for (const appId of ["orders", "liar"]) {
    const { steps, gaps } = await recorded.reader.past.watermarks(spanOf(appId, 4), ["orders-0"]);
    expect({ steps: steps.length, gaps }, appId).toEqual({ steps: 5, gaps: [] });
  }
  expect(recorded.warnings).toEqual([
    "what an app told can't be written and is not kept in history; all other apps are",
  ]);
});

test("numbers that no app has are kept as the largest there are, and hinder nothing", async () => {
  await using recorded = await recordedHistory();
  for (let second = 0; second < 200; second += 1) {
    const { snapshot, receivedAtMs } = recorded.tick([partitionOf(0)], {}, "orders");
    const eventLoopDelayMs = second % 2 === 0 ? 1e300 : 1e306;
    const lies = { ...snapshot, lanes: { lanes: [], eventLoopDelayMs } };
    recorded.history.observer.tick("liar", { snapshot: lies, receivedAtMs });
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  for (const appId of ["orders", "liar"]) {
    const { steps, gaps } = await recorded.reader.past.commits(spanOf(appId, 199));
    expect({ steps: steps.length, gaps }, appId).toEqual({ steps: 200, gaps: [] });
  }
});

test("a gap that no number holds is told as the longest one, and its ticks are kept", async () => {
  await using recorded = await recordedHistory();
  const longest = Number.MAX_SAFE_INTEGER;
  for (const globalWatermarkMs of [-longest, longest]) {
    recorded.tick([partitionOf(0)], { globalWatermarkMs });
    recorded.clock.advance(1000);
  }
  await recorded.history.flush();
  const { gapMs, globalWatermarkMs } = await recorded.reader.past.watermarks(spanOf("orders", 1), []);
  expect(gapMs.last).toEqual([longest, recordedFromMs + 1000 - longest]);
  expect(globalWatermarkMs.last).toEqual([-longest, longest]);
});

test("rows that are damaged keep no others from being compacted, and are forgotten in time", async () => {
  await using recorded = await recordedHistory();
  for (let second = 0; second < 70; second += 1) {
    recorded.tick([partitionOf(0)], {}, "damaged");
    recorded.tick([partitionOf(0)], {}, "orders");
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  await recorded.database
    .updateTable("history_ticks")
    .set({ body: Buffer.from([255, 255]) })
    .where("app_id", "=", "damaged")
    .where("at_s", "<", recordedFromMs / 1000 + 30)
    .execute();
  const ticksOf = async (appId: string, beforeS: number) =>
    (
      await recorded.database
        .selectFrom("history_ticks")
        .select("at_s")
        .where("app_id", "=", appId)
        .where("at_s", "<", beforeS)
        .execute()
    ).length;
  const minuteS = recordedFromMs / 1000 + 60;
  recorded.clock.advance(120_000);
  await expect(recorded.history.tidy()).rejects.toThrow();
  expect(await ticksOf("orders", minuteS)).toBe(0);
  expect(await ticksOf("damaged", minuteS)).toBeGreaterThan(0);
  recorded.clock.advance(defaultHistoryLimits.tiers["1s"].keepMs + 60_000);
  await expect(recorded.history.tidy()).rejects.toThrow();
  await recorded.history.tidy();
  expect(await ticksOf("damaged", minuteS)).toBe(0);
});

test("while nothing can be written, the app that brings most loses its oldest; the others lose nothing", async () => {
  const pendingBytesMax = 1_000_000;
  await using recorded = await recordedHistory({ limits: { ...defaultHistoryLimits, pendingBytesMax } });
  for (const appId of ["one", "two", "noisy"]) recorded.tick([partitionOf(0)], {}, appId);
  const items = Array.from({ length: 200 }, (_, i) => ({
    ...lateDropOf(i + 1, "x".repeat(20_000)),
    bootId: "boot1",
  }));
  recorded.history.observer.entries("noisy", { kind: "late-drop", items });
  const { lost, pendingBytes } = recorded.history.writerState();
  expect(pendingBytes).toBeLessThanOrEqual(pendingBytesMax);
  expect(pendingBytes).toBeGreaterThan(pendingBytesMax - 30_000);
  await recorded.history.flush();
  for (const appId of ["one", "two", "noisy"])
    expect((await recorded.reader.past.commits(spanOf(appId, 1))).steps, appId).toHaveLength(1);
  const all = { appId: "noisy", fromMs: 0, toMs: recordedFromMs + 60_000, limit: 300 };
  const drops = await recorded.reader.events.lateDrops(all);
  expect(drops.items[0]?.id).toBe("200");
  expect(drops.items.length + lost).toBe(201);
});

test.each(['{"x":1}', "{"])("a life-cycle row that reads %s keeps no console from starting", async (body) => {
  await using recorded = await recordedHistory();
  const { database, clock } = recorded;
  for (const appId of ["damaged", "orders"]) recorded.tick([partitionOf(0)], {}, appId);
  await recorded.history.flush();
  await database.updateTable("history_events").set({ body }).where("app_id", "=", "damaged").execute();
  const next = await openHistory({ database, logger: silent, clock });
  clock.advance(1000);
  for (const appId of ["damaged", "orders"]) {
    const { snapshot } = recorded.tick([partitionOf(0)], { bootId: "boot2" }, "unread");
    next.observer.tick(appId, { snapshot, receivedAtMs: clock.nowMs() });
  }
  await next.flush();
  const kept = await database
    .selectFrom("history_events")
    .select(["app_id", "entry_id", "body"])
    .where("boot_id", "=", "boot2")
    .where("app_id", "in", ["damaged", "orders"])
    .orderBy("entry_id")
    .execute();
  expect(kept.map((row) => [row.app_id, row.entry_id, JSON.parse(row.body).from?.kind])).toEqual([
    ["damaged", 3n, undefined],
    ["orders", 4n, "running"],
  ]);
  await next.stop();
});
