import type { Violation } from "@stoatflow/engine/wire";
import { afterEach, expect, test } from "vitest";
import { createContext } from "../context.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { entryRows } from "../history/events.ts";
import { violationOf } from "../testing/bodies.ts";
import { collecting, untilSequence } from "../testing/collecting.ts";
import { FakeEngine } from "../testing/fake-engine.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { postgresDatabase } from "../testing/postgres.ts";
import { WrittenBugs } from "../violations/written-bugs.ts";
import { appRouter } from "./app-router.ts";

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const bugOf = (id: number): Violation => ({ ...violationOf(id), kind: "lane_order", class: "bug" });

async function counting(database: Database) {
  closing.push(() => database.destroy());
  const clock = new ManualClock();
  const engine = await FakeEngine.start({ bootId: "boot1" });
  closing.push(() => engine.stop());
  const collectors = collecting({ orders: engine });
  closing.push(() => collectors.stop());
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  const api = appRouter.createCaller(createContext({ collectors, database, clock })());
  return {
    api,
    app,
    clock,
    engine,
    /** As the history writes what was collected. */
    async write(bootId: string, violations: readonly Violation[], appId = "orders") {
      const items = violations.map((violation) => ({ ...violation, bootId }));
      const rows = entryRows(appId, { kind: "violation", items }, clock.nowMs());
      await database.insertInto("history_events").values(rows).execute();
    },
    async count() {
      const [counted] = await api.violations.unacknowledged({ appIds: ["orders"] });
      return counted;
    },
    acknowledge: (bootId: string, id: string) =>
      api.violations.acknowledge({
        appId: "orders",
        actor: "ana",
        note: "reported",
        violations: [{ bootId, id }],
      }),
  };
}

for (const [name, open] of [
  ["SQLite", () => openDatabase(":memory:")],
  ["PostgreSQL", postgresDatabase],
] as const) {
  test(`a bug that only history has counts until somebody has acknowledged it, and no other violation does: ${name}`, async () => {
    const at = await counting(await open());
    await at.write("boot0", [bugOf(1), violationOf(2), bugOf(3)]);
    await at.write("boot0", [bugOf(1)], "payments");
    expect(await at.count()).toMatchObject({ appId: "orders", unacknowledged: 2, isMore: false });
    await at.acknowledge("boot0", "1");
    expect(await at.count()).toMatchObject({ unacknowledged: 1 });
    await at.acknowledge("boot0", "3");
    expect(await at.count()).toMatchObject({ unacknowledged: 0 });
  });
}

test("a bug that is held and written down is one, whichever it was first", async () => {
  const at = await counting(await openDatabase(":memory:"));
  at.engine.violations = [bugOf(1), bugOf(2)];
  at.engine.tick({ violationsNext: "2" });
  await untilSequence(at.app, "2");
  await at.write("boot1", [bugOf(1)]);
  expect(await at.count()).toMatchObject({ unacknowledged: 2 });
  await at.write("boot1", [bugOf(2)]);
  expect(await at.count()).toMatchObject({ unacknowledged: 2 });
  at.clock.advance(10_000);
  expect(await at.count()).toMatchObject({ unacknowledged: 2 });
  await at.acknowledge("boot1", "2");
  expect(await at.count()).toMatchObject({ unacknowledged: 1 });
});

test("a bug that came since is counted at once, though history is not read again", async () => {
  const at = await counting(await openDatabase(":memory:"));
  expect(await at.count()).toMatchObject({ unacknowledged: 0 });
  at.engine.violations = [bugOf(1)];
  at.engine.tick({ violationsNext: "1" });
  await untilSequence(at.app, "2");
  await at.write("boot1", [bugOf(1)]);
  expect(await at.count()).toMatchObject({ unacknowledged: 1 });
});

test("what the running app has counted is told apart from what the console knows, written down or held", async () => {
  const at = await counting(await openDatabase(":memory:"));
  // The fake engine has counted one bug since its start.
  expect(await at.count()).toMatchObject({ unacknowledged: 0, notHeld: 1 });
  await at.write("boot1", [bugOf(1)]);
  at.clock.advance(10_000);
  expect(await at.count()).toMatchObject({ unacknowledged: 1, notHeld: 0 });
});

test("a page that asks each second has the database asked once in ten, or after an acknowledgement", async () => {
  const at = await counting(await openDatabase(":memory:"));
  await at.write("boot0", [bugOf(1)]);
  for (let second = 0; second < 10; second += 1) {
    expect(await at.count()).toMatchObject({ unacknowledged: 1 });
    if (second === 0) await at.write("boot0", [bugOf(2)]);
    at.clock.advance(1000);
  }
  expect(await at.count()).toMatchObject({ unacknowledged: 2 });
  at.clock.advance(-3_600_000);
  await at.write("boot0", [bugOf(3)]);
  expect(await at.count()).toMatchObject({ unacknowledged: 3 });
});

test("so many are counted and no more, and that there are more is said", async () => {
  const database = await openDatabase(":memory:");
  const at = await counting(database);
  const bugs = new WrittenBugs({ database, clock: at.clock, countedMax: 3 });
  await at.write("boot0", [bugOf(1), bugOf(2), bugOf(3)]);
  expect(await bugs.of(at.app, [])).toMatchObject({ isMore: false, runs: [{ bugs: 3 }] });
  await at.write("boot0", [bugOf(4), bugOf(5)]);
  at.clock.advance(10_000);
  expect(await bugs.of(at.app, [])).toMatchObject({ isMore: true });
});

test("a count that failed is tried again at the next call", async () => {
  const database = await openDatabase(":memory:");
  const at = await counting(database);
  await database.schema.alterTable("history_events").renameTo("gone").execute();
  await expect(at.count()).rejects.toMatchObject({ cause: { code: "storage" } });
  await database.schema.alterTable("gone").renameTo("history_events").execute();
  expect(await at.count()).toMatchObject({ unacknowledged: 0 });
});
