import { heldBackReason } from "@stoatflow/engine/wire";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatDuration } from "../src/lib/format/duration.ts";
import { FakeEngine } from "./fake-engine.ts";
import { plainSpaces } from "./plain-spaces.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "./rig.ts";

let engine: FakeEngine;
let older: FakeEngine;
let running: ConsoleProcess;
let browser: Browser;
let page: Page;

/** Far from the browser's clock: no duration may come from that. */
const hourAgoMs = Date.now() - 3_600_000;
let atMs = hourAgoMs;

beforeAll(async () => {
  engine = new FakeEngine({ app: "orders", partitions: 8 });
  older = new FakeEngine({ app: "older", partitions: 2, isWell: true });
  older.tellsHolds = false;
  for (const each of [engine, older]) await each.listen();
  engine.hold(2, atMs);
  engine.dropLate(6, atMs);
  engine.violate(3, atMs);
  engine.undecodable = 3;
  engine.tick(atMs);
  older.tick(atMs);
  running = await startConsole({ orders: engine.url, older: older.url });
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  await page.goto(`${running.url}/apps/orders/partitions`);
  await page.locator("[data-hold]").first().waitFor();
});

afterAll(async () => {
  await browser?.close();
  await running?.stop();
  for (const each of [engine, older]) await each?.close();
});

async function tickAndWait() {
  atMs += 1000;
  const snapshot = engine.tick(atMs);
  await page.locator(`header [data-sequence="${snapshot.sequence}"]`).waitFor();
  return snapshot;
}

const reasonsSaid = new Set<string>();

const durations = (of: string) =>
  page.locator(of).evaluateAll((all) => all.map((each) => Number(each.getAttribute("data-value"))));

test("two holds of 0.7 s are two bars and two rows, each with its duration, an hour later", async () => {
  const bars = page.locator('[data-hold-bar="orders-4"]');
  expect(await durations('[data-hold-bar="orders-4"]')).toEqual([700, 700]);
  expect((await bars.allTextContents()).map(plainSpaces)).toEqual(["0.7 s", "0.7 s"]);
  const rows = page.locator('[data-ended-by="dispatched"] [data-field="heldMs"]');
  expect((await rows.allTextContents()).map(plainSpaces)).toEqual(["0.7 s", "0.7 s"]);
  const [left, right] = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().left));
  expect(right).toBeGreaterThan((left ?? 0) + 8);
});

test("one that lasts grows with the app's clock, in its bar, its row and the table of partitions", async () => {
  for (let tick = 0; tick < 3; tick += 1) {
    const snapshot = await tickAndWait();
    const held = snapshot.watermarks.partitions.find(({ headHeldSinceMs }) => headHeldSinceMs !== null);
    const forMs = snapshot.atMs - (held?.headHeldSinceMs ?? 0);
    expect(await durations('[data-hold-bar="orders-1"]')).toEqual([forMs]);
    const row = page.locator('[data-hold="orders-1@41"]');
    expect(await row.locator('[data-field="heldMs"]').textContent()).toBe(formatDuration(forMs));
    expect(await row.textContent()).toContain("still held");
    expect(
      await page.locator('td[data-partition="orders-1"][data-column="headHeldSinceMs"]').textContent(),
    ).toBe(formatDuration(forMs));
  }
});

test("a hold that ends shows up with what ended it", async () => {
  engine.hold(4, atMs);
  await tickAndWait();
  await page.locator('[data-ended-by="stopped"]').waitFor();
  expect(await page.locator('[data-ended-by="revoked"]').textContent()).toContain("taken away");
  expect(await page.locator('[data-ended-by="stopped"]').textContent()).toContain("app stopped");
});

test.each(heldBackReason.options)("%s is said in the sentence at the top", async (reason) => {
  if (!page.url().endsWith("/orders")) await page.goto(`${running.url}/apps/orders`);
  engine.heldBackBy = { topic: "orders", partition: 3, reason };
  await tickAndWait();
  const sentence = (await page.locator("[data-sentence]").textContent()) ?? "";
  expect(sentence).toMatch(/^orders is .+ behind: orders-3 .+\.$/);
  reasonsSaid.add(sentence.replace(/^.+: /, ""));
  engine.heldBackBy = undefined;
});

test("no two reasons are said alike", () => {
  expect(reasonsSaid.size).toBe(heldBackReason.options.length);
});

test("who moved the watermark past a late record is said, and why where it is not known", async () => {
  await page.goto(`${running.url}/apps/orders/late-drops`);
  const open = async (id: number) => {
    await page.locator(`[data-late-drop$="-${id}"]`).click();
    await page.locator(`[data-late-drop-detail$="-${id}"]`).waitFor();
    return page.locator('[data-late-drop-detail] [data-field="movedBy"]').textContent();
  };
  expect(await open(2)).toMatch(/^At .+\sUTC orders-3 let the watermark pass .+: its head was held/);
  expect(await open(5)).toMatch(/not known: .+ longer ago than the app remembers\.$/);
  expect(await open(6)).toMatch(/not known: .+ when the app started\.$/);
  await open(1);
  const kept = page.locator('[data-field="keptWindows"]');
  expect(await kept.getAttribute("data-value")).toBe("6");
  await kept.locator("summary").click();
  expect(plainSpaces((await kept.textContent()) ?? "").match(/ to /g)).toHaveLength(6);
  expect(plainSpaces((await page.locator('[data-column="dropped"]').textContent()) ?? "")).toBe(
    "Dropped for another reason: 3 undecodable.",
  );
});

test("bugs are counted apart from what is expected, on the page and in the list", async () => {
  await page.goto(`${running.url}/apps/orders`);
  await page.getByText("1\u00a0bug, 2 expected", { exact: true }).waitFor();
  await page.goto(`${running.url}/apps/orders/violations`);
  expect(await page.locator('[data-violation="3"]').textContent()).toContain("bug");
  expect(await page.locator('[data-violation="1"]').textContent()).toContain("expected");
  await page.goto(running.url);
  const figure = page.locator('[data-app="orders"] [data-column="violations"]');
  await figure.waitFor();
  expect(plainSpaces((await figure.textContent()) ?? "")).toBe("1 bug");
  expect(await figure.getAttribute("data-value")).toBe("3");
});

test("an app that does not tell of holds is not said to have had none", async () => {
  await page.goto(`${running.url}/apps/older/partitions`);
  await page.getByText(/does not tell of its holds/).waitFor();
  expect(await page.locator("[data-hold-strip]").count()).toBe(0);
});
