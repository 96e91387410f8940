import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "stoatflow-launch-"));
const launcher = fileURLToPath(new URL("fixtures/launcher.ts", import.meta.url));
const started: ChildProcess[] = [];
afterEach(() => {
  for (const process of started.splice(0)) process.kill("SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A launcher with one child; resolves to both when the child is up. */
async function launch(script: string) {
  const process_ = spawn(process.execPath, ["--import", "tsx", launcher, script, join(folder, "child.log")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(process_);
  const [line] = await once(process_.stdout, "data");
  return { launcher: process_, child: Number(String(line).trim()) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Resolves when the process is gone; rejects after the time within which it had to go. */
async function gone(pid: number, withinMs: number): Promise<void> {
  const untilMs = Date.now() + withinMs;
  while (isAlive(pid)) {
    if (Date.now() > untilMs) throw new Error(`process ${pid} is still there after ${withinMs} ms`);
    await sleep(20);
  }
}

test.each(["./willing.ts", "./deaf.ts"])("killed hard, it takes %s with it", async (script) => {
  const { launcher, child } = await launch(script);
  expect(isAlive(child)).toBe(true);
  launcher.kill("SIGKILL");
  await gone(child, 5000);
});

test("a child whose launcher is gone before it has begun ends too", async () => {
  const leash = fileURLToPath(new URL("leash.mjs", import.meta.url));
  const willing = fileURLToPath(new URL("fixtures/willing.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", leash, "--import", "tsx", willing], {
    env: { ...process.env, STOATFLOW_LEASH: "on" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    detached: true,
  });
  started.push(child);
  child.disconnect();
  await once(child, "exit");
});

test.each(["./willing.ts", "./deaf.ts"])("asked to end, it ends %s first", async (script) => {
  const { launcher, child } = await launch(script);
  launcher.kill("SIGTERM");
  const [status] = await once(launcher, "exit");
  expect(isAlive(child)).toBe(false);
  expect(status).toBe(0);
});
