/**
 * Bad input as a table: input → exit status → one line on standard error that names the thing, its value and the way
 * out. 2 is a wrong setting, 1 is what the world refuses at run time.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kafkaLog } from "@stoatflow/engine/kafka";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Broker, startBroker } from "../broker/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const userApp = "test/apps/user-app.ts";
const consoleServer = "apps/console/server/main.ts";
const demo = "apps/demo/src/main.ts";

let broker: Broker;
let taken: Server;
let takenPort: number;
let folder: string;

beforeAll(async () => {
  broker = await startBroker();
  const log = kafkaLog({ brokers: [broker.brokers] });
  await log.admin.createTopics(["in", "out"].map((topic) => ({ topic, partitions: 1 })));
  await log.close();
  folder = mkdtempSync(join(tmpdir(), "stoatflow-bad-input-"));
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const address = taken.address();
  takenPort = typeof address === "object" && address !== null ? address.port : 0;
});

afterAll(async () => {
  taken?.close();
  await broker?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

interface Ending {
  readonly status: number | null;
  readonly stderr: string;
  readonly seconds: number;
}

/** @param limitMs after which it is ended, so that a program that does not end fails its row by its status. */
function ending(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  limitMs: number,
): Promise<Ending> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", program, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const limit = setTimeout(() => child.kill("SIGKILL"), limitMs);
  return new Promise((resolve) => {
    child.on("close", (status) => {
      clearTimeout(limit);
      resolve({ status, stderr, seconds: (performance.now() - startedMs) / 1000 });
    });
  });
}

interface Row {
  readonly input: string;
  readonly program: string;
  readonly args?: () => string[];
  readonly env?: () => Record<string, string>;
  readonly status: 1 | 2;
  readonly says: () => (string | RegExp)[];
  readonly withinSeconds: number;
}

const onBroker = (): string[] => ["--brokers", broker.brokers];

const rows: readonly Row[] = [
  {
    input: "a broker that nobody listens on",
    program: userApp,
    args: () => ["--brokers", "127.0.0.1:1"],
    status: 1,
    says: () => ["127.0.0.1:1", "; "],
    withinSeconds: 15,
  },
  {
    input: "a broker without a port",
    program: userApp,
    args: () => ["--brokers", "127.0.0.1"],
    status: 2,
    says: () => ["brokers", '"127.0.0.1"', "host:port"],
    withinSeconds: 5,
  },
  {
    input: "a broker that nobody listens on, given to the demo",
    program: demo,
    args: () => ["--brokers", "127.0.0.1:1"],
    status: 1,
    says: () => ["--brokers 127.0.0.1:1", "; "],
    withinSeconds: 15,
  },
  {
    input: "a topic that does not exist",
    program: userApp,
    args: () => [...onBroker(), "--topic", "odrers"],
    status: 1,
    says: () => ['no topic "odrers"', "create it first"],
    withinSeconds: 5,
  },
  {
    input: "a port that is taken",
    program: userApp,
    args: onBroker,
    env: () => ({ STOATFLOW_SERVER_PORT: `${takenPort}` }),
    status: 1,
    says: () => ["stoatflow.server.port", `${takenPort}`],
    withinSeconds: 5,
  },
  {
    input: "an address beyond this machine",
    program: userApp,
    args: onBroker,
    env: () => ({ STOATFLOW_SERVER_HOST: "0.0.0.0" }),
    status: 2,
    says: () => ["stoatflow.server.host", "0.0.0.0", "127.0.0.1"],
    withinSeconds: 5,
  },
  {
    input: "YAML that is none",
    program: userApp,
    args: () => ["--config", file("broken.yaml", "stoatflow:\n  processing: [lanes: 4\n")],
    status: 2,
    says: () => ["broken.yaml", /line \d+/, "mend the file"],
    withinSeconds: 5,
  },
  {
    input: "a configuration file that does not exist",
    program: userApp,
    args: () => ["--config", join(folder, "absent.yaml")],
    status: 2,
    says: () => ["absent.yaml", "name a file that exists"],
    withinSeconds: 5,
  },
  {
    input: "a text where a number is due, in YAML",
    program: userApp,
    args: () => ["--config", file("lanes.yaml", "stoatflow:\n  processing:\n    lanes: many\n")],
    status: 2,
    says: () => ["stoatflow.processing.lanes", '"many"', "valid value"],
    withinSeconds: 5,
  },
  {
    input: "a number out of range, in the environment",
    program: userApp,
    args: onBroker,
    env: () => ({ STOATFLOW_PROCESSING_COMMIT_INTERVAL_MS: "0" }),
    status: 2,
    says: () => ["stoatflow.processing.commit-interval-ms", "0", "valid value"],
    withinSeconds: 5,
  },
  {
    input: "the console's YAML that is none",
    program: consoleServer,
    args: () => ["--port", "0", "--config", file("apps.yaml", "apps: [{ id: orders\n")],
    status: 2,
    says: () => ["apps.yaml"],
    withinSeconds: 5,
  },
  {
    input: "a list of apps that is none",
    program: consoleServer,
    args: () => ["--port", "0"],
    env: () => ({ STOATFLOW_APPS: "orders" }),
    status: 2,
    says: () => ["STOATFLOW_APPS", "orders"],
    withinSeconds: 5,
  },
  {
    input: "an address beyond this machine for the console",
    program: consoleServer,
    args: () => ["--port", "0", "--host", "0.0.0.0"],
    status: 2,
    says: () => ["--host", "0.0.0.0", "127.0.0.1"],
    withinSeconds: 5,
  },
  {
    input: "a port that is taken for the console",
    program: consoleServer,
    args: () => ["--port", `${takenPort}`],
    status: 1,
    says: () => ["--port", `${takenPort}`],
    withinSeconds: 5,
  },
  {
    input: "a flag that the console does not know",
    program: consoleServer,
    args: () => ["--prot", "4000"],
    status: 2,
    says: () => ["--prot"],
    withinSeconds: 5,
  },
];

describe("bad input", () => {
  it.each(rows)("$input: status $status", async ({ program, args, env, status, says, withinSeconds }) => {
    // Twice the promised time: on a busy machine a process alone takes seconds to load. The promise is measured and
    // printed; a program that hangs is ended here and fails by its status.
    const ended = await ending(
      program,
      args?.() ?? [],
      { STOATFLOW_APPS: "", ...env?.() },
      withinSeconds * 2000,
    );
    expect(ended).toMatchObject({ status });
    const lines = ended.stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(1);
    for (const part of says()) expect(lines[0]).toMatch(part);
    expect(lines[0]).not.toMatch(/^\s+at /);
    console.log(`${ended.seconds.toFixed(1)} s: ${lines[0]}`);
  });
});
