import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./open-database.ts";

let file: string;

beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), "stoatflow-database-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  file = path.join(folder, "console.db");
});

async function fault(): Promise<string> {
  const thrown: unknown = await openDatabase(file).catch((cause: unknown) => cause);
  expect(thrown).toMatchObject({ code: "storage" });
  return thrown instanceof Error ? thrown.message : "";
}

test("a file of something else names itself, and that it is to be moved away", async () => {
  writeFileSync(file, "not a database, by any means, and long enough to be looked at as one");
  expect(await fault()).toBe(
    `the database "${file}" can't be opened: it is no database; move it away, and a new one is made in its place`,
  );
});

test("a folder in its place names itself, with no code of a library", async () => {
  mkdirSync(file);
  expect(await fault()).toBe(
    `the database "${file}" can't be opened: look whether it is a file, in a folder that is there, and at its rights`,
  );
});

test("a file of a newer version says that it is one", async () => {
  const database = await openDatabase(file);
  await sql`insert into kysely_migration values ('9999-of-tomorrow', '2999-01-01')`.execute(database);
  await database.destroy();
  const message = await fault();
  expect(message).toContain(`"${file}"`);
  expect(message).toContain("9999-of-tomorrow");
  expect(message).toContain("written by a newer version; run that one, or move the file away");
});
