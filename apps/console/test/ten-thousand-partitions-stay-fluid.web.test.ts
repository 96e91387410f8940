import type { PastMoment } from "@stoatflow/api";
import type { FeedSnapshot } from "@stoatflow/engine/wire";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { type ConsoleProcess, complaintsOf, launchBrowser, startConsole } from "./rig.ts";

const count = 10_000;
let many: FakeEngine;
let few: FakeEngine;
/** Ticks by the clock, as history is kept by it. */
let kept: FakeEngine;
let running: ConsoleProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
  many = new FakeEngine({ app: "many", partitions: count });
  few = new FakeEngine({ app: "few", partitions: 8 });
  kept = new FakeEngine({ app: "kept", partitions: 8 });
  for (const engine of [many, few, kept]) await engine.listen();
  many.heldBackBy = { topic: "orders", partition: 7, reason: "backlog" };
  many.tick(Date.now());
  few.tick(Date.now());
  kept.tick(Date.now());
  running = await startConsole({ many: many.url, few: few.url, kept: kept.url });
  for (const engine of [many, few, kept]) await engine.read;
  browser = await launchBrowser();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  faults = complaintsOf(page);
});

afterAll(async () => {
  await browser?.close();
  await running?.stop();
  for (const engine of [many, few, kept]) await engine?.close();
});

const rows = () => page.locator("tr[data-partition]");
const names = () => rows().evaluateAll((all) => all.map((row) => row.getAttribute("data-partition")));
const table = () => page.getByRole("table", { name: "Partitions" });

async function open(app: "many" | "few" | "kept", search = ""): Promise<void> {
  await page.mouse.move(0, 0);
  await page.goto(`${running.url}/apps/${app}/partitions${search}`);
  await rows().first().waitFor();
}

async function tickAndWait(engine: FakeEngine, atMs = Date.now()): Promise<FeedSnapshot> {
  const snapshot = engine.tick(atMs);
  await page.locator(`tr[data-sequence="${snapshot.sequence}"]`).first().waitFor();
  return snapshot;
}

test("of ten thousand rows those in view are in the document, and the table says how many there are", async () => {
  await open("many");
  expect(await table().getAttribute("aria-rowcount")).toBe(String(count + 1));
  expect(await rows().count()).toBeLessThan(80);
});

test("the holder is on top, and stays in sight below the head whatever is scrolled", async () => {
  expect((await names())[0]).toBe("orders-7");
  await table().evaluate((element) => {
    element.parentElement?.scrollTo({ top: 200_000 });
  });
  await page.locator('tr[aria-rowindex="6250"]').waitFor();
  const top = page.locator('tr[data-partition="orders-7"]');
  const head = await table().locator("thead th").first().boundingBox();
  const cell = await top.locator("th").boundingBox();
  expect(cell?.y).toBeCloseTo((head?.y ?? 0) + (head?.height ?? 0), 0);
});

test("a tick touches no row outside of the view, and of those in view only cells that changed", async () => {
  await open("many");
  await tickAndWait(many);
  await page.evaluate(() => {
    const touched: string[] = [];
    Reflect.set(window, "touched", touched);
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        touched.push(element?.closest<HTMLElement>("[data-column]")?.dataset["column"] ?? "row");
      }
    }).observe(document.querySelector("table") ?? document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await tickAndWait(many);
  const touched: string[] = await page.evaluate(() => Reflect.get(window, "touched"));
  expect(touched.length).toBeGreaterThan(0);
  // These are the same at each tick of the fake.
  for (const column of ["bufferCapacity", "previewWatermarkMs", "row"]) expect(touched).not.toContain(column);
});

test("the focus stays on its partition when others come, and Enter opens that one", async () => {
  await open("few");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-open") ?? null);
  await page.locator('a[data-open="orders-4"]').focus();
  const [first] = await names();
  for (const partitions of [9, 12]) {
    few.partitions = partitions;
    await tickAndWait(few);
    expect(await rows().count()).toBe(partitions);
    expect(await focused()).toBe("orders-4");
  }
  // Some came above it.
  few.heldBackBy = { topic: "orders", partition: 11, reason: "backlog" };
  await page.keyboard.press("Enter");
  await page.waitForURL(/partition=orders-4/);
  expect(first).not.toBe("orders-4");
});

test("what is looked for is in the address, and a link shows the same", async () => {
  await open("many");
  await page.getByRole("searchbox").fill("orders-99");
  await page.waitForURL(/find=orders-99/);
  await page.locator('[data-state-filter="active"]').click();
  await page.waitForURL(/states=active/);
  await page.getByRole("button", { name: "Position" }).click();
  await page.waitForURL(/sort=-position/);
  const shown = await names();
  expect(shown.slice(0, 3)).toEqual(["orders-9999", "orders-9998", "orders-9997"]);
  expect(await table().getAttribute("aria-rowcount")).toBe("112");
  await open("many", new URL(page.url()).search);
  expect(await names()).toEqual(shown);
  expect(await page.locator('[aria-sort="descending"]').textContent()).toContain("Position");
});

test("nothing found says so and leads back to all", async () => {
  await page.goto(`${running.url}/apps/many/partitions?find=nowhere`);
  await page.getByRole("button", { name: /^Show all 10,000$/ }).click();
  await rows().first().waitFor();
});

