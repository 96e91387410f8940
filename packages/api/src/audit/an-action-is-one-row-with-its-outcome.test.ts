import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Database, openDatabase } from "../database/open-database.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { auditDetail } from "../wire/index.ts";
import { type AuditedAction, type AuditLog, auditLogIn } from "./audit-log.ts";

const opened: Database[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const database of opened.splice(0)) await database.destroy();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function logging(options: { readonly rowsMax?: number; readonly file?: string } = {}) {
  const database = await openDatabase(options.file ?? ":memory:");
  opened.push(database);
  const clock = new ManualClock();
  return { database, clock, audit: auditLogIn({ database, clock, rowsMax: options.rowsMax }) };
}

function pauseOf(appId: string, change: Partial<AuditedAction> = {}): AuditedAction {
  return { action: "pause", appId, actor: "ana", reason: "deploy", asked: {}, ...change };
}

async function begin(audit: AuditLog, action: AuditedAction) {
  const [row] = await audit.begin([action]);
  if (row === undefined) throw new Error("no row was begun");
  return row;
}

const ids = (page: { readonly items: readonly { readonly appId: string }[] }) =>
  page.items.map(({ appId }) => appId);

test("an action says begun, then what came of it, in one row that keeps what was asked", async () => {
  const { audit, clock } = await logging();
  const asked = { actionId: "a1", expectedGeneration: 3, timeToLiveMs: 60_000 };
  const row = await begin(audit, pauseOf("orders", { asked }));
  const atMs = clock.nowMs();
  const started = {
    id: row.id,
    atMs,
    actor: "ana",
    action: "pause",
    appId: "orders",
    reason: "deploy",
    outcome: "begun",
    detail: auditDetail.parse(asked),
  };
  expect((await audit.list({ limit: 50 })).items).toEqual([started]);
  clock.advance(700);
  expect(await audit.end(row, "done", { generation: 4 })).toEqual({ kind: "complete" });
  expect((await audit.list({ limit: 50 })).items).toEqual([
    { ...started, outcome: "done", detail: { ...started.detail, generation: 4, endedAtMs: atMs + 700 } },
  ]);
});

test("an outcome is never replaced", async () => {
  const { audit } = await logging();
  const row = await begin(audit, pauseOf("orders"));
  await audit.end(row, "refused", { message: "it is stopping" });
  await audit.end(row, "done", { generation: 9 });
  expect((await audit.list({ limit: 50 })).items).toMatchObject([
    { outcome: "refused", detail: { message: "it is stopping", generation: null } },
  ]);
});

test("rows outlive the console, those without an outcome too", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stoatflow-audit-"));
  folders.push(folder);
  const file = path.join(folder, "console.db");
  const before = await logging({ file });
  await before.audit.end(await begin(before.audit, pauseOf("orders")), "done", {});
  await begin(before.audit, pauseOf("payments"));
  await before.database.destroy();
  const after = await logging({ file });
  expect((await after.audit.list({ limit: 50 })).items).toMatchObject([
    { appId: "payments", outcome: "begun" },
    { appId: "orders", outcome: "done" },
  ]);
});

test("newest first, page by page, with nothing twice and nothing left out though rows are added between", async () => {
  const { audit, clock } = await logging();
  for (let i = 0; i < 7; i += 1) {
    clock.advance(i % 2);
    await begin(audit, pauseOf(`app-${i}`));
  }
  const first = await audit.list({ limit: 3 });
  expect(ids(first)).toEqual(["app-6", "app-5", "app-4"]);
  await begin(audit, pauseOf("later"));
  const second = await audit.list({ limit: 3, before: first.nextBefore ?? "" });
  expect(ids(second)).toEqual(["app-3", "app-2", "app-1"]);
  const third = await audit.list({ limit: 3, before: second.nextBefore ?? "" });
  expect(ids(third)).toEqual(["app-0"]);
  expect(third.nextBefore).toBeNull();
});

test("a clock that is set back puts no row behind an earlier one", async () => {
  const { audit, clock } = await logging();
  await begin(audit, pauseOf("first"));
  clock.advance(-3_600_000);
  await begin(audit, pauseOf("second"));
  expect(ids(await audit.list({ limit: 50 }))).toEqual(["second", "first"]);
});

