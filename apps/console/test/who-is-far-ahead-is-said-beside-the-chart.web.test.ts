import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { plainSpaces } from "./plain-spaces.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "./rig.ts";

const twoHoursMs = 7_200_000;

let engine: FakeEngine;
let running: ConsoleProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  engine = new FakeEngine({ app: "orders", partitions: 3, isWell: true });
  await engine.listen();
  engine.tick(Date.now() - 60_000);
  running = await startConsole({ orders: engine.url });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${running.url}/apps/orders`);
  await page.locator('header [data-sequence="1"]').waitFor();
  for (let tick = 2; tick <= 60; tick += 1) {
    // On the chart at first, and then beyond it.
    if (tick === 30) engine.aheadMs = twoHoursMs;
    engine.tick(Date.now() - 60_000 + tick * 1000);
    await page.locator(`header [data-sequence="${tick}"]`).waitFor();
  }
});

afterAll(async () => {
  await browser?.close();
  await running?.stop();
  await engine?.close();
});

const axisWords = (): Promise<string[]> => page.locator(".recharts-yAxis-tick-labels text").allTextContents();

/** How much of the chart's height the line of the global watermark takes. */
const heightOfGlobal = (): Promise<number> =>
  page.evaluate(() => {
    const curves = [...document.querySelectorAll<SVGPathElement>(".recharts-line-curve")];
    const widthOf = (curve: SVGPathElement): number => Number(curve.getAttribute("stroke-width"));
    const [global] = curves.toSorted((a, b) => widthOf(b) - widthOf(a));
    return global?.getBBox().height ?? 0;
  });

const beyond = async (): Promise<string[]> =>
  (await page.locator("[data-beyond]").allTextContents()).map(plainSpaces);

test("the gaps keep their scale, and the legend names who is beyond it", async () => {
  expect(await beyond()).toEqual(["↓orders-0 is 2 h 00 min ahead, beyond the chart"]);
  const words = await axisWords();
  expect(words.length).toBeGreaterThan(2);
  for (const word of words) expect(word).toMatch(/^(?:0|[\d.]+\u00a0s)$/);
});

test("a line that goes beyond is cut at the edge of the chart", async () => {
  const clips = await page
    .locator(".recharts-line-curve")
    .evaluateAll((curves) =>
      curves.map((curve) => curve.closest("[clip-path]")?.getAttribute("clip-path") ?? "none"),
    );
  expect(clips).toHaveLength(4);
  for (const clip of clips) expect(clip).toMatch(/^url\(#/);
});

test("the table still has its watermark, in words that say ahead", async () => {
  await page.goto(`${running.url}/apps/orders/partitions`);
  const cell = page.locator('td[data-partition="orders-0"][data-column="watermarkMs"]');
  await cell.waitFor();
  expect(plainSpaces((await cell.textContent()) ?? "")).toBe("2 h 00 min ahead");
  expect(plainSpaces((await cell.getAttribute("title")) ?? "")).toContain("2 h 00 min ahead of the app's");
});

test("the absolute times keep their scale as well", async () => {
  await page.goto(`${running.url}/apps/orders`);
  await page.getByRole("radio", { name: "Absolute" }).click();
  await page.waitForURL(/time=absolute/);
  await page.locator("[data-beyond]", { hasText: "↑" }).waitFor();
  expect(await beyond()).toEqual(["↑orders-0 is 2 h 00 min ahead, beyond the chart"]);
  expect(await heightOfGlobal()).toBeGreaterThan(100);
});