test("keys move through the rows, to the last and back, Enter opens and Escape returns to the row", async () => {
  await open("many");
  await page.locator("[data-open]").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const third = (await names())[2] ?? "";
  await page.locator(`[data-open="${third}"]:focus`).waitFor();
  await page.keyboard.press("End");
  await page.locator(`tr[aria-rowindex="${count + 1}"] [data-open]:focus`).waitFor();
  await page.keyboard.press("Home");
  await page.locator('tr[aria-rowindex="2"] [data-open]:focus').waitFor();
  await page.keyboard.press("ArrowDown");
  const focused = page.locator('tr[aria-rowindex="3"] [data-open]:focus');
  await focused.waitFor();
  const second = (await focused.getAttribute("data-open")) ?? "";
  expect((await names())[1]).toBe(second);
  await page.keyboard.press("Enter");
  await page.locator(`[data-drawer="${second}"]`).waitFor();
  await page.waitForURL(({ searchParams }) => searchParams.get("partition") === second);
  for (let press = 0; press < 12; press += 1) await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("[data-drawer]") !== null)).toBe(true);
  await page.keyboard.press("Escape");
  await page.locator(`[data-open="${second}"]:focus`).waitFor();
  await page.waitForURL(({ searchParams }) => !searchParams.has("partition"));
});

test("no row moves while somebody points at the table, and the order says of when it is", async () => {
  await open("few", "?sort=-position");
  const nowMs = Date.now();
  await tickAndWait(few, nowMs);
  const [, second = ""] = await names();
  await page.locator(`tr[data-partition="${second}"]`).hover();
  const before = await names();
  few.heldBackBy = { topic: "orders", partition: 0, reason: "backlog" };
  for (const laterMs of [6000, 12_000]) {
    await tickAndWait(few, nowMs + laterMs);
    expect(await names()).toEqual(before);
  }
  await page.getByText(/order held, as of/).waitFor();
  await page.mouse.move(0, 0);
  await tickAndWait(few, nowMs + 13_000);
  expect((await names())[0]).toBe("orders-0");
  few.heldBackBy = undefined;
});

test("a link shows a partition as it was at a moment, by ISO or milliseconds, and leads back to now", async () => {
  await open("kept");
  // The app ticks by itself: of a moment with no tick soon after it nothing would ever be known.
  const beat = setInterval(() => kept.tick(Date.now()), 300);
  let answer: PastMoment | undefined;
  let atMs = 0;
  const moment = async () => {
    atMs = Date.now() - 5000;
    const input = encodeURIComponent(JSON.stringify({ appId: "kept", atMs }));
    const told = await context.request.get(`${running.url}/api/trpc/watermarks.at?input=${input}`);
    answer = (await told.json()).result.data;
    return answer;
  };
  await expect.poll(moment, { timeout: 60_000, interval: 500 }).toMatchObject({ kind: "known" });
  clearInterval(beat);
  if (answer === undefined || answer.kind === "unknown") throw new Error("the moment is not known");
  const row = answer.partitions.find(({ partition }) => partition === 5);
  const toldThen = [...kept.told.values()].map(({ watermarks }) => watermarks.partitions[5]?.watermarkMs);
  expect(toldThen).toContain(row?.watermarkMs);
  for (const at of [new Date(atMs).toISOString(), String(atMs)]) {
    await open("kept", `?partition=orders-5&at=${at}`);
    const facts = page.locator('[data-facts="orders-5"]');
    await facts.waitFor();
    expect(await facts.locator('[data-fact="state"]').getAttribute("data-value")).toBe("aligned");
    expect(await facts.locator('[data-fact="Watermark"]').getAttribute("data-value")).toBe(
      String(row?.watermarkMs),
    );
  }
  const snapshot = kept.current;
  await page.getByRole("button", { name: "Back to live" }).click();
  await page.waitForURL((url) => !url.searchParams.has("at"));
  const now = page.locator(`[data-facts="orders-5"][data-sequence="${snapshot.sequence}"]`);
  expect(await now.locator('[data-fact="watermarkMs"]').getAttribute("data-value")).toBe(
    String(snapshot.watermarks.partitions[5]?.watermarkMs),
  );
});

test("a moment that is none is told, and one of which nothing is known shows no numbers", async () => {
  await page.getByLabel(/A moment/).fill("soon");
  await page.getByRole("button", { name: "Go" }).click();
  await page.getByText("Neither ISO 8601 nor milliseconds").waitFor();
  await page.getByLabel(/Neither/).fill("2020-01-01");
  await page.getByRole("button", { name: "Go" }).click();
  await page.getByText(/Nothing is known of that moment/).waitFor();
  expect(await page.locator("[data-facts]").count()).toBe(0);
});

test("a partition that there can't be, and one that there is not, are told apart from one without numbers", async () => {
  await open("few", "?partition=orders");
  await page.getByText(/can't be the name of a partition/).waitFor();
  await open("few", "?partition=orders-77");
  await page.getByText(/no such partition at the newest tick/).waitFor();
  await open("few", "?partition=orders-6");
  await page.locator('[data-facts="orders-6"]').waitFor();
  await page.keyboard.press("Escape");
  await page.locator('[data-open="orders-6"]:focus').waitFor();
});

test("the browser had nothing to complain of", () => {
  expect(faults).toEqual([]);
});