test("nor does one that was set back while the console was away: a full audit keeps the new row", async () => {
  const { audit, database, clock } = await logging({ rowsMax: 3 });
  await audit.begin([pauseOf("a"), pauseOf("b"), pauseOf("c")]);
  clock.advance(-3_600_000);
  const restarted = auditLogIn({ database, clock, rowsMax: 3 });
  const row = await begin(restarted, pauseOf("d"));
  expect(await restarted.end(row, "done", {})).toEqual({ kind: "complete" });
  expect((await restarted.list({ limit: 50 })).items).toMatchObject([
    { appId: "d", outcome: "done" },
    { appId: "c", outcome: "begun" },
    { appId: "b", outcome: "begun" },
  ]);
});

test("an outcome whose row is gone, or has one, is told to be missing", async () => {
  const { audit } = await logging({ rowsMax: 1 });
  const gone = await begin(audit, pauseOf("orders"));
  const row = await begin(audit, pauseOf("payments"));
  const missing = { kind: "outcome-missing", reason: expect.stringContaining("no row") };
  expect(await audit.end(gone, "done", {})).toEqual(missing);
  expect(await audit.end(row, "done", {})).toEqual({ kind: "complete" });
  expect(await audit.end(row, "refused", {})).toEqual(missing);
});

test("by app, by actor, and by time: from on, and until before", async () => {
  const { audit, clock } = await logging();
  const startMs = clock.nowMs();
  await begin(audit, pauseOf("orders"));
  clock.advance(1000);
  await begin(audit, pauseOf("payments", { actor: "ben" }));
  clock.advance(1000);
  await begin(audit, pauseOf("orders", { actor: "ben", action: "resume" }));
  const found = async (query: Partial<Parameters<AuditLog["list"]>[0]>) =>
    (await audit.list({ limit: 50, ...query })).items.map(
      ({ action, appId, actor }) => `${actor} ${action} ${appId}`,
    );
  expect(await found({ appId: "orders" })).toEqual(["ben resume orders", "ana pause orders"]);
  expect(await found({ actor: "ben" })).toEqual(["ben resume orders", "ben pause payments"]);
  expect(await found({ actor: "ben", appId: "orders" })).toEqual(["ben resume orders"]);
  expect(await found({ fromMs: startMs + 1000 })).toEqual(["ben resume orders", "ben pause payments"]);
  expect(await found({ untilMs: startMs + 1000 })).toEqual(["ana pause orders"]);
  expect(await found({ fromMs: startMs + 1000, untilMs: startMs + 2000 })).toEqual(["ben pause payments"]);
  expect(await found({ actor: "nobody" })).toEqual([]);
});

test("the oldest rows go beyond the bound, which is told", async () => {
  const { audit, clock } = await logging({ rowsMax: 3 });
  const startMs = clock.nowMs();
  for (let i = 0; i < 5; i += 1) {
    await begin(audit, pauseOf(`app-${i}`));
    clock.advance(1000);
  }
  const page = await audit.list({ limit: 50 });
  expect(ids(page)).toEqual(["app-4", "app-3", "app-2"]);
  expect(page.retention).toEqual({ rows: 3, rowsMax: 3, oldestAtMs: startMs + 2000 });
  await audit.begin([pauseOf("app-5"), pauseOf("app-6")]);
  expect(ids(await audit.list({ limit: 50 }))).toEqual(["app-6", "app-5", "app-4"]);
});

test("an empty audit has no oldest row", async () => {
  const { audit } = await logging();
  expect(await audit.list({ limit: 50 })).toMatchObject({
    items: [],
    nextBefore: null,
    retention: { rows: 0, oldestAtMs: null },
  });
});

test("a row that this console doesn't understand is shown as far as it does", async () => {
  const { audit, database } = await logging();
  const row = { at_ms: 1, actor: "ana", app_id: "orders", reason: "r", outcome: "later" };
  await database
    .insertInto("audit")
    .values([
      { ...row, id: "1", action: "new-verb", detail: '{"generation":7,"other":true}' },
      { ...row, id: "2", action: "pause", detail: "not JSON" },
    ])
    .execute();
  expect((await audit.list({ limit: 50 })).items).toMatchObject([
    { id: "2", outcome: "later", detail: { generation: null } },
    { id: "1", action: "new-verb", detail: { generation: 7, message: null } },
  ]);
});
