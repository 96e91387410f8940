import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { spawnConsole } from "../test/rig.ts";
import { resolveOptions } from "./options.ts";
import { helpText } from "./setting-names.ts";

const apps = { STOATFLOW_APPS: "orders=http://127.0.0.1:4001" };
const warningsOf = (env: Readonly<Record<string, string>>) => resolveOptions({ argv: [], env }).warnings;

test("a console without an app says so, and how to give it one", () => {
  expect(warningsOf({})).toEqual([
    expect.stringMatching(/^no app is configured.*STOATFLOW_APPS=orders=http.*--config/),
  ]);
  expect(warningsOf(apps)).toEqual([]);
});

test.each([
  ["STOATFLOW_APS", "STOATFLOW_APPS"],
  ["STOATFLOW_LOGLEVEL", "STOATFLOW_LOG_LEVEL"],
  ["STOATFLOW_HISTORY_DAY", "STOATFLOW_HISTORY_DAYS"],
  ["STOATFLOW_DATADIR", "STOATFLOW_DATA"],
])("%s is told to be no setting, with the nearest that is one", (name, nearest) => {
  expect(warningsOf({ ...apps, [name]: "x" })).toEqual([
    `the variable ${name} is no setting and is ignored; the nearest one is ${nearest}`,
  ]);
});

test.each([
  ["STOATFLOW_PORT", "give the flag --port N"],
  ["STOATFLOW_HOST", "give the flag --host H"],
  ["STOATFLOW_CONFIG", "give the flag --config file.yaml"],
  ["STOATFLOW_HELP", "give the flag --help"],
  ["STOATFLOW_RETENTION", "--help prints those that are"],
])("%s is told to be no setting, with the flag of that name, or else no other setting", (name, wayOut) => {
  expect(warningsOf({ ...apps, [name]: "x" })).toEqual([
    `the variable ${name} is no setting and is ignored; ${wayOut}`,
  ]);
});

test("settings of an engine in the same environment are none of the console's business", () => {
  expect(warningsOf({ ...apps, STOATFLOW_SERVER_PORT: "4001", STOATFLOW_PROCESSING_LANES: "4" })).toEqual([]);
});

test("both are in the log of a console that has started", async () => {
  const running = spawnConsole(["--port", "0"], { STOATFLOW_APS: "orders=http://127.0.0.1:4001" });
  onTestFinished(async () => {
    if (running.exitCode === null && running.kill()) await once(running, "exit");
  });
  let log = "";
  running.stderr?.on("data", (chunk) => {
    log += String(chunk);
  });
  await vi.waitFor(
    () => {
      expect(log).toContain("the variable STOATFLOW_APS is no setting");
      expect(log).toContain("no app is configured");
    },
    { timeout: 60_000 },
  );
});

test("--help prints every setting, and starts nothing", async () => {
  const child = spawnConsole(["--help"], {});
  let out = "";
  child.stdout?.on("data", (chunk) => {
    out += String(chunk);
  });
  expect(await once(child, "close")).toEqual([0, null]);
  expect(out).toBe(`${helpText()}\n`);
});

test("what --help prints is what the guide lists", () => {
  const guide = readFileSync(path.join(import.meta.dirname, "../README.md"), "utf8");
  const table = guide.slice(guide.indexOf("| setting"), guide.indexOf("A variable that begins"));
  const named = (text: string) => new Set(text.match(/--[a-z][a-z-]*|STOATFLOW_[A-Z_]+/g));
  expect(named(helpText())).toEqual(named(table));
});
