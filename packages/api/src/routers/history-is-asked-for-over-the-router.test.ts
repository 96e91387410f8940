import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { createContext } from "../context.ts";
import { openDatabase } from "../database/open-database.ts";
import { openHistory } from "../history/open-history.ts";
import { readersWaitingMax } from "../history/read-bound.ts";
import { holdOf, lateDropOf, leaderChangeOf, partitionOf, violationOf } from "../testing/bodies.ts";
import { collecting, silent, until, untilSequence } from "../testing/collecting.ts";
import { FakeEngine } from "../testing/fake-engine.ts";
import { failing, serving } from "../testing/serving.ts";
import { appRouter } from "./app-router.ts";

/** An engine that is collected, with its history, as a console does it. */
async function consoleOver(engine: FakeEngine) {
  const database = await openDatabase(":memory:");
  const history = await openHistory({ database, logger: silent });
  const collectors = collecting({ orders: engine }, { observer: history.observer });
  const createCaller = appRouter.createCaller;
  return {
    database,
    history,
    collectors,
    caller: createCaller(createContext({ collectors, database, history })()),
    async [Symbol.asyncDispose](): Promise<void> {
      collectors[Symbol.dispose]();
      await history.stop();
      await database.destroy();
    },
  };
}

const lane = {
  stage: 1,
  lane: 0,
  state: "busy",
  depth: 3,
  capacity: 1000,
  oldestAgeMs: 12.5,
  busyRatio: 0.25,
  processed: 99,
} as const;

