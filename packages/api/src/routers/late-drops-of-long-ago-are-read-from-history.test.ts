import type { LateDrop } from "@stoatflow/engine/wire";
import { afterEach, expect, test } from "vitest";
import { createContext } from "../context.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { entryRows } from "../history/events.ts";
import { exportLateDrops } from "../services/export-late-drops.ts";
import { appConfigOf } from "../testing/app-config-of.ts";
import { lateDropOf } from "../testing/bodies.ts";
import { collecting, untilSequence } from "../testing/collecting.ts";
import { FakeEngine } from "../testing/fake-engine.ts";
import { fileText } from "../testing/file-text.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { appRouter } from "./app-router.ts";

const nowMs = 1_790_000_000_000;
const databases: Database[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.destroy();
});

/** An app that is gone, or `engine`, of which history holds `drops`; nobody's patience ends, for no time goes by. */
async function recorded(drops: readonly LateDrop[], engine?: FakeEngine) {
  const database = await openDatabase(":memory:");
  databases.push(database);
  const items = drops.map((drop) => ({ ...drop, bootId: "boot0" }));
  const rows = entryRows("orders", { kind: "late-drop", items }, nowMs);
  for (let i = 0; i < rows.length; i += 500)
    await database
      .insertInto("history_events")
      .values(rows.slice(i, i + 500))
      .execute();
  const apps = [appConfigOf("orders", engine?.url ?? "http://127.0.0.1:9")];
  const collectors = collecting({}, { apps, clock: new ManualClock() });
  const context = createContext({ collectors, database })();
  return {
    api: appRouter.createCaller(context),
    context,
    app: collectors.get("orders"),
    [Symbol.dispose]: () => collectors.stop(),
  };
}

const drops = Array.from({ length: 700 }, (_, i): LateDrop => {
  return { ...lateDropOf(i + 1), atMs: nowMs - 700_000 + i * 1000, operator: i % 2 === 0 ? "odd" : "even" };
});

type Api = ReturnType<typeof appRouter.createCaller>;
async function allPages(api: Api, input: Omit<Parameters<Api["lateDrops"]["list"]>[0], "appId" | "from">) {
  const ids: string[] = [];
  let before: string | undefined;
  do {
    const page = await api.lateDrops.list({ appId: "orders", from: "history", ...input, before });
    ids.push(...page.items.map(({ id }) => id));
    before = page.nextBefore ?? undefined;
  } while (before !== undefined);
  return ids;
}

test("pages of history hold what matches, newest first and each once", async () => {
  using at = await recorded(drops);
  const ids = await allPages(at.api, { filter: { operator: "even" }, limit: 100 });
  expect(ids).toEqual(Array.from({ length: 350 }, (_, i) => String(700 - 2 * i)));
  expect(await allPages(at.api, { limit: 200 })).toHaveLength(700);
});

test("a time range is read and nothing else", async () => {
  using at = await recorded(drops);
  const filter = { fromMs: nowMs - 500_000, untilMs: nowMs - 497_000 };
  const page = await at.api.lateDrops.list({ appId: "orders", from: "history", filter });
  expect(page.items.map(({ id }) => id)).toEqual(["203", "202", "201"]);
  expect(page).toMatchObject({ looked: 3, nextBefore: null, olderThanRetained: true });
});

test("drops of an app whose clock is far ahead come once each too", async () => {
  const ahead = drops.slice(0, 30).map((drop) => ({ ...drop, atMs: nowMs + 10 ** 9 + Number(drop.id) }));
  using at = await recorded(ahead);
  const ids = await allPages(at.api, { limit: 7 });
  expect(ids).toEqual(Array.from({ length: 30 }, (_, i) => String(30 - i)));
});

test("while history is summed up others have their turn at least each 64 drops", async () => {
  using at = await recorded(drops);
  let turns = 0;
  let isSummedUp = false;
  const others = (): void => {
    turns += 1;
    if (!isSummedUp) setImmediate(others);
  };
  setImmediate(others);
  await at.api.lateDrops.figures({ appId: "orders", from: "history" });
  isSummedUp = true;
  expect(turns).toBeGreaterThanOrEqual(Math.floor(drops.length / 64));
});

test("figures of history name it as their population", async () => {
  using at = await recorded(drops);
  const filter = { fromMs: nowMs - 100_000 };
  const figures = await at.api.lateDrops.figures({ appId: "orders", from: "history", filter });
  expect(figures).toMatchObject({
    population: {
      from: "history",
      held: 100,
      heldOfRun: 0,
      totalOfRun: null,
      oldestHeldAtMs: nowMs - 100_000,
      newestHeldAtMs: nowMs - 1000,
      olderThanHeld: true,
    },
    matching: 100,
  });
});

test("what is long gone from memory can be saved as a file", async () => {
  using at = await recorded(drops);
  const file = await exportLateDrops(at.context, {
    appId: "orders",
    actor: "ana",
    reason: "ticket 7",
    format: "ndjson",
    from: "history",
    filter: { operator: "odd" },
  });
  const text = await fileText(file);
  const ids = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect(ids).toEqual(Array.from({ length: 350 }, (_, i) => String(699 - 2 * i)));
});

test("history is read without waiting for the app's own answers, and says how far those have come", async () => {
  await using engine = await FakeEngine.start({ lateDropsNext: "9" });
  engine.bend("/late-drops", () => undefined);
  using at = await recorded(drops, engine);
  await untilSequence(at.app, "1");
  expect(await allPages(at.api, { limit: 100 })).toHaveLength(700);
  const { population } = await at.api.lateDrops.figures({ appId: "orders", from: "history" });
  expect(population).toMatchObject({ held: 700, totalOfRun: null, freshness: { kind: "fetching" } });
  const file = await exportLateDrops(at.context, {
    appId: "orders",
    actor: "ana",
    reason: "ticket 7",
    format: "ndjson",
    from: "history",
    filter: {},
  });
  const text = await fileText(file);
  expect(text.trimEnd().split("\n")).toHaveLength(700);
});

test("a cursor of memory is none of history", async () => {
  using at = await recorded(drops);
  const { nextBefore } = await at.api.lateDrops.list({ appId: "orders", from: "history", limit: 1 });
  const call = at.api.lateDrops.list({ appId: "orders", before: nextBefore ?? "" });
  await expect(call).rejects.toThrow(/is a cursor of another list or filter; leave it out$/);
});
