import { afterEach, expect, test } from "vitest";
import { createContext } from "../context.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { entryRows } from "../history/events.ts";
import { appConfigOf } from "../testing/app-config-of.ts";
import { violationOf } from "../testing/bodies.ts";
import { collecting } from "../testing/collecting.ts";
import { appRouter } from "./app-router.ts";

const nowMs = 1_790_000_000_000;
const databases: Database[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.destroy();
});

/** An app that is gone, and the three violations that were written down of it. */
async function recorded() {
  const database = await openDatabase(":memory:");
  databases.push(database);
  const items = [1, 2, 3].map((id) => ({ ...violationOf(id), bootId: "boot0" }));
  const rows = entryRows("orders", { kind: "violation", items }, nowMs);
  await database.insertInto("history_events").values(rows).execute();
  const collectors = collecting({}, { apps: [appConfigOf("orders", "http://127.0.0.1:9")] });
  const api = appRouter.createCaller(createContext({ collectors, database })());
  return { api, [Symbol.dispose]: () => collectors.stop() };
}

const ref = { bootId: "boot0", id: "2" };

test("it can be acknowledged, and history says of each violation who has looked at it", async () => {
  using at = await recorded();
  const violations = [ref, { bootId: "boot0", id: "9" }, { bootId: "boot0", id: "9223372036854775807" }];
  const call = { appId: "orders", actor: "ana", note: "the night of the roll", violations };
  const answer = await at.api.violations.acknowledge(call);
  expect(answer.results.map(({ kind }) => kind)).toEqual(["acknowledged", "unknown", "unknown"]);
  const span = { fromMs: 0, toMs: nowMs + 10 };
  const { items } = await at.api.violations.history({ appId: "orders", ...span });
  expect(items.map(({ id, acknowledgement }) => [id, acknowledgement?.actor ?? null])).toEqual([
    ["3", null],
    ["2", "ana"],
    ["1", null],
  ]);
});

test("a violation is named as the ledger names it: another spelling of its number is unknown and writes nothing", async () => {
  using at = await recorded();
  const call = { appId: "orders", actor: "ana", note: "seen", violations: [{ ...ref, id: "002" }] };
  const { results } = await at.api.violations.acknowledge(call);
  expect(results).toEqual([{ kind: "unknown", ...ref, id: "002" }]);
  const { items } = await at.api.violations.history({ appId: "orders", fromMs: 0, toMs: nowMs + 10 });
  expect(items.map(({ acknowledgement }) => acknowledgement)).toEqual([null, null, null]);
  const report = at.api.violations.report({ appId: "orders", ...ref, id: "002" });
  await expect(report).rejects.toThrow(/^no violation 002 of run "boot0"/);
});

test("it can be reported, with what is known of it", async () => {
  using at = await recorded();
  const { report, text } = await at.api.violations.report({ appId: "orders", ...ref });
  expect(report).toMatchObject({ violation: violationOf(2), run: { kind: "not-known" }, partitionNow: null });
  expect(text).toContain("9223372036854775807 before, 7 after");
});
