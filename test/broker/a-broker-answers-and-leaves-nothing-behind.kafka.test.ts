import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Broker, startBroker } from "./broker.ts";
import { folderPrefix, sweepLeftOvers } from "./left-overs.ts";
import { isAlive, isStopped } from "./processes.ts";

const limitMs = 60_000;
const cli = fileURLToPath(new URL("cli.ts", import.meta.url));

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
}, limitMs);
afterAll(() => broker.stop(), limitMs);

function client(): Kafka {
  return new Kafka({ brokers: [broker.brokers], logLevel: logLevel.NOTHING });
}

test("what was written is there after a restart and after a kill", { timeout: limitMs }, async () => {
  const admin = client().admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: "kept", numPartitions: 3 }] });
  await admin.disconnect();

  const before = broker.pid();
  await broker.restart();
  expect(broker.pid()).not.toBe(before);
  await broker.kill();
  expect(broker.pid()).toBeUndefined();
  await broker.restart();

  const again = client().admin();
  await again.connect();
  expect(await again.listTopics()).toContain("kept");
  await again.disconnect();
});

test("a frozen broker answers nobody until it goes on", { timeout: limitMs }, async () => {
  const admin = client().admin();
  await admin.connect();
  await broker.pause();
  expect(isStopped(broker.pid() ?? 0)).toBe(true);
  let answered = false;
  const answer = admin.listTopics().then(() => {
    answered = true;
  });
  expect(answered).toBe(false);
  broker.resume();
  await answer;
  expect(answered).toBe(true);
  await admin.disconnect();
});

test("stop removes the data and ends the process", { timeout: limitMs }, async () => {
  const other = await startBroker();
  const pid = other.pid();
  expect(existsSync(other.dataDir)).toBe(true);
  await other.stop();
  expect(existsSync(dirname(other.dataDir))).toBe(false);
  expect(pid !== undefined && isAlive(pid)).toBe(false);
});

/** The folder of the broker that belongs to a process, once it runs. */
function folderOf(owner: number): string | undefined {
  const name = readdirSync(tmpdir()).find((entry) => entry.startsWith(folderPrefix(owner)));
  return name === undefined ? undefined : join(tmpdir(), name);
}

/** Starts the command line in a process of its own and waits until its broker answers. */
async function ownProcess(): Promise<ChildProcess & { readonly pid: number }> {
  const child = spawn(process.execPath, ["--import", "tsx", cli], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once("data", () => resolve());
    child.once("exit", (status) => reject(new Error(`the command line ended with ${status}`)));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("the command line has no pid");
  return Object.assign(child, { pid });
}

function brokerPid(folder: string): number {
  return Number(readFileSync(join(folder, "broker.pid"), "utf8"));
}

test("the death of the process that started it ends a broker", { timeout: limitMs }, async () => {
  const owner = await ownProcess();
  const folder = folderOf(owner.pid);
  if (folder === undefined) throw new Error("the broker has no folder");
  const pid = brokerPid(folder);
  owner.kill("SIGKILL");
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: limitMs });
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: limitMs });
});

test("the next start sweeps what even the guard could not end", { timeout: limitMs }, async () => {
  const owner = await ownProcess();
  const folder = folderOf(owner.pid);
  if (folder === undefined) throw new Error("the broker has no folder");
  const pid = brokerPid(folder);
  const guardPid = Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1]);
  process.kill(guardPid, "SIGKILL");
  owner.kill("SIGKILL");
  await vi.waitFor(() => expect(isAlive(owner.pid)).toBe(false), { timeout: limitMs });
  expect(isAlive(pid)).toBe(true);

  sweepLeftOvers();
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: limitMs });
  expect(existsSync(folder)).toBe(false);
});

test("sweeping spares a process that was given the pid of a broker, and folders whose owner lives", () => {
  const parent = mkdtempSync(join(tmpdir(), "sweep-"));
  // No process has this id: it is beyond what the system gives.
  const dead = join(parent, `${folderPrefix(2 ** 30)}a`);
  const living = join(parent, `${folderPrefix(process.pid)}a`);
  for (const folder of [dead, living]) {
    mkdirSync(folder);
    writeFileSync(join(folder, "broker.pid"), String(process.pid));
  }
  sweepLeftOvers(parent);
  expect(existsSync(dead)).toBe(false);
  expect(existsSync(living)).toBe(true);
  rmSync(parent, { recursive: true });
});
