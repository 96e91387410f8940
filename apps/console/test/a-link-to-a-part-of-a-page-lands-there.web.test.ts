import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "./rig.ts";

let engine: FakeEngine;
let running: ConsoleProcess;
let browser: Browser;

beforeAll(async () => {
  engine = new FakeEngine({ app: "orders", partitions: 24 });
  await engine.listen();
  engine.dropLate(40, Date.now());
  engine.hold(30, Date.now());
  engine.violate(12, Date.now());
  engine.tick(Date.now());
  running = await startConsole({ orders: engine.url });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await running?.stop();
  await engine?.close();
});

const patience = { timeout: 30_000, interval: 100 };

/** The page when all of its parts are filled. */
async function opened(hash: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 600 } });
  await page.goto(`${running.url}/apps/orders${hash}`);
  for (const part of ["partitions", "holds", "late-drops", "violations"])
    await page.locator(`#${part} tbody tr, #${part} li, #${part} [role=option]`).first().waitFor();
  return page;
}

const topOf = (page: Page, part: string): Promise<number> =>
  page.locator(`#${part}`).evaluate((element) => element.getBoundingClientRect().top);

test("the part that an address names is at the top when all that is above it has come", async () => {
  const page = await opened("#late-drops");
  await vi.waitFor(
    async () => expect(Math.abs((await topOf(page, "late-drops")) - 64)).toBeLessThan(2),
    patience,
  );
  // Below the first screen of the page, so that something had to be scrolled.
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(600);
});

test("who has moved on is not brought back", async () => {
  const page = await opened("#late-drops");
  await page.mouse.wheel(0, -400);
  await vi.waitFor(async () => expect(await topOf(page, "late-drops")).toBeGreaterThan(300), patience);
  const before = await page.evaluate(() => window.scrollY);
  await page.locator("#watermarks").evaluate((element) => {
    element.style.paddingBottom = "1px";
  });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(2);
});
