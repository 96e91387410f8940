import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BoundedLog } from "./bounded-log.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stoatflow-log-"));
  file = join(folder, "app.log");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("however much is said, both files together stay within the bound, and the newest is kept", () => {
  const log = new BoundedLog(file, 1000);
  for (let line = 0; line < 500; line += 1) log.write(Buffer.from(`line ${line}\n`));
  expect(statSync(file).size + statSync(`${file}.1`).size).toBeLessThanOrEqual(1000);
  const kept = readFileSync(`${file}.1`, "utf8") + readFileSync(file, "utf8");
  expect(kept.trimEnd().split("\n").at(-1)).toBe("line 499");
  expect(kept).toContain("line 450\nline 451\n");
});

test("one piece larger than the bound leaves its end", () => {
  const log = new BoundedLog(file, 1000);
  log.write(Buffer.from(`${"x".repeat(5000)}the end`));
  expect(statSync(file).size).toBe(500);
  expect(readFileSync(file, "utf8")).toMatch(/the end$/);
});

test("the last words are the last line that is no log entry", () => {
  const log = new BoundedLog(file);
  log.write(Buffer.from('why it failed\n{"level":30}\n'));
  expect(log.lastWords()).toBe("why it failed");
});

test("a new run begins a new log", () => {
  const first = new BoundedLog(file, 100);
  for (let line = 0; line < 50; line += 1) first.write(Buffer.from(`line ${line}\n`));
  new BoundedLog(file, 100);
  expect(readFileSync(file, "utf8")).toBe("");
  expect(() => statSync(`${file}.1`)).toThrow("ENOENT");
});
