/**
 * The first ten minutes of a newcomer, with the times printed: clone, `npm ci`, `npm start`, every way in which it can
 * end, a second start, a second clone beside it, and `npm test` on a machine that has Node alone.
 */
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { demoApps } from "../../apps/demo/launch/demo-apps.ts";
import { findOnPath } from "../setup/requirements.mjs";
import { waitFor } from "../wait-for.ts";
import { cloneInto, linkTree, npmCi, openFolder } from "./checkout.ts";
import {
  appsOf,
  ctrlC,
  endProcessesOf,
  gone,
  launcherOf,
  type NpmStart,
  npmStart,
  processesOf,
  type Ready,
  ready,
} from "./npm-start.ts";

const firstPageWithinMs = 180_000;
const secondPageWithinMs = 15_000;
const toldWithinMs = 5000;
/** What a start takes at most on a machine that is busy; the promise itself is asserted where it is made. */
const timeoutMs = 300_000;
const firstPort = 22_000;

const folder = openFolder("stoatflow-newcomer-");
const clone = join(folder, "one");
const otherClone = join(folder, "two");
const started: NpmStart[] = [];

beforeAll(() => {
  const beganAtMs = performance.now();
  cloneInto(clone);
  npmCi(clone);
  tell("clone and npm ci", performance.now() - beganAtMs);
}, timeoutMs);

