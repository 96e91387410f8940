/**
 * A real Kafka broker for tests: one node on free loopback ports, its data in a temporary folder.
 *
 * It dies with the process that started it, however that dies: a guard process of its own watches for it. What even
 * the guard could not end is swept at the next start. Nothing else is ever ended.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Kafka, logLevel } from "kafkajs";
import { waitFor } from "../wait-for.ts";
import { canListen, freePort } from "./free-port.ts";
import { brokerJars } from "./jars.ts";
import { findJava } from "./java.ts";
import { folderPrefix, sweepLeftOvers } from "./left-overs.ts";
import { isAlive, isStopped } from "./processes.ts";
import { loggingProperties, serverProperties } from "./server-properties.ts";

const guard = fileURLToPath(new URL("guard.mjs", import.meta.url));
const startLimitMs = 60_000;

export interface BrokerOptions {
  /** @default a free one. */
  readonly port?: number;
  /** Broker settings by Kafka's names, e.g. `{ "log.cleaner.backoff.ms": "100" }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Broker extends AsyncDisposable {
  /** What clients connect to: `127.0.0.1:port`. The same after a restart. */
  readonly brokers: string;
  readonly port: number;
  /** The log's folder; gone after `stop`. */
  readonly dataDir: string;
  /** The broker's pid; `undefined` while it is down. */
  pid(): number | undefined;
  /** The last lines of the broker's own log. */
  logTail(): string;
  /** Freezes the broker (SIGSTOP): once it resolves connections stay open and nothing answers. */
  pause(): Promise<void>;
  /** Lets a frozen broker go on (SIGCONT). */
  resume(): void;
  /** Ends the broker at once (SIGKILL) and keeps its data; `restart` brings it back. */
  kill(): Promise<void>;
  /** Stops the broker in good order if it runs, then starts it on the same port and data. */
  restart(): Promise<void>;
  /** Stops the broker and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts a broker and resolves when it answers; some three seconds, and the download of 54 MB the first time.
 *
 * @throws {Error} when Java or Maven is missing, with the remedy; when the broker does not come up, with its log.
 * @example
 * ```ts
 * import { Kafka } from "kafkajs";
 *
 * await using broker = await startBroker();
 * const kafka = new Kafka({ brokers: [broker.brokers] });
 * ```
 */
export async function startBroker(options: BrokerOptions = {}): Promise<Broker> {
  const java = findJava();
  const jars = await brokerJars();
  sweepLeftOvers();

  const folder = mkdtempSync(join(tmpdir(), folderPrefix(process.pid)));
  const dataDir = join(folder, "data");
  const properties = join(folder, "server.properties");
  const port = options.port ?? (await freePort());
  const controllerPort = await freePort(port);
  writeFileSync(
    properties,
    serverProperties({ port, controllerPort, dataDir, settings: options.settings ?? {} }),
  );
  writeFileSync(join(folder, "log4j2.properties"), loggingProperties);
  const classPath = join(jars, "*");
  // The serial collector and the quick compiler halve the start and leave more of two cores to the test.
  const javaArgs = ["-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath];
  const logging = `-Dlog4j2.configurationFile=${join(folder, "log4j2.properties")}`;
  format(java, [...javaArgs, logging], properties);

  const logTail = () => readFileSync(join(folder, "broker.log"), "utf8").split("\n").slice(-40).join("\n");
  let run: Run | undefined;

  async function start(): Promise<void> {
    const started = await guarded(folder, [java, ...javaArgs, logging, "kafka.Kafka", properties]);
    run = started;
    await answers(`127.0.0.1:${port}`, started, logTail);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = run;
    run = undefined;
    if (ending === undefined || !isAlive(ending.pid)) return;
    process.kill(ending.pid, "SIGCONT");
    process.kill(ending.pid, signal);
    await ending.ended();
  }

  async function stop(): Promise<void> {
    // The data is thrown away, so there is nothing to bring in order first.
    await end("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  function signal(name: NodeJS.Signals): number {
    if (run === undefined) throw new Error("the test broker is not running");
    process.kill(run.pid, name);
    return run.pid;
  }

  async function pause(): Promise<void> {
    const pid = signal("SIGSTOP");
    await waitFor("the broker is frozen", () => isStopped(pid) || undefined);
  }

  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    brokers: `127.0.0.1:${port}`,
    port,
    dataDir,
    pid: () => run?.pid,
    logTail,
    pause,
    resume: () => {
      signal("SIGCONT");
    },
    kill: () => end("SIGKILL"),
    restart: async () => {
      await end("SIGTERM");
      await portIsFree(port);
      await start();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

interface Run {
  readonly pid: number;
  isOver(): boolean;
  /** Resolves when the process has ended, and keeps this one alive until then. */
  ended(): Promise<void>;
}

function format(java: string, javaArgs: readonly string[], properties: string): void {
  const tool = ["kafka.tools.StorageTool", "format", "-t", clusterId(), "-c", properties];
  const done = spawnSync(java, [...javaArgs, ...tool], { encoding: "utf8" });
  if (done.status !== 0) {
    throw new Error(`the test broker's storage could not be formatted:\n${done.stdout}${done.stderr}`);
  }
}

/** Sixteen random bytes as text that never begins with a hyphen, which the tool would take for an option. */
export function clusterId(random: Buffer = randomBytes(16)): string {
  const bytes = Buffer.from(random);
  bytes.writeUInt8(bytes.readUInt8(0) & 0x7f, 0);
  return bytes.toString("base64url");
}

/** Starts a command under a guard, in a session of its own: Ctrl-C in a terminal does not reach it. */
async function guarded(folder: string, command: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, [guard, folder, ...command], {
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    child.once("exit", () => {
      isOver = true;
      resolve();
    });
  });
  const pid = await firstLine(child);
  // A process that only forgot to stop its broker may end, and its guard ends the broker.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) {
    if (stream !== null && "unref" in stream && typeof stream.unref === "function") stream.unref();
  }
  const ended = () => {
    child.ref();
    return over;
  };
  return { pid: Number(pid), ended, isOver: () => isOver };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once("data", (text: Buffer) => resolve(text.toString().trim()));
    child.once("error", reject);
    child.once("exit", () => reject(new Error("the test broker's process could not be started")));
  });
}

/** Resolves when the broker knows its cluster. */
async function answers(brokers: string, run: Run, logTail: () => string): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  while (!(await accepts(brokers))) {
    if (run.isOver()) throw new Error(`the test broker ended while it started:\n${logTail()}`);
    if (Date.now() > deadline) {
      throw new Error(`the test broker did not answer within ${startLimitMs} ms:\n${logTail()}`);
    }
    await sleep(50);
  }
  const admin = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.describeCluster();
  await admin.disconnect();
}

function accepts(brokers: string): Promise<boolean> {
  const [host = "", port = ""] = brokers.split(":");
  return new Promise((resolve) => {
    const socket = createConnection({ host, port: Number(port) });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

async function portIsFree(port: number): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  while (!(await canListen(port))) {
    if (Date.now() > deadline) throw new Error(`port ${port} of the test broker stays taken`);
    await sleep(50);
  }
}
