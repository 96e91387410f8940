import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { firstFreePort } from "./free-port.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** A first start builds the console. */
const startTimeoutMs = 240_000;
const started: ChildProcess[] = [];
afterEach(() => {
  for (const npm of started.splice(0)) npm.kill("SIGKILL");
});

/** `npm start --`, as a person types it: in a process group of its own, as a terminal makes one. */
function npmStart(...words: string[]) {
  const npm = spawn("npm", ["start", "--silent", "--", ...words], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  started.push(npm);
  let stdout = "";
  let stderr = "";
  npm.stdout.on("data", (bytes) => {
    stdout += bytes;
  });
  npm.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  const ended = new Promise<number | null>((resolve) => npm.once("close", resolve));
  return { npm, ended, stdout: () => stdout, stderr: () => stderr };
}

/** A terminal's Ctrl-C goes to npm and to what npm started alike. */
function ctrlC({ npm }: Start): void {
  if (npm.pid !== undefined) process.kill(-npm.pid, "SIGINT");
}

type Start = ReturnType<typeof npmStart>;

/** Resolves to the address; rejects with all that was said where it ends or takes too long. */
async function ready(start: Start): Promise<string> {
  const untilMs = Date.now() + startTimeoutMs;
  for (;;) {
    const url = /^(http:\S+) {2}ready in [\d.]+ s$/m.exec(start.stdout())?.[1];
    if (url !== undefined) return url;
    if (start.npm.exitCode !== null || Date.now() > untilMs) throw new Error(start.stdout() + start.stderr());
    await sleep(50);
  }
}

async function isListening(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  );
}

async function until(holds: () => Promise<boolean>, withinMs: number, what: string): Promise<void> {
  const untilMs = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > untilMs) throw new Error(`not within ${withinMs} ms: ${what}`);
    await sleep(50);
  }
}

/** The app's own status, found where the console looks for it. */
async function appUrl(consoleUrl: string): Promise<string> {
  const answer = await fetch(`${consoleUrl}/api/trpc/apps.list`);
  const body = (await answer.json()) as { result: { data: { id: string; url: string }[] } };
  const [orders] = body.result.data;
  if (orders === undefined) throw new Error("the console has no app");
  return orders.url;
}

test("it ends with the one address, late records drop within a minute, and Ctrl-C ends all of it", {
  timeout: startTimeoutMs + 120_000,
}, async () => {
  const start = npmStart("--port", String(await firstFreePort(20_000)));
  const url = await ready(start);
  const lines = start.stdout().trimEnd().split("\n");
  expect(start.stdout().match(/http:/g)).toHaveLength(1);
  expect(lines.at(-1)).toContain(url);
  expect(lines.length).toBeGreaterThan(2);
  expect(start.stderr()).toBe("");

  const app = await appUrl(url);
  const lateDrops = async () => {
    const status = (await (await fetch(new URL("status", app))).json()) as {
      counters: { lateDropped: number };
    };
    return status.counters.lateDropped;
  };
  await until(async () => (await lateDrops()) > 0, 60_000, "a record dropped as late");

  ctrlC(start);
  await until(async () => !(await isListening(url)) && !(await isListening(app)), 5000, "all of it gone");
  await start.ended;
});

test("a second start finds the console built, a taken port leads to the next, and killing npm ends all of it", {
  timeout: startTimeoutMs + 60_000,
}, async () => {
  const port = await firstFreePort(20_100);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(port, "127.0.0.1", resolve));
  try {
    const start = npmStart("--port", String(port));
    const url = await ready(start);
    expect(start.stdout()).toContain(`port ${port} is taken`);
    expect(start.stdout()).toContain("console unchanged since its build");
    expect(Number(new URL(url).port)).toBeGreaterThan(port);

    const app = await appUrl(url);
    start.npm.kill("SIGKILL");
    await until(async () => !(await isListening(url)) && !(await isListening(app)), 5000, "all of it gone");
  } finally {
    taken.close();
  }
});

test("brokers that cannot be reached end it with status 1 and one line that names --brokers", async () => {
  const closed = await firstFreePort(20_200);
  const start = npmStart("--brokers", `127.0.0.1:${closed}`);
  expect(await start.ended).toBe(1);
  expect(start.stderr().trimEnd().split("\n")).toHaveLength(1);
  expect(start.stderr()).toContain(`--brokers 127.0.0.1:${closed}`);
});

test.each([
  [["--port", "0"], "--port"],
  [["--brokers", "localhost"], "--brokers"],
  [["--brokerz", "a:1"], "--brokerz"],
])("%j ends it with status 2 and one line that names it", async (words, named) => {
  const start = npmStart(...words);
  expect(await start.ended).toBe(2);
  expect(start.stderr().trimEnd().split("\n")).toHaveLength(1);
  expect(start.stderr()).toContain(named);
});