test("what an app told is there to be asked for: watermarks, a moment, commits, lanes, holds, drops, violations, its life", async () => {
  const atMs = Date.now();
  const leaderChanges = [leaderChangeOf(2, { readAtMs: atMs }), leaderChangeOf(1, { readAtMs: atMs - 1 })];
  await using engine = await FakeEngine.start({ atMs, status: { leaderChanges } });
  // What is older than a month is not kept.
  const recentHold = (id: number) => ({ ...holdOf(id), fromMs: atMs - 9000, untilMs: atMs - 1000 + id });
  engine.holds = [1, 2, 3].map(recentHold);
  engine.lateDrops = [{ ...lateDropOf(1), atMs }];
  engine.violations = [{ ...violationOf(1), atMs }];
  engine.current = {
    ...engine.current,
    lanes: { lanes: [lane], eventLoopDelayMs: 1 },
    rings: { lateDropsNext: "1", holdsNext: "3", violationsNext: "1" },
  };
  await using rig = await consoleOver(engine);
  const { caller, history } = rig;
  const app = rig.collectors.get("orders");
  await untilSequence(app, "1");
  await until(
    () => history.writerState().pendingBytes,
    (bytes) => bytes > 0,
  );
  await Promise.all([app.holds({ limit: 1 }), app.lateDrops({ limit: 1 }), app.violations({ limit: 1 })]);
  await history.flush();

  const span = { appId: "orders", fromMs: atMs - 5000, toMs: atMs };
  const watermarks = await caller.watermarks.history(span);
  expect(watermarks).toMatchObject({
    grain: "1s",
    steps: [{ lastMs: atMs, ticks: 1, missingMs: 0 }],
    gaps: [{ fromMs: atMs - 5000, untilMs: atMs, isRestart: false }],
    heldBackBy: [{ topic: "orders", partition: 0, reason: "backlog" }],
    omittedPartitions: 0,
  });
  expect(watermarks.partitions.map(({ partition }) => partition)).toEqual([0, 1]);
  expect(await caller.watermarks.at({ appId: "orders", atMs: atMs + 700 })).toMatchObject({
    kind: "known",
    sampleMs: atMs,
    ageMs: 700,
    partitions: [{ partition: 0 }, { partition: 1 }],
  });
  expect(await caller.watermarks.at({ appId: "orders", atMs: atMs - 60_000 })).toEqual({ kind: "unknown" });
  expect(await caller.commits.history(span)).toMatchObject({ perSecond: { dispatched: [null] } });
  expect((await caller.commits.recent({ appId: "orders" })).tick).toMatchObject({
    sequence: "1",
    commits: [],
  });
  expect((await caller.lanes.live({ appId: "orders" })).tick).toMatchObject({ sequence: "1", lanes: [lane] });
  expect(await caller.lanes.history(span)).toMatchObject({
    lanes: [
      { stage: 1, lane: 0, depth: { last: [3] }, oldestAgeMs: { max: [12.5] }, busyRatio: { min: [0.25] } },
    ],
    omittedLanes: 0,
  });
  await expect(caller.watermarks.history({ ...span, partitions: ["5"] })).rejects.toThrow(
    /is no partition; write its topic and number, e\.g\. orders-3/,
  );
  const events = { appId: "orders", fromMs: 0, toMs: atMs + 60_000, limit: 2 };
  const holds = await caller.holds.history(events);
  expect(holds.items.map(({ id }) => id)).toEqual(["3", "2"]);
  const older = await caller.holds.history({ ...events, before: holds.nextBefore ?? "" });
  expect(older).toMatchObject({ items: [{ ...recentHold(1), bootId: "boot1" }], nextBefore: null });
  expect((await caller.violations.history(events)).items).toMatchObject([{ id: "1", bootId: "boot1" }]);
  expect((await caller.history.lifecycle(events)).items).toEqual([
    { atMs, bootId: "boot1", from: null, to: { kind: "running" }, isRestart: false, by: null },
  ]);
  const marks = await caller.history.marks({ ...span, limit: 2 });
  expect(marks.holds).toEqual({ items: holds.items.slice(0, 2), more: 1 });
  expect(marks.violations).toMatchObject({ items: [{ id: "1", acknowledgement: null }], more: 0 });
  expect(marks.lifecycle).toMatchObject({ items: [{ to: { kind: "running" } }], more: 0 });
  const [newest] = leaderChanges;
  expect((await caller.history.marks({ ...span, limit: 1 })).leaderChanges).toEqual({
    items: [{ ...newest, bootId: "boot1", instanceId: "orders-1" }],
    more: 1,
  });
  const report = await caller.violations.report({ appId: "orders", bootId: "boot1", id: "1" });
  expect(report.report.leaderChanges.map(({ toEpoch }) => toEpoch)).toEqual([1, 2]);
  const heat = await caller.watermarks.heatmap({ ...span, maxRows: 1 });
  expect(heat).toMatchObject({ partitions: 2, rows: [{ first: "orders-0", last: "orders-1", count: 2 }] });
  const { grains, events: kept, reading, writer } = await caller.history.retention();
  expect(grains.map(({ grain, keepMs }) => [grain, keepMs])).toEqual([
    ["1s", 3_600_000],
    ["10s", 86_400_000],
    ["1min", 30 * 86_400_000],
  ]);
  expect(grains[0]?.fromMs).toBe(Math.floor(atMs / 1000) * 1000);
  expect(kept.map(({ kind, fromMs }) => [kind, fromMs === null])).toEqual([
    ["late-drop", false],
    ["hold", false],
    ["violation", false],
    ["life-cycle", false],
    ["leader-change", false],
  ]);
  expect(reading).toEqual({
    bytesMax: 64 * 1024 ** 2,
    rowsMax: 8192,
    pointsMax: 2000,
    pointsOfAllMax: 8000,
    partitionsMax: 32,
    lanesMax: 64,
    waitingMax: 32,
  });
  expect(writer).toMatchObject({ kind: "writing", lost: 0 });
});

test("each change of the life cycle is kept with what was before it, and a restart is told from the rest", async () => {
  const atMs = Date.now();
  await using engine = await FakeEngine.start({ atMs });
  await using rig = await consoleOver(engine);
  const app = rig.collectors.get("orders");
  await untilSequence(app, "1");
  engine.tick({ atMs: atMs + 1, status: { lifecycle: { kind: "paused", sinceMs: atMs } } });
  await untilSequence(app, "2");
  engine.tick({ atMs: atMs + 2, status: { lifecycle: { kind: "paused", sinceMs: atMs } } });
  await untilSequence(app, "3");
  engine.restart({ bootId: "boot2", sequence: 9, atMs: atMs + 3, partitions: [partitionOf(0)] });
  await untilSequence(app, "9");
  await rig.history.flush();
  const { items } = await rig.caller.history.lifecycle({ appId: "orders", fromMs: atMs, toMs: atMs + 10 });
  expect(items.map(({ from, to, bootId, isRestart }) => [from?.kind, to.kind, bootId, isRestart])).toEqual([
    ["paused", "running", "boot2", true],
    ["running", "paused", "boot1", false],
    [undefined, "running", "boot1", false],
  ]);
  // A console that starts again knows how the life cycle was left.
  const again = await openHistory({ database: rig.database, logger: silent });
  const tick = app.newest();
  if (tick === undefined) throw new Error("there was no tick");
  again.observer.tick("orders", tick);
  await again.flush();
  expect(
    (await rig.caller.history.lifecycle({ appId: "orders", fromMs: atMs, toMs: atMs + 10 })).items,
  ).toHaveLength(3);
});

