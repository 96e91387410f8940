/**
 * Shoots every page in both themes and at the width of a phone: `tsx apps/console/test/screenshots.ts FOLDER [URL]`.
 * Without the address of a running console it starts one on fake engines that are in every state at once.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { FakeEngine } from "./fake-engine.ts";
import { launchBrowser, startConsole } from "./rig.ts";

const historyTicks = 240;

async function fakes(): Promise<readonly FakeEngine[]> {
  const [orders, payments, fraud] = [
    new FakeEngine({ app: "orders", partitions: 8 }),
    new FakeEngine({ app: "payments", partitions: 120 }),
    new FakeEngine({ app: "fraud", partitions: 6 }),
  ];
  for (const engine of [orders, payments, fraud]) await engine.listen();
  orders.dropLate(37, Date.now() - 4000);
  orders.violate(4, Date.now() - 9000);
  payments.become({ kind: "paused", sinceMs: Date.now() - 185_000 });
  return [orders, payments, fraud];
}

async function shoot(
  browser: Browser,
  url: string,
  folder: string,
  appIds: readonly string[],
): Promise<void> {
  for (const [name, colorScheme, width] of [
    ["dark", "dark", 1440],
    ["light", "light", 1440],
    ["phone", "dark", 390],
  ] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") process.stderr.write(`${name}: ${message.text()}\n`);
    });
    page.on("pageerror", (error) => process.stderr.write(`${name}: ${error.message}\n`));
    await page.goto(url);
    await page.locator("[data-app]").first().waitFor();
    await page.screenshot({ path: path.join(folder, `apps-${name}.png`), fullPage: true });
    for (const id of appIds)
      await shootApp(page, `${url}/apps/${id}`, path.join(folder, `${id}-${name}.png`));
    const [first] = appIds;
    if (first !== undefined) {
      await page.goto(`${url}/apps/${first}?time=absolute`);
      await page.locator("[data-partition] [data-column]").first().waitFor();
      await page.getByRole("button", { name: /^(Pause|Resume) / }).click();
      await page.getByRole("dialog").waitFor();
      await page.screenshot({ path: path.join(folder, `dialog-${name}.png`) });
    }
    await context.close();
  }
}

async function shootApp(page: Page, url: string, file: string): Promise<void> {
  await page.goto(url);
  await page.locator("[data-partition] [data-column]").first().waitFor();
  await page.locator(".recharts-line-curve").first().waitFor();
  await page.screenshot({ path: file, fullPage: true });
}

async function main(): Promise<void> {
  const [folder = "screenshots", url, ...ids] = process.argv.slice(2);
  mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser();
  if (url !== undefined) {
    await shoot(browser, url, folder, ids);
    await browser.close();
    return;
  }
  const engines = await fakes();
  for (const engine of engines) engine.tick(Date.now() - (historyTicks + 1) * 1000);
  const [orders, payments, fraud] = engines.map((engine) => engine.url);
  const running = await startConsole({
    orders: orders ?? "",
    payments: payments ?? "",
    fraud: fraud ?? "",
    shipping: "http://127.0.0.1:65530",
  });
  for (const engine of engines) await engine.read;
  for (let tick = historyTicks; tick > 0; tick -= 1) {
    if (tick > 90 && tick < 110) continue;
    for (const engine of engines) engine.tick(Date.now() - tick * 1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const beat = setInterval(() => {
    for (const engine of engines) engine.tick(Date.now());
  }, 1000);
  await shoot(browser, running.url, folder, ["orders", "payments"]);
  clearInterval(beat);
  await browser.close();
  await running.stop();
  for (const engine of engines) await engine.close();
}

await main();
