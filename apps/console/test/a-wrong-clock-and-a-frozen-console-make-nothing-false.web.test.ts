import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { plainSpaces } from "./plain-spaces.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "./rig.ts";

/** The browser is that much ahead of the app and of the console. */
const aheadMs = 90_000;

let engine: FakeEngine;
let running: ConsoleProcess;
let browser: Browser;
let page: Page;
let beat: ReturnType<typeof setInterval> | undefined;

/** The clock of the app and of the console. */
const nowMs = (): number => Date.now() - aheadMs;

beforeAll(async () => {
  engine = new FakeEngine({ app: "orders", partitions: 8, isWell: true });
  await engine.listen();
  engine.tick(nowMs());
  beat = setInterval(() => engine.tick(nowMs()), 1000);
  const shim = pathToFileURL(path.join(import.meta.dirname, "shifted-clock.mjs")).href;
  running = await startConsole({ orders: engine.url }, [], {
    NODE_OPTIONS: `--import ${shim}`,
    CLOCK_SHIFT_MS: `${-aheadMs}`,
  });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${running.url}/apps/orders`);
  await page.locator("[data-sentence]", { hasText: "keeps up" }).waitFor();
});

afterAll(async () => {
  clearInterval(beat);
  running?.child.kill("SIGCONT");
  await browser?.close();
  await running?.stop();
  await engine?.close();
});

const told = (): Promise<string> =>
  page
    .locator("header [data-sequence]")
    .getAttribute("data-sequence")
    .then((sequence) => sequence ?? "");

const isStale = (): Promise<boolean> => page.locator('main [data-stale="true"]').first().isVisible();

test("the console's clock is really behind the browser's", async () => {
  const { result } = (await (await fetch(`${running.url}/api/trpc/time.now`)).json()) as {
    result: { data: { serverNowMs: number } };
  };
  const behindMs = (await page.evaluate(() => Date.now())) - result.data.serverNowMs;
  expect(Math.abs(behindMs - aheadMs)).toBeLessThan(10_000);
});

test("news stay news while they come in, by whichever clock", async () => {
  const first = Number(await told());
  await vi.waitFor(async () => expect(Number(await told())).toBeGreaterThan(first + 3), { timeout: 20_000 });
  expect(await isStale()).toBe(false);
  expect(await page.getByText(/no data for/).count()).toBe(0);
  const gap = await page.locator('[data-column="globalWatermarkMs"]').first().textContent();
  expect(plainSpaces(gap ?? "")).toMatch(/^[\d.]+ s$/);
});

test("a console that stands still greys the page, says for how long, and changes nothing else", async () => {
  running.child.kill("SIGSTOP");
  await page
    .getByText(/(?:nothing|no data) for (?:[4-9]|[1-5]\d) s/)
    .first()
    .waitFor();
  const sequence = await told();
  expect(await isStale()).toBe(true);
  await page
    .getByText(/(?:nothing|no data) for (?:[89]|[1-5]\d) s/)
    .first()
    .waitFor();
  expect(await told()).toBe(sequence);
});

test("once it goes on the page is live again by itself, and no tick is shown twice or out of order", async () => {
  const before = Number(await told());
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const mark = document.querySelector("header [data-sequence]");
    if (mark === null) throw new Error("the page names no tick");
    new MutationObserver(() => seen.push(Number(mark.getAttribute("data-sequence")))).observe(mark, {
      attributes: true,
      attributeFilter: ["data-sequence"],
    });
  });
  running.child.kill("SIGCONT");
  await vi.waitFor(async () => expect(await isStale()).toBe(false), { timeout: 30_000 });
  const seenNow = () => page.evaluate(() => Reflect.get(window, "seen") as number[]);
  // What came while it stood is told at once; some more beats show that it goes on.
  await vi.waitFor(async () => expect((await seenNow()).length).toBeGreaterThan(4), { timeout: 30_000 });
  const seen = await seenNow();
  expect(seen[0]).toBeGreaterThan(before);
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
});
