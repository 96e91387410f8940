import { lateDropEntry } from "@stoatflow/api";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { type ConsoleProcess, startConsole } from "./rig.ts";

let engine: FakeEngine;
let running: ConsoleProcess;

const dropped = 14;

beforeAll(async () => {
  engine = new FakeEngine({ app: "orders", partitions: 2 });
  await engine.listen();
  engine.dropLate(dropped, 1_790_000_000_000);
  engine.tick(Date.now());
  running = await startConsole({ orders: engine.url });
  await vi.waitFor(async () => expect((await saved("")).headers.get("x-stoatflow-held")).toBe("14"), {
    timeout: 20_000,
  });
});

afterAll(async () => {
  await running?.stop();
  await engine?.close();
});

const who = "actor=ana&reason=ticket%207";

async function saved(query: string, init: RequestInit = {}, path = "/api/export/late-drops") {
  const response = await fetch(`${running.url}${path}?app=orders&format=ndjson&${who}${query}`, init);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
}

test("a file for programs has every drop, newest first, as the app told it", async () => {
  const { status, headers, text } = await saved("");
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "application/x-ndjson; charset=utf-8",
    "content-disposition": expect.stringMatching(/^attachment; filename="late-drops-orders-\d+\.ndjson"$/),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-stoatflow-rows-max": "100000",
    "x-stoatflow-held": "14",
    "x-stoatflow-total": "14",
    "x-stoatflow-freshness": "current",
  });
  const lines = text.trimEnd().split("\n");
  const told = engine.lateDrops
    .map((drop) => ({ ...drop, bootId: engine.bootId, instanceId: engine.current.instanceId }))
    .reverse();
  expect(lines.map((line) => lateDropEntry.parse(JSON.parse(line)))).toEqual(told);
});

test("a file for spreadsheets begins with its mark and the names, and keeps offsets beyond 2^53", async () => {
  const csv = await fetch(`${running.url}/api/export/late-drops?app=orders&format=csv&${who}`);
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
  const content = Buffer.from(await csv.arrayBuffer());
  expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(content.toString()).toMatch(/^\uFEFF"bootId","instanceId","id","atMs","atUtc","operator",/);
  expect(content.toString()).toContain(",9007199254741010,");
});

test("a file holds what its address asks for, and no more", async () => {
  const { text } = await saved("&partition=3&keyPrefix=eu-south");
  const expected = engine.lateDrops
    .filter(({ partition, key }) => partition === 3 && key?.text.startsWith("eu-south"))
    .map(({ id }) => id)
    .reverse();
  expect(expected.length).toBeGreaterThan(0);
  const lines = text.trimEnd().split("\n");
  expect(lines.map((line) => lateDropEntry.parse(JSON.parse(line)).id)).toEqual(expected);
});

test.each<[name: string, query: string, status: number, error: { code: string; message: unknown }]>([
  [
    "a wrong field",
    "&partition=x",
    400,
    { code: "bad-request", message: expect.stringMatching(/^partition: /) },
  ],
  ["a name twice", "&app=orders", 400, { code: "bad-request", message: "app: is given twice" }],
])("%s is refused by name", async (_name, query, status, error) => {
  const answer = await saved(query);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toEqual({ error });
});

test("an app that is not configured is refused, with those that are", async () => {
  const response = await fetch(`${running.url}/api/export/late-drops?app=nobody&format=csv&${who}`);
  expect(response.status).toBe(404);
  expect(response.headers.get("content-disposition")).toBeNull();
  expect(await response.json()).toEqual({
    error: { code: "unknown-app", message: 'no app "nobody" is configured; known: orders' },
  });
});

test("a page on another site saves nothing", async () => {
  for (const headers of [{ Origin: "http://evil.example" }, { "Sec-Fetch-Site": "cross-site" }]) {
    const answer = await saved("", { headers });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("forbidden-origin");
  }
  expect((await saved("", { method: "POST" })).status).toBe(405);
});

test("another path below is no file", async () => {
  const answer = await saved("", {}, "/api/export/everything");
  expect(answer.status).toBe(404);
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code: "not-found" } });
});

test("where whoever runs the console has switched files off, each is refused by the setting's name", async () => {
  const off = await startConsole({ orders: engine.url }, [], { STOATFLOW_LATE_DROP_EXPORT: "off" });
  try {
    const response = await fetch(`${off.url}/api/export/late-drops?app=orders&format=csv&${who}`);
    expect(response.status).toBe(403);
    expect(response.headers.get("content-disposition")).toBeNull();
    expect(await response.json()).toMatchObject({
      error: { code: "switched-off", message: expect.stringContaining("STOATFLOW_LATE_DROP_EXPORT") },
    });
    const told = await fetch(`${off.url}/api/trpc/lateDrops.exports`);
    expect(await told.json()).toMatchObject({ result: { data: { kind: "off" } } });
  } finally {
    await off.stop();
  }
});