test("an app that is not configured, a span that ends before it begins and a made-up cursor are told apart", async () => {
  await using engine = await FakeEngine.start();
  await using rig = await consoleOver(engine);
  const span = { appId: "orders", fromMs: 1000, toMs: 2000 };
  await expect(rig.caller.watermarks.history({ ...span, appId: "nope" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(rig.caller.commits.history({ ...span, toMs: 999 })).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
  for (const before of ["", "1.2", "x", "1.99999999999999999999.b", "1.9999999999999999999.b"]) {
    await expect(rig.caller.holds.history({ ...span, before })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  }
});

test("where the database fails, each question of history says so by name, and so does what must know the past", async () => {
  await using engine = await FakeEngine.start();
  await using rig = await consoleOver(engine);
  const { caller, database } = rig;
  await untilSequence(rig.collectors.get("orders"), "1");
  for (const table of ["history_events", "history_chunks", "history_ticks"])
    await sql`drop table ${sql.table(table)}`.execute(database);
  const span = { appId: "orders", fromMs: 0, toMs: Date.now() };
  const violation = { appId: "orders", bootId: "boot1", id: "77" };
  const questions = {
    "watermarks.history": () => caller.watermarks.history(span),
    "watermarks.at": () => caller.watermarks.at({ appId: "orders", atMs: 1 }),
    "commits.history": () => caller.commits.history(span),
    "lanes.history": () => caller.lanes.history(span),
    "holds.history": () => caller.holds.history(span),
    "history.lifecycle": () => caller.history.lifecycle(span),
    "history.retention": () => caller.history.retention(),
    "lateDrops.list": () => caller.lateDrops.list({ appId: "orders", from: "history" }),
    "violations.report": () => caller.violations.report(violation),
  };
  for (const [name, ask] of Object.entries(questions)) {
    const message = await ask().then(
      () => "an answer",
      ({ message }) => message,
    );
    expect(message, name).toContain("the console's database can't be read for");
  }
});

test("more calls than may wait are refused, and clients that went away keep no place from others", async () => {
  const database = await openDatabase(":memory:");
  await using held = await serving({ resources: { database } });
  const { past } = held.context.history;
  let release = () => {};
  const holding = database.transaction().execute(() => new Promise<void>((resolve) => (release = resolve)));
  const clients = Array.from({ length: 2 + readersWaitingMax }, () => new AbortController());
  const span = { appId: "orders", fromMs: 0, toMs: 1000 };
  const asked = clients.map(({ signal }) => failing(held.client.commits.history.query(span, { signal })));
  // One is being answered, and the last one to come finds no place.
  expect(await Promise.race(asked)).toMatchObject({
    data: { code: "TOO_MANY_REQUESTS", httpStatus: 429, apiCode: "too-many-readers" },
  });
  for (const client of clients) client.abort();
  await Promise.all(asked);
  const next = await vi.waitFor(
    async () => {
      const answer = past.at("orders", 1);
      await Promise.race([answer, setImmediate()]);
      return { answer };
    },
    { timeout: 20_000 },
  );
  release();
  await holding;
  expect(await next.answer).toEqual({ kind: "unknown" });
  await database.destroy();
});

test("each question of history ends where nobody waits for the answer, and that is no fault of the server's", async () => {
  await using at = await serving();
  const caller = appRouter.createCaller(at.context, { signal: AbortSignal.abort() });
  const span = { appId: "orders", fromMs: 0, toMs: 1000 };
  for (const ask of [
    caller.watermarks.history(span),
    caller.watermarks.at({ appId: "orders", atMs: 1 }),
    caller.commits.history(span),
    caller.lanes.history(span),
  ])
    await expect(ask).rejects.toMatchObject({ code: "CLIENT_CLOSED_REQUEST" });
});
