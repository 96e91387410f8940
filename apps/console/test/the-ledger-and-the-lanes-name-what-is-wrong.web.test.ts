import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { plainSpaces } from "./plain-spaces.ts";
import { type ConsoleProcess, complaintsOf, launchBrowser, startConsole } from "./rig.ts";

let orders: FakeEngine;
let returns: FakeEngine;
let running: ConsoleProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
  orders = new FakeEngine({ app: "orders", partitions: 8 });
  returns = new FakeEngine({ app: "returns", partitions: 3, isWell: true });
  for (const engine of [orders, returns]) await engine.listen();
  orders.violate(9, Date.now());
  orders.elect(0, Date.now());
  for (const engine of [orders, returns]) engine.tick(Date.now());
  running = await startConsole({ orders: orders.url, returns: returns.url });
  browser = await launchBrowser();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  faults = complaintsOf(page);
});

afterAll(async () => {
  await browser?.close();
  await running?.stop();
  for (const engine of [orders, returns]) await engine?.close();
});

async function look(app: "orders" | "returns", part: string): Promise<void> {
  await page.goto(`${running.url}/apps/${app}/${part}`);
  await page.locator("[data-violation], [data-lane]").first().waitFor();
}

const ids = (group: string) =>
  page
    .locator(`[data-ledger="${group}"] [data-violation]`)
    .evaluateAll((all) => all.map((row) => row.getAttribute("data-violation")));

/** History is written once a second. */
async function leaderChangeIsKept(): Promise<void> {
  const span = JSON.stringify({ appId: "orders", fromMs: 0, toMs: Date.now() + 60_000 });
  const marks = `${running.url}/api/trpc/history.marks?input=${encodeURIComponent(span)}`;
  await vi.waitUntil(async () => (await (await fetch(marks)).text()).includes('"toEpoch":5'));
}

test("bugs that nobody has looked at are on top of the ledger, with both offsets and how far back", async () => {
  await look("orders", "violations");
  expect(
    await page
      .locator("[data-ledger]")
      .evaluateAll((all) => all.map((each) => each.getAttribute("data-ledger"))),
  ).toEqual(["unacknowledged-bugs", "expected"]);
  expect(await ids("unacknowledged-bugs")).toEqual(["9", "6", "3"]);
  const row = page.locator('[data-violation="9"]');
  expect(await row.locator('[data-offset="before"]').textContent()).toBe("9,007,199,254,740,993");
  expect(await row.locator("[data-distance]").textContent()).toBe("back by 893");
  expect(await row.textContent()).toContain("can't be vouched for");
  expect(await page.locator('[data-violation="8"]').textContent()).toContain("offsets are read again");
  await page.getByText("3\u00a0bugs wait for somebody to look at them.").waitFor();
});

test("one is opened by a link, says what else is known, and goes into a file without a payload", async () => {
  await leaderChangeIsKept();
  await page.locator('[data-violation="6"]').getByRole("button").click();
  await page.waitForURL(/violation=b0a1-6/);
  await page.goto(page.url());
  const detail = page.locator('[data-violation-detail="b0a1-6"]');
  await detail.waitFor();
  await detail.getByText(/: a new leader epoch of orders-0 \(4 to 5\), as read at offset 1,204$/).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save JSON" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("violation-orders-6.json");
  const saved: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(saved).toMatchObject({ violation: { id: "6", offsetBefore: "9007199254740993" } });
  const text = (await page.locator("[data-report]").textContent()) ?? "";
  expect(text).toContain("commit_offset_regression");
  expect(text).toMatch(/^leader +new leader epoch \(4 to 5\), as read at offset 1204, /m);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
});

test("where no new leader epoch of its partition is known, that is said with when one would be", async () => {
  await page.goto(`${running.url}/apps/orders/violations?violation=b0a1-9`);
  const detail = page.locator('[data-violation-detail="b0a1-9"]');
  await detail.getByText(/^No new leader epoch of the partition .* once a record of it is read\.$/).waitFor();
  expect(await detail.getByText(/leader epoch of orders/).count()).toBe(0);
  await page.goto(`${running.url}/apps/orders/violations?violation=b0a1-6`);
  await page.locator('[data-violation-detail="b0a1-6"]').waitFor();
});

test("it is acknowledged with a name and a note, moves below, and the focus goes back", async () => {
  const submit = page.getByRole("button", { name: "Acknowledge it" });
  expect(await submit.isDisabled()).toBe(true);
  await page.getByLabel(/Your name/).fill("ana");
  await page.getByLabel(/What you found/).fill("known: topic made anew");
  await submit.click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator('[data-ledger="acknowledged-bugs"] [data-violation="6"]').waitFor();
  await page.locator('[data-violation="6"] button:focus').waitFor();
  const words = await page.locator('[data-violation="6"] [data-acknowledged]').textContent();
  expect(words).toMatch(/^Acknowledged by ana, .+: “known: topic made anew”$/);
  await page.getByText("2\u00a0bugs wait for somebody to look at them.").waitFor();
});

