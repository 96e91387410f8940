import { expect, test } from "vitest";
import type { ApiResources } from "../context.ts";
import { openDatabase } from "../database/open-database.ts";
import type { ExportRequest } from "../late-drops/export-request.ts";
import { lateDropOf } from "../testing/bodies.ts";
import { untilSequence } from "../testing/collecting.ts";
import { fileText } from "../testing/file-text.ts";
import { serving } from "../testing/serving.ts";
import { exportLateDrops, type Pieces } from "./export-late-drops.ts";

const request: ExportRequest = {
  appId: "orders",
  actor: "ana",
  reason: "ticket 7",
  format: "ndjson",
  from: "collector",
  filter: { topic: "orders" },
};

/** An app with as many late drops, all of them held. */
async function servingDrops(count: number, resources: Partial<ApiResources> = {}) {
  const at = await serving({ answerBytesMax: 10_000_000, resources });
  at.engine.lateDrops = Array.from({ length: count }, (_, i) => lateDropOf(i + 1, "x".repeat(1000)));
  at.engine.tick({ lateDropsNext: String(count) });
  await untilSequence(at.app, "2");
  expect((await at.app.lateDrops({ limit: 1 })).freshness).toEqual({ kind: "current" });
  return { ...at, audited: async () => (await at.client.audit.list.query({})).items };
}

const action = { action: "export-late-drops", actor: "ana", appId: "orders", reason: "ticket 7" };
const exported = { format: "ndjson", from: "collector", filter: { topic: "orders" } };

test("a file is a row of the audit: begun before the first piece, done with as many rows as it has once its reader has it", async () => {
  await using at = await servingDrops(3);
  const begun = [{ ...action, outcome: "begun", detail: { exported } }];
  const file = await exportLateDrops(at.context, request);
  let text = "";
  await file.give(async (pieces) => {
    expect(await at.audited()).toMatchObject(begun);
    for await (const piece of pieces) text += piece;
    expect(await at.audited()).toMatchObject(begun);
  });
  expect(text.trimEnd().split("\n")).toHaveLength(3);
  expect(await at.audited()).toMatchObject([
    { ...action, outcome: "done", detail: { exported, rows: 3, message: null } },
  ]);
});

test("what is found is no file yet: whoever only asks what there would be takes nothing along", async () => {
  await using at = await servingDrops(3);
  expect((await exportLateDrops(at.context, request)).population).toMatchObject({ total: 3, retained: 3 });
  expect(await at.audited()).toEqual([]);
});

test("a reader that leaves is told with the rows that were made for it, also before it has read any", async () => {
  await using at = await servingDrops(300);
  const takenBy = async (take: (pieces: Pieces) => Promise<void>) =>
    (await exportLateDrops(at.context, request)).give(take);
  await takenBy(async (pieces) => void (await pieces.return()));
  // As a stream ends what it reads from when its own reader is gone.
  const gone = takenBy(async (pieces) => {
    await pieces.next();
    await pieces.throw(new Error("Premature close"));
  });
  await expect(gone).rejects.toThrow("Premature close");
  const left = { ...action, outcome: "partly" };
  const message = "its reader left before the end";
  const items = await at.audited();
  expect(items).toMatchObject([
    { ...left, detail: { message } },
    { ...left, detail: { rows: 0, message } },
  ]);
  expect(items[0]?.detail.rows).toBeGreaterThan(0);
  expect(items[0]?.detail.rows).toBeLessThan(300);
});

test("a reader that leaves when all is made has not got all of it", async () => {
  await using at = await servingDrops(3);
  const leaves = () => Promise.reject(new Error("Premature close"));
  await expect(fileText(await exportLateDrops(at.context, request), leaves)).rejects.toThrow(
    "Premature close",
  );
  expect(await at.audited()).toMatchObject([
    { ...action, outcome: "partly", detail: { rows: 3, message: "its reader left before the end" } },
  ]);
});

test("a file that breaks off says why in its row", async () => {
  const database = await openDatabase(":memory:");
  await using at = await servingDrops(0, { database });
  const rows = Array.from({ length: 100 }, (_, i) => {
    const body = JSON.stringify({ ...lateDropOf(i + 1, "x".repeat(1000)), bootId: "boot0" });
    const of = { app_id: "orders", kind: "late-drop" as const, boot_id: "boot0", bytes: 1 };
    return { ...of, entry_id: i + 1, at_ms: i + 1, body };
  });
  await database.insertInto("history_events").values(rows).execute();
  const file = await exportLateDrops(at.context, { ...request, from: "history", filter: {} });
  const broken = file.give(async (pieces) => {
    await pieces.next();
    await database.schema.dropTable("history_events").execute();
    for await (const _ of pieces);
  });
  await expect(broken).rejects.toMatchObject({ code: "storage" });
  expect(await at.audited()).toMatchObject([
    { outcome: "partly", detail: { message: expect.stringMatching(/can't be read for what happened/) } },
  ]);
  await database.destroy();
});

test("a file whose row can't be written is refused before its first piece", async () => {
  const database = await openDatabase(":memory:");
  await using at = await servingDrops(3, { database });
  await database.schema.dropTable("audit").execute();
  const file = await exportLateDrops(at.context, request);
  const taken: Pieces[] = [];
  await expect(file.give(async (pieces) => void taken.push(pieces))).rejects.toMatchObject({
    code: "not-audited",
  });
  expect(taken).toEqual([]);
  await database.destroy();
});

test("where exports are on, a page is told what a file holds at most", async () => {
  await using at = await servingDrops(0);
  expect(await at.client.lateDrops.exports.query()).toEqual({
    kind: "on",
    formats: ["csv", "ndjson"],
    rowsMax: 100_000,
    lookedMax: 200_000,
  });
});

test("where they are off, a page is told by which setting, and a file is refused by its name, without a row", async () => {
  const setting = "STOATFLOW_LATE_DROP_EXPORT";
  await using at = await servingDrops(3, { exports: { kind: "off", setting } });
  expect(await at.client.lateDrops.exports.query()).toEqual({ kind: "off", setting });
  await expect(exportLateDrops(at.context, request)).rejects.toMatchObject({
    code: "switched-off",
    message:
      "late drops with keys and values of records can't be saved from this console: whoever runs it has set STOATFLOW_LATE_DROP_EXPORT to off",
  });
  expect(await at.audited()).toEqual([]);
});
