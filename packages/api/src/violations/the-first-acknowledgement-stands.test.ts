import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { entryKey } from "../entry-key.ts";
import { postgresDatabase } from "../testing/postgres.ts";
import { acknowledgementsIn } from "./acknowledgements.ts";

const databases: Database[] = [];
const folders: string[] = [];

async function opened(opening: Promise<Database>): Promise<Database> {
  const database = await opening;
  databases.push(database);
  return database;
}

const open = () => opened(openDatabase(":memory:"));

afterEach(async () => {
  for (const database of databases.splice(0)) await database.destroy();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const one = { bootId: "boot1", id: "9223372036854775807" };
const two = { bootId: "boot1", id: "2" };
const byAna = { atMs: 1_790_000_000_000, actor: "ana", note: "the broker was rolled" };
const byBen = { atMs: 1_790_000_000_001, actor: "ben", note: "looking" };

describe.each([
  ["SQLite", () => openDatabase(":memory:")],
  ["PostgreSQL", postgresDatabase],
] as const)("%s", (_name, make) => {
  let database: Database;
  beforeAll(async () => {
    database = await make();
  });
  afterEach(() => database.deleteFrom("acknowledgements").execute());
  afterAll(() => database.destroy());

  test("an acknowledgement is held with who, when and the note", async () => {
    const held = acknowledgementsIn(database);
    expect([...(await held.acknowledge("orders", [one], byAna))]).toEqual([entryKey(one)]);
    expect(await held.of("orders", [one, two])).toEqual(new Map([[entryKey(one), byAna]]));
  });

  test("who is second changes nothing, and those that are new are told apart", async () => {
    const held = acknowledgementsIn(database);
    await held.acknowledge("orders", [one], byAna);
    expect([...(await held.acknowledge("orders", [one, two], byBen))]).toEqual([entryKey(two)]);
    const found = await held.of("orders", [one, two]);
    expect(found.get(entryKey(one))).toEqual(byAna);
    expect(found.get(entryKey(two))).toEqual(byBen);
  });

  test("the oldest go beyond the bound, of that app alone", async () => {
    const held = acknowledgementsIn(database, 3);
    const refs = [1, 2, 3, 4, 5].map((id) => ({ bootId: "boot1", id: String(id) }));
    await held.acknowledge("payments", [two], { ...byAna, atMs: 1 });
    for (const [i, ref] of refs.entries())
      await held.acknowledge("orders", [ref], { ...byAna, atMs: 100 + i });
    expect([...(await held.of("orders", refs)).keys()].sort()).toEqual(["boot1-3", "boot1-4", "boot1-5"]);
    expect((await held.of("payments", [two])).size).toBe(1);
  });
});

test("a violation of another app, or of another run, is another one", async () => {
  const held = acknowledgementsIn(await open());
  await held.acknowledge("orders", [two], byAna);
  expect((await held.of("payments", [two])).size).toBe(0);
  expect((await held.of("orders", [{ ...two, bootId: "boot2" }])).size).toBe(0);
  expect((await held.of("orders", [])).size).toBe(0);
  expect((await held.acknowledge("orders", [], byBen)).size).toBe(0);
});

test("an acknowledgement outlives the console", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stoatflow-acknowledgements-"));
  folders.push(folder);
  const file = path.join(folder, "console.db");
  const before = await openDatabase(file);
  await acknowledgementsIn(before).acknowledge("orders", [one], byAna);
  await before.destroy();
  expect(
    (await acknowledgementsIn(await opened(openDatabase(file))).of("orders", [one])).get(entryKey(one)),
  ).toEqual(byAna);
});

test("what can't be kept is an error that says so", async () => {
  const database = await openDatabase(":memory:");
  const held = acknowledgementsIn(database);
  await database.destroy();
  const thrown = await held.acknowledge("orders", [one], byAna).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ApiError);
  expect(thrown).toMatchObject({
    code: "storage",
    message: expect.stringMatching(/^the console's database can't keep the acknowledgement: .*data folder/),
  });
});
