import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { plainSpaces } from "./plain-spaces.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "./rig.ts";

const engine = new FakeEngine({ app: "orders", partitions: 3, isWell: true });
let running: ConsoleProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let ticking: NodeJS.Timeout | undefined;

beforeAll(async () => {
  await engine.listen();
  engine.tick(Date.now());
  // The first of eight is told 9.1 s before what it is made with.
  engine.violate(1, 1_790_000_000_123 + 9100);
  ticking = setInterval(() => engine.tick(Date.now()), 500);
  running = await startConsole({ orders: engine.url, gone: "http://127.0.0.1:65530" });
  browser = await launchBrowser();
  context = await browser.newContext({ timezoneId: "America/New_York" });
  page = await context.newPage();
  await page.goto(`${running.url}/apps/orders/violations`);
});

afterAll(async () => {
  clearInterval(ticking);
  await browser?.close();
  await running?.stop();
  await engine.close();
});

/** Both the text and the title of the time of the one violation, once it is as it should be. */
async function momentIs(text: RegExp): Promise<string> {
  const cell = page.locator("[title*='2026-09-21T14:13:20.123Z']").filter({ hasText: text }).first();
  await cell.waitFor();
  return plainSpaces((await cell.getAttribute("title")) ?? "");
}

async function choose(part: string): Promise<void> {
  await page.getByRole("radio", { name: part, exact: true }).click();
}

/** What axe finds serious in what is open, in either theme. */
async function seriousIn(what: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).include(what).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    found.push(...serious.map(({ id }) => `${colorScheme}: ${id}`));
  }
  return found;
}

test("a time is relative at first, with every other form on hover", async () => {
  const title = await momentIs(/ago/);
  expect(title).toContain("1790000000123 ms");
  expect(title).toContain("2026-09-21T14:13:20.123Z");
});

test("times change at once as they are chosen: form, hours and zone, that of the browser too", async () => {
  await page.getByRole("button", { name: /^Times:/ }).click();
  expect(await seriousIn('[role="dialog"]')).toEqual([]);
  await choose("Absolute");
  await momentIs(/2026-09-21 14:13:20\.123/);
  await choose("12 h");
  await momentIs(/2026-09-21 2:13:20\.123 pm/);
  await page.getByLabel("Zone").selectOption("Asia/Tokyo");
  const title = await momentIs(/2026-09-21 11:13:20\.123 pm/);
  expect(title).toContain("ago");
  expect(title).toContain("UTC+9");
  await page.getByLabel("Zone").selectOption("browser");
  await momentIs(/2026-09-21 10:13:20\.123 am/);
});

test("the choice is kept, in every page and from the first paint", async () => {
  await page.keyboard.press("Escape");
  await page.reload();
  await momentIs(/2026-09-21 10:13:20\.123 am/);
  const kept = (await context.cookies()).find(({ name }) => name === "stoatflow-times");
  expect(kept?.value).toBe("absolute.12.browser");
  await page.getByRole("button", { name: /^Times: New York/ }).waitFor();
});

const isAt = (path: string) => page.waitForURL(`${running.url}${path}`);

test("keys lead from part to part and to all apps, but not out of a field", async () => {
  for (const [keys, path] of [
    ["gn", "/apps/orders/lanes"],
    ["go", "/apps/orders"],
    ["ga", "/"],
  ] as const) {
    for (const key of keys) await page.keyboard.press(key);
    await isAt(path);
  }
  const field = page.getByRole("textbox").or(page.getByRole("searchbox")).first();
  await field.click();
  await page.keyboard.type("gpga");
  expect(await field.inputValue()).toBe("gpga");
  expect(new URL(page.url()).pathname).toBe("/");
});

test("a question mark tells the keys, and there they can be switched off for good", async () => {
  await page.goto(`${running.url}/apps/orders`);
  await page.locator("header [data-sequence]").waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  expect(await seriousIn('[role="dialog"]')).toEqual([]);
  await page.getByRole("checkbox").click();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.reload();
  await page.locator("header [data-sequence]").waitFor();
  await page.keyboard.press("?");
  for (const key of "ga") await page.keyboard.press(key);
  await page.getByRole("button", { name: "Keys" }).click();
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/apps/orders");
  await page.keyboard.press("Escape");
});

test("an app that was never reached says where it is looked for, since when, and that it is tried again", async () => {
  await page.goto(`${running.url}/apps/gone`);
  await page.getByText("http://127.0.0.1:65530").waitFor();
  await page.getByText("within ten seconds, by itself").waitFor();
  await page.locator("main").getByRole("link", { name: "All apps" }).waitFor();
});