afterEach(() => {
  for (const { npm } of started.splice(0)) npm.kill("SIGKILL");
  endProcessesOf(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(root: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): NpmStart {
  const one = npmStart(root, words, env);
  started.push(one);
  return one;
}

function tell(what: string, tookMs: number): void {
  process.stdout.write(`${what}: ${(tookMs / 1000).toFixed(1)} s\n`);
}

/** Each app's watermark goes up. */
async function watermarksMove(apps: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, url] of apps) {
    const watermark = async () => {
      const answer = await fetch(new URL("watermarks", url));
      const { globalWatermarkMs } = (await answer.json()) as { globalWatermarkMs: number | null };
      return globalWatermarkMs ?? undefined;
    };
    const before = await waitFor(`${id} has a watermark`, watermark);
    await waitFor(`the watermark of ${id} moves`, async () =>
      ((await watermark()) ?? 0) > before ? true : undefined,
    );
  }
}

async function pageAndItsFiles({ url }: Ready): Promise<void> {
  const page = await fetch(url);
  expect(page.status).toBe(200);
  const files = [...(await page.text()).matchAll(/(?:src|href)="(\/_next\/[^"]+)"/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) expect((await fetch(`${url}${file}`)).status).toBe(200);
}

test("killed while the console is being built, it leaves no process behind", {
  timeout: timeoutMs,
}, async () => {
  const one = start(clone, ["--port", String(firstPort)]);
  const isBuilding = () => processesOf(clone).some((process) => process.includes("next/dist/bin/next build"));
  await waitFor("the console is being built", () => (isBuilding() ? true : undefined));
  process.kill(launcherOf(one), "SIGKILL");
  await gone(clone, []);
});

test("the first start shows a page with moving watermarks in time, one address, whatever proxy is set", {
  timeout: timeoutMs,
}, async () => {
  const nobody = "http://127.0.0.1:9";
  const proxies = {
    HTTP_PROXY: nobody,
    HTTPS_PROXY: nobody,
    http_proxy: nobody,
    NODE_USE_ENV_PROXY: "1",
    NO_PROXY: "",
  };
  const one = start(clone, ["--port", String(firstPort)], proxies);
  const first = await ready(one);
  const apps = await appsOf(first.url);
  expect([...apps.keys()]).toEqual(demoApps);
  await watermarksMove(apps);
  tell("first start, with moving watermarks", performance.now() - one.startedAtMs);
  expect(performance.now() - one.startedAtMs).toBeLessThan(firstPageWithinMs);

  expect(`${one.stdout()}${one.stderr()}`.match(/http:\/\//g)).toHaveLength(1);
  const [, , , ...lines] = one.stdout().trimEnd().split("\n");
  expect(lines.pop()).toMatch(/^http:\S+ {2}ready in [\d.]+ s$/);
  expect(lines.filter((line) => !line.startsWith("- ") && line !== "")).toEqual([]);
  const logs = lines.flatMap((line) => /log: (\S+)$/.exec(line)?.[1] ?? []);
  expect(logs).toHaveLength(apps.size + 2);
  for (const log of logs) expect(existsSync(join(clone, log))).toBe(true);

  ctrlC(one);
  await gone(clone, [first.url, ...apps.values()]);
});

test("the second start takes no more than its 15 s, a second clone goes to the next port, and both can be killed hard", {
  timeout: timeoutMs,
}, async () => {
  const one = start(clone, ["--port", String(firstPort)]);
  const second = await ready(one);
  tell("second start", second.tookMs);
  expect(one.stdout()).toContain("console unchanged since its build");
  expect(second.tookMs).toBeLessThan(secondPageWithinMs);

  linkTree(clone, otherClone, [".stoatflow"]);
  const other = start(otherClone, ["--port", String(firstPort)]);
  const beside = await ready(other);
  expect(other.stdout()).toContain(`port ${firstPort} is taken; the console goes to`);
  expect(beside.url).not.toBe(second.url);
  // Another build of the same checkout, as of its tests, is none of its business.
  const tests = join(clone, "apps/console/.next");
  mkdirSync(tests, { recursive: true });
  writeFileSync(join(tests, "BUILD_ID"), "of someone else");
  await pageAndItsFiles(second);
  await pageAndItsFiles(beside);

  const urls = [second.url, ...(await appsOf(second.url)).values()];
  const besideUrls = [beside.url, ...(await appsOf(beside.url)).values()];
  process.kill(launcherOf(one), "SIGKILL");
  other.npm.kill("SIGKILL");
  await Promise.all([gone(clone, urls), gone(otherClone, besideUrls)]);
});

test("a taken port leads to the next free one, and SIGTERM ends all of it", {
  timeout: timeoutMs,
}, async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(firstPort, "127.0.0.1", resolve));
  try {
    const one = start(clone, ["--port", String(firstPort)]);
    const { url } = await ready(one);
    expect(one.stdout()).toContain(`port ${firstPort} is taken; the console goes to ${new URL(url).port}`);
    const urls = [url, ...(await appsOf(url)).values()];
    process.kill(launcherOf(one), "SIGTERM");
    await gone(clone, urls);
  } finally {
    taken.close();
  }
});

test("with no network but loopback the page is served", { timeout: timeoutMs }, () => {
  const isolated = spawnSync("unshare", ["-rn", "true"]).status === 0;
  if (!isolated) process.stdout.write("this system takes no network away from a process: run with it\n");
  const script = fileURLToPath(new URL("loopback-only-process.ts", import.meta.url));
  const words = [process.execPath, "--import", import.meta.resolve("tsx"), script, clone, String(firstPort)];
  const [command = "", ...rest] = isolated ? ["unshare", "-rn", ...words, "isolated"] : words;
  const done = spawnSync(command, rest, { encoding: "utf8", timeout: timeoutMs });
  expect(done.stdout + done.stderr).toBe("200 a whole page\n");
});

test("npm test of a normal user with Node alone ends with status 3 and a line for each thing that is missing", () => {
  const nodeOnly = join(folder, "path");
  const home = join(folder, "home");
  for (const made of [nodeOnly, home]) mkdirSync(made);
  symlinkSync(process.execPath, join(nodeOnly, "node"));
  // Without a shell npm itself could run no script.
  symlinkSync("/bin/sh", join(nodeOnly, "sh"));
  symlinkSync(realpathSync(findOnPath("npm", process.env) ?? ""), join(nodeOnly, "npm"));
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (nobody.uid !== undefined) chownSync(home, nobody.uid, nobody.gid);
  const beganAtMs = performance.now();
  const done = spawnSync(join(nodeOnly, "npm"), ["test"], {
    cwd: clone,
    env: { PATH: nodeOnly, HOME: home },
    encoding: "utf8",
    ...nobody,
  });
  const tookMs = performance.now() - beganAtMs;
  tell("npm test with Node alone", tookMs);
  expect(done.status).toBe(3);
  expect(tookMs).toBeLessThan(toldWithinMs);
  for (const tool of ["Java", "Maven", "Chromium"]) {
    expect(done.stderr).toMatch(new RegExp(`^  ${tool}.*To bring it: \\S+`, "m"));
  }
});

test.each([
  [["--port", "0"], "--port"],
  [["--brokers", "localhost"], "--brokers"],
  [["--brokerz", "a:1"], "--brokerz"],
])("npm start -- %j ends with status 2 and one line that names it", async (words, named) => {
  const one = start(clone, words);
  expect(await one.ended).toBe(2);
  expect(one.stderr().split("\n")[0]).toContain(named);
});

test("brokers that cannot be reached end it with status 1 and one line that names --brokers", {
  timeout: timeoutMs,
}, async () => {
  const one = start(clone, ["--port", String(firstPort), "--brokers", "127.0.0.1:9"]);
  expect(await one.ended).toBe(1);
  expect(one.stderr().split("\n")[0]).toContain("--brokers 127.0.0.1:9");
  await gone(clone, []);
});
