import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "./rig.ts";

const folder = mkdtempSync(path.join(tmpdir(), "stoatflow-simulated-"));
const demo = path.join(import.meta.dirname, "../../demo/src/main.ts");
/** An app that is not of the demo. */
const other = new FakeEngine({ app: "stock", partitions: 2, isWell: true });
let orders: ChildProcess;
let running: ConsoleProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  orders = spawn(process.execPath, ["--import", "tsx", demo, "orders", "--data", folder], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, STOATFLOW_LOG_LEVEL: "error" },
  });
  await other.listen();
  other.tick(Date.now());
  running = await startConsole({ orders: await addressOf(orders), stock: other.url });
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  await running?.stop();
  await other.close();
  orders?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("the demo has no stdout");
  for await (const line of createInterface({ input: stdout })) {
    const [, url] = / is watched at (http:\S+)$/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error("the demo ended before it ran");
}

test("an app without the capability has no such page among its parts, and whoever goes there is told so", async () => {
  await page.goto(`${running.url}/apps/stock`);
  await page.locator("[data-sentence][data-sequence]").waitFor();
  expect(await page.getByRole("link", { name: "Simulate an incident" }).count()).toBe(0);
  await page.goto(`${running.url}/apps/stock/incidents`);
  await page.getByText("stock simulates no incidents").waitFor();
  expect(await page.getByRole("button", { name: /^Begin/ }).count()).toBe(0);
});

test("in the demo one is begun by name, shows in the app, and is ended", async () => {
  await page.goto(`${running.url}/apps/orders`);
  await page.getByRole("link", { name: "Simulate an incident" }).click();
  const row = page.locator("[data-incident=poison-record]");
  const begin = row.getByRole("button", { name: "Begin: Poison record" });
  await begin.waitFor();
  expect(await begin.isDisabled()).toBe(true);
  await page.getByLabel(/Your name/).fill("ana");
  await begin.click();
  await row.getByText(/Begun .* by ana; ends by itself in/).waitFor();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByText(/\d+ undecodable/).waitFor();
  await page.getByRole("link", { name: "Simulate an incident" }).click();
  await row.getByRole("button", { name: "End: Poison record" }).click();
  await begin.waitFor();
  expect(await row.getAttribute("data-running")).toBe("false");
});
