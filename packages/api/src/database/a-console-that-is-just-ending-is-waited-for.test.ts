import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { holdAlone } from "./hold-alone.ts";
import { closeDatabase, openDatabase } from "./open-database.ts";

let file: string;

beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), "stoatflow-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  file = path.join(folder, "console.lock");
});

/** Another process that has the file for itself. Told to end, it has something to do still, and lets go by its end. */
const holder = `
  const handle = new (require("libsql"))(process.argv[1]);
  handle.exec("begin exclusive");
  process.stdin.once("data", () => {
    handle.exec("with recursive n(i) as (select 1 union all select i + 1 from n where i < 500000) select max(i) from n");
    process.exit();
  });
  console.log("held");
`;

async function held() {
  const child = spawn(process.execPath, ["-e", holder, file], {
    cwd: import.meta.dirname,
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
  });
  await once(child.stdout, "data");
  return child;
}

test("a lock whose holder is ending is had as soon as it lets go", async () => {
  const other = await held();
  await new Promise((resolve) => other.stdin.write("end", resolve));
  expect(holdAlone(file)).toBe(true);
});

test("a lock whose holder stays is refused", async () => {
  await held();
  expect(holdAlone(file)).toBe(false);
});

test("a database that somebody beside is about to let go of is opened then", async () => {
  const other = await held();
  await new Promise((resolve) => other.stdin.write("end", resolve));
  await closeDatabase(await openDatabase(file));
});
