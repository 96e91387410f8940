import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "./rig.ts";

let engine: FakeEngine;
let running: ConsoleProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  engine = new FakeEngine({ app: "orders", partitions: 6 });
  await engine.listen();
  engine.tick(Date.now());
  running = await startConsole({ orders: engine.url, gone: "http://127.0.0.1:65530" });
  browser = await launchBrowser();
  page = await browser.newPage();
});

afterAll(async () => {
  await browser?.close();
  await running?.stop();
  await engine?.close();
});

/** The text of everything but the ages. */
function textWithoutAges(): Promise<string> {
  return page.evaluate(() => {
    const copy = document.querySelector("main")?.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return "";
    for (const age of copy.querySelectorAll("[data-age]")) age.remove();
    return copy.textContent ?? "";
  });
}

function colourOf(selector: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).color);
}

const watermark = 'td[data-partition="orders-0"][data-column="watermarkMs"]';

test("without news nothing but the age changes, and the numbers grey out", async () => {
  await page.goto(`${running.url}/apps/orders/partitions`);
  await page.locator(watermark).waitFor();
  const { sequence } = engine.tick(Date.now());
  await page.locator(`td[data-sequence="${sequence}"]`).first().waitFor();
  await page.locator('[data-stale="true"]').first().waitFor({ state: "detached" });
  const fresh = { text: await textWithoutAges(), colour: await colourOf(watermark) };
  await page
    .getByText(/no data for \d+ s/)
    .first()
    .waitFor();
  expect(await page.locator('[data-stale="false"]').count()).toBe(0);
  expect(await page.locator("header [data-lifecycle]").textContent()).toBe("last known: running");
  expect(await textWithoutAges()).toBe(fresh.text);
  expect(await colourOf(watermark)).not.toBe(fresh.colour);
  const age = await page.locator("[data-age]").first().textContent();
  await page.waitForFunction((before) => document.querySelector("[data-age]")?.textContent !== before, age);
  expect(await textWithoutAges()).toBe(fresh.text);
});

test("with the next tick they are news again", async () => {
  const snapshot = engine.tick(Date.now());
  await page.locator(`td[data-sequence="${snapshot.sequence}"]`).first().waitFor();
  await page.locator('[data-stale="true"]').first().waitFor({ state: "detached" });
  expect(await page.locator("[data-age]").count()).toBe(0);
});

test("an app that can't be reached is a row of the list, on top, and touches no other", async () => {
  await page.goto(running.url);
  await page.locator('[data-app="gone"]').getByText("unreachable").waitFor();
  const snapshot = engine.tick(Date.now());
  await page.locator(`[data-app="orders"] [data-sequence="${snapshot.sequence}"]`).first().waitFor();
  const ids = await page
    .locator("[data-app]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-app")));
  expect(ids).toEqual(["gone", "orders"]);
  expect(await page.locator('[data-app="gone"] [data-column="lag"]').textContent()).toContain("—");
});

test("an app that is not configured is told by name, with the way out", async () => {
  await page.goto(`${running.url}/apps/nobody`);
  await page.getByText("There is no app named nobody.").waitFor();
  await page.locator("main").getByRole("link", { name: "All apps" }).click();
  await page.locator('[data-app="orders"]').waitFor();
});
