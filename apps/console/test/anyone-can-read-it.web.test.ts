import { AxeBuilder } from "@axe-core/playwright";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "./rig.ts";

let engine: FakeEngine;
let running: ConsoleProcess;
let browser: Browser;

beforeAll(async () => {
  engine = new FakeEngine({ app: "orders", partitions: 8 });
  await engine.listen();
  engine.dropLate(7, Date.now());
  engine.violate(3, Date.now());
  engine.tick(Date.now());
  running = await startConsole({ orders: engine.url, gone: "http://127.0.0.1:65530" });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await running?.stop();
  await engine?.close();
});

/** Each page of an app, what is there once it is filled, and what opens one thing of it. */
const parts: readonly (readonly [path: string, filled: string, opens?: string])[] = [
  ["", "[data-column]"],
  ["/partitions", "[data-partition] [data-column]", "a[data-open]"],
  ["/late-drops", "[data-late-drop]", "[data-late-drop]"],
  ["/violations", "[data-violation]", "[data-violation] button"],
  ["/lanes", "[data-lane]"],
  ["/audit", "[data-change]"],
];

const looks = [
  ["dark", 1440],
  ["light", 1440],
  ["dark", 390],
] as const;

test.each(looks)("no serious finding of axe in %s at %d px", async (colorScheme, width) => {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const findings = async (what: string) => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => ({ what, id, target, failureSummary })),
      );
  };
  await page.goto(running.url);
  await page.locator("[data-app]").first().waitFor();
  expect(await findings("apps")).toEqual([]);
  for (const [part, filled, opens] of parts) {
    await page.goto(`${running.url}/apps/orders${part}`);
    await page.locator(filled).first().waitFor();
    expect(await findings(part)).toEqual([]);
    if (opens === undefined) continue;
    await page.locator(opens).first().click();
    await page.locator("[role=dialog], [data-late-drop-detail]").first().waitFor();
    expect(await findings(`${part}, one opened`)).toEqual([]);
  }
  await page.goto(`${running.url}/apps/orders`);
  await page
    .getByText(/no data for/)
    .first()
    .waitFor();
  expect(await findings("stale app")).toEqual([]);
  await page.getByRole("button", { name: "Pause orders…" }).click();
  await page.getByRole("dialog").waitFor();
  expect(await findings("dialog")).toEqual([]);
  await context.close();
});

test("a phone scrolls in one direction only", async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  for (const [path, filled] of [
    ["/", "[data-app]"],
    ...parts.map(([part, is]) => [`/apps/orders${part}`, is] as const),
  ] as const) {
    await page.goto(running.url + path);
    await page.locator(filled).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  await context.close();
});

test("where less motion is wanted nothing fades or moves", async () => {
  const transitionOf = async (reducedMotion: "reduce" | "no-preference") => {
    const context = await browser.newContext({ reducedMotion });
    const page = await context.newPage();
    await page.goto(running.url);
    const button = page.getByRole("button", { name: "Pause orders…" });
    const duration = await button.evaluate((element) => getComputedStyle(element).transitionDuration);
    await context.close();
    return duration;
  };
  expect(await transitionOf("no-preference")).toBe("0.12s");
  expect(await transitionOf("reduce")).toBe("0s");
});

test("the chosen theme is there from the first paint on", async () => {
  const context = await browser.newContext({ colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(running.url);
  await page.getByLabel("Theme").selectOption("dark");
  await page.waitForFunction(async () => (await cookieStore.get("stoatflow-theme"))?.value === "dark");
  const html = await (await page.request.get(running.url)).text();
  expect(html).toMatch(/<html[^>]* data-theme="dark"/);
  await context.close();
});
