import { sql } from "kysely";
import { expect, test } from "vitest";
import { createContext } from "../context.ts";
import { closeDatabase, openDatabase } from "../database/open-database.ts";
import { openHistory } from "../history/open-history.ts";
import { violationOf } from "../testing/bodies.ts";
import { silent, until, untilConnection, untilSequence, watching } from "../testing/collecting.ts";
import { controlling } from "../testing/controlling.ts";
import { readVitals } from "./read-vitals.ts";

test("each app is told with its connection, age, subscriptions, ended pauses and bugs", async () => {
  await using at = await controlling();
  const { collectors, database, pauses } = at;
  at.engine("orders").violations = [{ ...violationOf(1), kind: "lane_order", class: "bug" }];
  at.engine("orders").tick({ violationsNext: "1" });
  await untilSequence(collectors.get("orders"), "2");
  expect((await collectors.get("orders").violations({ limit: 1 })).freshness).toEqual({ kind: "current" });
  using page = watching(collectors.get("orders"));
  await page.next();
  await at.caller.control.pause({ apps: [{ appId: "payments" }], actor: "ana", reason: "schema change" });
  at.engine("payments").restart({ bootId: "boot2" });
  await until(
    () => pauses.ended().length,
    (ended) => ended === 1,
  );
  const told = await readVitals(createContext({ collectors, database, pauses })());
  expect(told).toEqual({
    apps: [
      {
        id: "orders",
        connection: "live",
        age: { kind: "fresh", ageMs: expect.any(Number) },
        subscriptions: 1,
        endedPauses: 0,
        unacknowledgedBugs: 1,
      },
      {
        id: "payments",
        connection: "live",
        age: { kind: "fresh", ageMs: expect.any(Number) },
        subscriptions: 0,
        endedPauses: 1,
        // The fake engine has counted one since its start, and has none in its ring.
        unacknowledgedBugs: 1,
      },
    ],
    history: { kind: "off" },
    uncounted: null,
  });
});

test("bugs that the app has counted and the console holds none of are bugs that nobody has looked at", async () => {
  await using at = await controlling({ apps: ["orders"] });
  const { collectors, database } = at;
  const context = createContext({ collectors, database })();
  expect(await collectors.get("orders").violations({ limit: 1 })).toMatchObject({ items: [] });
  expect(await readVitals(context)).toMatchObject({ apps: [{ id: "orders", unacknowledgedBugs: 1 }] });
});

test("a subscription that has ended counts no more", async () => {
  await using at = await controlling({ apps: ["orders"] });
  const app = at.collectors.get("orders");
  const page = watching(app);
  await page.next();
  expect(app.subscriptions()).toBe(1);
  await page.rest();
  expect(app.subscriptions()).toBe(0);
});

test("where the database can't be read all else is told, and why the bugs are not counted", async () => {
  await using at = await controlling({ apps: ["orders"] });
  const database = await openDatabase(":memory:");
  const context = createContext({ collectors: at.collectors, database })();
  at.engine("orders").violations = [{ ...violationOf(1), kind: "lane_order", class: "bug" }];
  at.engine("orders").tick({ violationsNext: "1" });
  await untilSequence(at.collectors.get("orders"), "2");
  await at.collectors.get("orders").violations({ limit: 1 });
  await closeDatabase(database);
  await at.engine("orders").stop();
  await untilConnection(at.collectors.get("orders"), "unreachable");
  const { apps, uncounted } = await readVitals(context);
  expect(apps).toMatchObject([{ id: "orders", connection: "unreachable", unacknowledgedBugs: null }]);
  expect(uncounted).toContain("can't be read");
});

test("a write that failed is counted, and what waits is told in bytes", async () => {
  await using at = await controlling({ apps: ["orders"] });
  const { collectors, database } = at;
  const history = await openHistory({ database, logger: silent });
  const newest = collectors.get("orders").newest();
  if (newest === undefined) throw new Error("there is no tick");
  const read = () => readVitals(createContext({ collectors, database, history })());
  // What an app's first tick tells is a row of each.
  await sql`alter table history_ticks rename to ticks_elsewhere`.execute(database);
  await sql`alter table history_events rename to events_elsewhere`.execute(database);
  history.observer.tick("orders", newest);
  await history.flush();
  await history.flush();
  expect((await read()).history).toMatchObject({
    kind: "failing",
    failedWrites: 2,
    pendingBytes: expect.any(Number),
    lost: 0,
  });
  await sql`alter table ticks_elsewhere rename to history_ticks`.execute(database);
  await sql`alter table events_elsewhere rename to history_events`.execute(database);
  await history.flush();
  expect((await read()).history).toMatchObject({ kind: "writing", failedWrites: 2, pendingBytes: 0 });
  await history.stop();
});
