import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "./rig.ts";

let engine: FakeEngine;
let running: ConsoleProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  engine = new FakeEngine({ app: "orders", partitions: 8 });
  await engine.listen();
  engine.hold(3, Date.now());
  engine.tick(Date.now());
  running = await startConsole({ orders: engine.url });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
});

afterAll(async () => {
  await browser?.close();
  await running?.stop();
  await engine?.close();
});

test.each([["partitions", "holds", "holdsBefore", "[data-hold]"]])(
  "%s, %s: the refusal is told, and Newest leads to the list",
  async (part, section, param, row) => {
    await page.goto(`${running.url}/apps/orders/${part}?${param}=of-another-console`);
    const panel = page.locator(`section#${section}`);
    await panel.getByText("can't be had").waitFor();
    expect(await panel.locator(row).count()).toBe(0);
    await panel.getByRole("button", { name: "Newest" }).click();
    await panel.locator(row).first().waitFor();
    expect(await panel.getByText("can't be had").count()).toBe(0);
    await page.waitForURL(({ searchParams }) => !searchParams.has(param));
  },
);
