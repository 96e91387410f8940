import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spawnConsole } from "../test/rig.ts";
import { type Ending, endingOf } from "./ending.ts";
import { resolveOptions } from "./options.ts";

let folder: string;
let taken: net.Server;
let takenPort: number;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "stoatflow-console-"));
  writeFileSync(path.join(folder, "broken.yaml"), "apps: [{ id: orders, url: }\n  - [");
  writeFileSync(path.join(folder, "shape.yaml"), "apps:\n  - id: orders\n    url: ftp://127.0.0.1\n");
  taken = net.createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  takenPort = address !== null && typeof address === "object" ? address.port : 0;
});

afterAll(() => {
  taken.close();
  rmSync(folder, { recursive: true });
});

interface Case {
  readonly argv: () => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly status: 1 | 2;
  /** What the line must hold: the setting, its value, and a word of the remedy. */
  readonly says: () => readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  "a host that is no loopback": {
    argv: () => ["--host", "0.0.0.0"],
    status: 2,
    says: () => ["--host", '"0.0.0.0"', "127.0.0.1"],
  },
  "a host by name": {
    argv: () => ["--host", "example.com"],
    status: 2,
    says: () => ["--host", '"example.com"'],
  },
  "a port that is none": {
    argv: () => ["--port", "70000"],
    status: 2,
    says: () => ["--port", '"70000"', "65535"],
  },
  "a port that is a word": { argv: () => ["--port", "http"], status: 2, says: () => ["--port", '"http"'] },
  "a base path that is none": {
    argv: () => ["--base-path", "stoatflow"],
    status: 2,
    says: () => ["--base-path", "STOATFLOW_BASE_PATH", '"stoatflow"', "/stoatflow"],
  },
  "a base path that begins as the console's own pages do": {
    argv: () => ["--port", "0"],
    env: { STOATFLOW_BASE_PATH: "/apps/console" },
    status: 2,
    says: () => ["STOATFLOW_BASE_PATH", '"/apps/console"', "another name"],
  },
  "an origin with a path": {
    argv: () => ["--origins", "https://ops.example.com/stoatflow"],
    status: 2,
    says: () => ["--origins", "STOATFLOW_ORIGINS", "without a path"],
  },
  "an unknown flag": { argv: () => ["--prot", "1"], status: 2, says: () => ["--prot", "--port"] },
  "a config that is not there": {
    argv: () => ["--config", path.join(folder, "none.yaml")],
    status: 2,
    says: () => ["--config", "none.yaml", "ENOENT"],
  },
  "malformed YAML": {
    argv: () => ["--config", path.join(folder, "broken.yaml")],
    status: 2,
    says: () => ["line"],
  },
  "YAML of the wrong shape": {
    argv: () => ["--config", path.join(folder, "shape.yaml")],
    status: 2,
    says: () => ["url", "ftp://127.0.0.1"],
  },
  "a malformed list of apps": {
    argv: () => ["--port", "0"],
    env: { STOATFLOW_APPS: "orders" },
    status: 2,
    says: () => ["STOATFLOW_APPS", "orders"],
  },
  "a data folder that can't be one": {
    argv: () => ["--port", "0", "--data", path.join(folder, "shape.yaml", "data")],
    status: 1,
    says: () => ["data folder", "shape.yaml", "ENOTDIR", "--data"],
  },
  "a history of bytes that are a word": {
    argv: () => ["--history-bytes", "2GiB", "--data", folder],
    status: 2,
    says: () => ["--history-bytes", '"2GiB"', "16777216", "1099511627776"],
  },
  "a history of more bytes than memory is for": {
    argv: () => ["--port", "0"],
    env: { STOATFLOW_HISTORY_BYTES: "2147483648" },
    status: 2,
    says: () => ["STOATFLOW_HISTORY_BYTES", '"2147483648"', "1073741824", "--data"],
  },
  "an export that is neither on nor off": {
    argv: () => ["--late-drop-export", "no"],
    status: 2,
    says: () => ["--late-drop-export", "STOATFLOW_LATE_DROP_EXPORT", '"no"', "on or off"],
  },
  "a log level that is none": {
    argv: () => ["--port", "0"],
    env: { STOATFLOW_LOG_LEVEL: "verbose" },
    status: 2,
    says: () => ["STOATFLOW_LOG_LEVEL", '"verbose"', "debug, info, warn"],
  },
  "a history of no days": {
    argv: () => ["--port", "0"],
    env: { STOATFLOW_HISTORY_DAYS: "0" },
    status: 2,
    says: () => ["STOATFLOW_HISTORY_DAYS", '"0"', "1", "3650"],
  },
  "a taken port": {
    argv: () => ["--port", String(takenPort)],
    status: 1,
    says: () => ["--port", String(takenPort), "taken", "0"],
  },
};

/** Who is ended as a process too: one of each way to fail. */
const asProcess = [
  "a host that is no loopback",
  "YAML of the wrong shape",
  "a data folder that can't be one",
  "a taken port",
] as const;

const wrongSettings = Object.entries(cases).filter(([, { status }]) => status === 2);

test.each(wrongSettings)("%s is refused in one line", (_name, { argv, env, status, says }) => {
  const ending = endingWith(argv(), { STOATFLOW_APPS: "", ...env });
  expect(ending.status).toBe(status);
  expect(ending.line).not.toContain("\n");
  for (const word of says()) expect(ending.line).toContain(word);
});

function endingWith(argv: readonly string[], env: Readonly<Record<string, string>>): Ending {
  try {
    resolveOptions({ argv: [...argv], env });
  } catch (cause) {
    return endingOf(cause);
  }
  throw new Error("it was taken");
}

test.each(asProcess)("%s ends the process", async (name) => {
  const { argv, env, status, says } = cases[name] ?? missing(name);
  const child = spawnConsole(argv(), env ?? {});
  let out = "";
  let err = "";
  child.stdout?.on("data", (chunk) => {
    out += String(chunk);
  });
  child.stderr?.on("data", (chunk) => {
    err += String(chunk);
  });
  const [code] = await once(child, "close");
  expect({ code, out, lines: err.trimEnd().split("\n").length, err }).toEqual({
    code: status,
    out: "",
    lines: 1,
    err,
  });
  for (const word of says()) expect(err).toContain(word);
  expect(err).not.toMatch(/\n\s+at /);
});

function missing(name: string): never {
  throw new Error(`there is no case ${name}`);
}
