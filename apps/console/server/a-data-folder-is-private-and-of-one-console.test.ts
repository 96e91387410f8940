import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { closeDatabase, openDatabase } from "@stoatflow/api";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { spawnConsole } from "../test/rig.ts";
import { openDataFolder } from "./data-folder.ts";

let folder: string;

beforeEach(() => {
  const parent = mkdtempSync(path.join(tmpdir(), "stoatflow-console-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  folder = path.join(parent, "data");
});

const rightsOf = (...names: readonly string[]) => statSync(path.join(folder, ...names)).mode & 0o777;

test("what the console makes is for its own user alone, whatever the umask: the folder, the database, its log", async () => {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const database = await openDatabase(openDataFolder(folder));
  onTestFinished(() => closeDatabase(database));
  expect(rightsOf()).toBe(0o700);
  expect(rightsOf("console.db")).toBe(0o600);
  expect(rightsOf("console.db-wal")).toBe(0o600);
  expect(rightsOf("console.lock")).toBe(0o600);
});

test("what was there keeps the rights that it was given", () => {
  mkdirSync(folder);
  writeFileSync(path.join(folder, "console.db"), "");
  chmodSync(folder, 0o750);
  chmodSync(path.join(folder, "console.db"), 0o640);
  openDataFolder(folder);
  expect([rightsOf(), rightsOf("console.db")]).toEqual([0o750, 0o640]);
});

test("a second console on the same folder is refused, with the way out", async () => {
  openDataFolder(folder);
  const second = spawnConsole(["--port", "0", "--data", folder], {});
  let err = "";
  second.stderr?.on("data", (chunk) => {
    err += String(chunk);
  });
  expect(await once(second, "close")).toEqual([1, null]);
  expect(err).toBe(
    `stoatflow console: the data folder is "${folder}": another console is running on it; end that one, or give --data a folder of its own\n`,
  );
});
