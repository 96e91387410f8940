import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstOther, isOldNode } from "../../apps/demo/launch/needs.mjs";
import { summary } from "./summary.mjs";

const doctor = fileURLToPath(new URL("doctor.mjs", import.meta.url));
let nodeOnly: string;
beforeAll(() => {
  nodeOnly = mkdtempSync(join(tmpdir(), "stoatflow-doctor-"));
  symlinkSync(process.execPath, join(nodeOnly, "node"));
});
afterAll(() => rmSync(nodeOnly, { recursive: true, force: true }));

const examine = (environment: Readonly<Record<string, string | undefined>>) =>
  spawnSync(process.execPath, [doctor], { env: environment, encoding: "utf8", timeout: 10_000 });

test("where the tests run, all is there and the status is 0", () => {
  const done = examine(process.env);
  expect(done.stderr).toBe("");
  expect(done.stdout).not.toContain("MISSING");
  expect(done.status).toBe(0);
  for (const name of [
    "Node 2",
    "npm ",
    "package-lock.json",
    "free disk",
    "Java",
    "Maven",
    "Chromium",
    "nginx",
    "Kafka",
  ]) {
    expect(done.stdout).toContain(name);
  }
});

test("with Node alone, what the tests lack is named with its line, and the status is 3", () => {
  const done = examine({
    PATH: nodeOnly,
    NGINX_PATH: "/nowhere/nginx",
    npm_config_user_agent: "npm/11.0.0 node/v20.19.0",
  });
  expect(done.status).toBe(3);
  const missing = done.stdout.split("\n").filter((line) => line.startsWith("MISSING"));
  expect(missing).toHaveLength(4);
  for (const [at, name] of ["Java", "Maven", "Chromium", "nginx"].entries()) {
    expect(missing[at]).toContain(name);
    expect(missing[at]).toMatch(/To bring it: \S+/);
  }
});

test.each([
  [["there", "note"], 0],
  [["there", "tests"], 3],
  [["tests", "start"], 1],
] as const)("%j is status %i", (kinds, status) => {
  expect(summary(kinds.map((kind) => ({ kind, text: "x" }))).status).toBe(status);
});

test.each([
  ["20.19.0", false],
  ["20.18.3", true],
  ["18.20.0", true],
  ["22.0.0", false],
])("Node %s against a floor of 20.19 is too old: %s", (version, old) => {
  expect(isOldNode(version, "20.19")).toBe(old);
});

test("a package of another version is named; one for another system, and a package of ours, are not", () => {
  const wanted = {
    "": {},
    "apps/demo": { version: "1" },
    "node_modules/@stoatflow/demo": { link: true },
    "node_modules/only-on-windows": { version: "1", optional: true },
    "node_modules/a": { version: "1" },
    "node_modules/b/node_modules/@scope/c": { version: "2" },
  };
  expect(firstOther(wanted, { "node_modules/a": { version: "1" } })).toBe("@scope/c");
  const installed = {
    "node_modules/a": { version: "1" },
    "node_modules/b/node_modules/@scope/c": { version: "2" },
  };
  expect(firstOther(wanted, installed)).toBeUndefined();
});