test("all that were seen to wait are acknowledged at once, none that came since, and who was faster is named", async () => {
  const other = await context.request.post(`${running.url}/api/trpc/violations.acknowledge`, {
    headers: { "content-type": "application/json" },
    data: { appId: "orders", violations: [{ bootId: "b0a1", id: "9" }], actor: "ben", note: "mine" },
  });
  expect(other.status()).toBe(200);
  await page.getByRole("button", { name: "Acknowledge all 2…" }).click();
  orders.violate(3, Date.now());
  orders.tick(Date.now());
  const since = page.locator('[data-ledger="unacknowledged-bugs"] [data-violation="12"]');
  await since.waitFor();
  await page.getByLabel(/What you found/).fill("the same");
  await page.getByRole("button", { name: /Acknowledge 2/ }).click();
  await page.locator('[data-ledger="acknowledged-bugs"] [data-violation="3"]').waitFor();
  expect(await page.locator('[data-violation="9"] [data-acknowledged]').textContent()).toContain("by ben");
  await page.getByText("1\u00a0bug waits for somebody to look at it.").waitFor();
  expect(await since.count()).toBe(1);
});

test("what was written down is read from there", async () => {
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "All that was written down" }).click();
  await page.waitForURL(/source=history/);
  await page.getByText(/of those written down/).waitFor();
  await page.locator('[data-violation="1"]').waitFor();
});

test("the lane where work stops is marked, and what is full in front of it only waits", async () => {
  await look("orders", "lanes");
  await page.locator('[data-stage="2"][data-pressure="cause"]').waitFor();
  const kinds = await page
    .locator("[data-stage]")
    .evaluateAll((all) => all.map((each) => each.getAttribute("data-pressure")));
  expect(kinds).toEqual(["waits", "waits", "cause"]);
  expect(
    await page
      .locator('[data-cause="true"]')
      .evaluateAll((all) => all.map((row) => row.getAttribute("data-lane"))),
  ).toEqual(["2-5"]);
  expect(await page.locator('[data-lane="1-2"]').textContent()).toContain("waits for stage 2");
  const sentence = plainSpaces((await page.locator("[data-pressure-sentence]").textContent()) ?? "");
  expect(sentence).toMatch(
    /^Work stops at lane 5 of stage 2: 64 of 64 records wait in orders-per-minute, the oldest for 4\.1 s\./,
  );
  expect(sentence).toContain('at least 62 % of what came last is of key "customer-318"');
  expect(sentence).toContain("The dispatcher and stage 1 wait for it.");
  expect(await page.locator('[data-lane="2-5"] [data-hot-key]').textContent()).toContain("customer-318");
});

test("every part of an app that is behind says so in its bar", async () => {
  await page.goto(`${running.url}/apps/orders/audit`);
  await page.locator("header [data-sequence]").waitFor();
  orders.aheadMs = -60_000;
  orders.tick(Date.now());
  await page.locator("header [data-behind]", { hasText: "1 min 00 s behind" }).waitFor();
  orders.aheadMs = undefined;
});

test("an app with room says so, and a pause that waits names its lane and since when it was asked for", async () => {
  await look("returns", "lanes");
  await page.getByText("No lane is full, so nothing waits for one.").waitFor();
  const askedMs = Date.now();
  returns.draining = true;
  returns.become({
    kind: "pausing",
    sinceMs: askedMs,
    waitingFor: [{ lane: 5, operator: "orders-per-minute", records: 64, oldestAgeMs: 4100 }],
  });
  returns.tick(askedMs + 12_000);
  const words = page.locator("[data-pause-waits]");
  await words.waitFor();
  expect(plainSpaces((await words.textContent()) ?? "")).toMatch(
    /^A pause was asked for at \d\d:\d\d:\d\d UTC, 12 s ago\. It waits for lane 5 to finish 64 records of orders-per-minute, the oldest 4\.1 s\.$/,
  );
  expect(
    await page
      .locator('[data-blocks="true"]')
      .evaluateAll((all) => all.map((row) => row.getAttribute("data-lane"))),
  ).toContain("2-5");
});

test("a phone has the ledger as cards, with nothing beyond its edge", async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  for (const part of ["violations", "lanes", "partitions?partition=orders-1"]) {
    await page.goto(`${running.url}/apps/orders/${part}`);
    await page.locator("[data-violation], [data-lane], [data-facts]").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});

test("the browser had nothing to complain of", () => {
  expect(faults).toEqual([]);
});
