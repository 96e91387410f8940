/** Starts the console as users do, as a process of its own on the built pages, and a browser to look at it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { type Browser, chromium, type Page } from "playwright-core";

const consoleDir = path.join(import.meta.dirname, "..");
const tsx = import.meta.resolve("tsx");

export interface ConsoleProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** All that it wrote to stdout. */
  output(): string;
  /** Asks it to end, and waits for that. */
  stop(): Promise<void>;
}

/** Spawns `server/main.ts` without waiting for anything. */
export function spawnConsole(argv: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ["--import", tsx, path.join(consoleDir, "server/main.ts"), ...argv], {
    cwd: consoleDir,
    env: { ...process.env, NODE_ENV: "production", STOATFLOW_APPS: "", STOATFLOW_LOG_LEVEL: "warn", ...env },
    // By the channel it notices that whoever started it is gone.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/** Starts the console on a free port, with more flags and settings if there are any, and waits for its address. */
export async function startConsole(
  apps: Readonly<Record<string, string>>,
  argv: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ConsoleProcess> {
  const built = process.env["STOATFLOW_CONSOLE_BUILD"] ?? ".next";
  if (!existsSync(path.join(consoleDir, built, "BUILD_ID"))) {
    throw new Error("the console is not built: run npm run build -w apps/console first");
  }
  const list = Object.entries(apps).map(([id, url]) => `${id}=${url}`);
  const child = spawnConsole(["--port", "0", ...argv], { STOATFLOW_APPS: list.join(","), ...env });
  let log = "";
  child.stderr?.on("data", (chunk) => {
    log += String(chunk);
  });
  let out = "";
  child.stdout?.on("data", (chunk) => {
    out += String(chunk);
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the console ended with status ${code}: ${log}`)));
    if (child.stdout === null) return reject(new Error("the console has no stdout"));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const match = /listening on (http:\S+)$/.exec(line);
      if (match?.[1] !== undefined) resolve(match[1]);
    });
  });
  return {
    url,
    child,
    output: () => out,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--no-proxy-server",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, headless: true, args: flags });
}

/** What the browser complains of at a page from now on, its policy for scripts and styles included. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", ({ message }) => complaints.push(message));
  return complaints;
}
