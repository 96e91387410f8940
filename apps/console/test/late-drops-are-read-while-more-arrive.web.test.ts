import { readFileSync } from "node:fs";
import type { LateDrop } from "@stoatflow/engine/wire";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { plainSpaces } from "./plain-spaces.ts";
import { type ConsoleProcess, complaintsOf, launchBrowser, startConsole } from "./rig.ts";

/** More than the page lists, which is 1,000. */
const dropped = 1200;
const patience = { timeout: 20_000, interval: 50 };

let engine: FakeEngine;
let running: ConsoleProcess;
let browser: Browser;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
  engine = new FakeEngine({ app: "orders", partitions: 8, kept: dropped });
  await engine.listen();
  dropLate(dropped);
  engine.tick(Date.now());
  running = await startConsole({ orders: engine.url });
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  faults = complaintsOf(page);
  await page.goto(`${running.url}/apps/orders/late-drops`);
  await row(1200).waitFor();
});

afterAll(async () => {
  await browser?.close();
  await running?.stop();
  await engine?.close();
});

/** Of this one the app kept the beginning, and there is nearly a MiB of it. */
const largeId = 1190;

/** As many as are kept at most, the first of which has no room in its line. */
const manyHeaders = Array.from({ length: 100 }, (_, at): LateDrop["headers"][number] => {
  const text = at === 0 ? "long ".repeat(60) : "short";
  return [`h${at}`, { encoding: "utf8", text, sizeBytes: text.length, truncated: false }];
});

/** Drops of several latenesses, by two operators. */
function dropLate(count: number): void {
  const from = engine.lateDrops.length;
  engine.dropLate(count, Date.now());
  for (let at = from; at < engine.lateDrops.length; at += 1) {
    const drop = engine.lateDrops[at];
    if (drop === undefined) continue;
    const later = (at * 7919) % 90_000;
    engine.lateDrops[at] = {
      ...drop,
      atMs: drop.atMs - (dropped - at) * 10,
      operator: at % 5 === 0 ? "payments-join" : drop.operator,
      watermarkMs: drop.watermarkMs + later,
      latenessMs: drop.latenessMs + later,
      value:
        drop.value !== null && drop.id === String(largeId)
          ? { ...drop.value, sizeBytes: 1_048_000 }
          : drop.value,
      headers: drop.id === String(largeId) ? manyHeaders : drop.headers,
    };
  }
}

const isFocused = (element: Element) => element === document.activeElement;
const row = (id: number) => page.locator(`[data-late-drop$="-${id}"]`);
const detail = () => page.locator("[data-late-drop-detail]");
const list = () => page.getByRole("listbox", { name: "Late drops, newest first" });
const idsOf = (rows: string[]): number[] => rows.map((name) => Number(name.split("-").at(-1)));
const listed = async (): Promise<number[]> =>
  idsOf(
    await page
      .locator("[data-late-drop]")
      .evaluateAll((rows) => rows.map((each) => each.getAttribute("data-late-drop") ?? "")),
  );
const text = async (selector: string): Promise<string> =>
  plainSpaces((await page.locator(selector).textContent()) ?? "");

async function open(id: number): Promise<void> {
  await row(id).click();
  await page.locator(`[data-late-drop-detail$="-${id}"]`).waitFor();
}

const count = (of: number): string => of.toLocaleString("en");

/** What the console holds. */
const held = (): readonly LateDrop[] => engine.lateDrops;

async function arrive(count: number): Promise<number> {
  dropLate(count);
  engine.tick(Date.now());
  return engine.lateDrops.length;
}

test("a record is shown whole: numbers exact, nothing hidden, no bytes, no text and empty objects apart", async () => {
  await page.goto(`${running.url}/apps/orders/late-drops?from=${new Date(0).toISOString()}`);
  await row(1200).waitFor();
  // Of every eight one is of each kind; 1193 is the first of the last eight.
  await open(1193);
  const drop = engine.lateDrops[1192];
  expect(await detail().locator('[data-field="value"] [data-json]').textContent()).toContain(
    '"sequence": 9007199254740993',
  );
  expect(await detail().locator('[data-field="offset"]').getAttribute("data-value")).toBe(drop?.offset);
  for (const field of ["timestampMs", "watermarkMs", "latenessMs", "graceMs"] as const)
    expect(await detail().locator(`[data-field="${field}"]`).getAttribute("data-value")).toBe(
      String(drop?.[field]),
    );
  expect(await detail().locator('[data-header="source"]').textContent()).toBe('"checkout-web"');
  expect(await detail().getByText(String.raw`user\u202eagent`).count()).toBe(1);
  expect(await detail().getByText(String.raw`"a\u200bb"`).count()).toBe(1);
  await detail().locator('[data-field="value"]').getByRole("radio", { name: "Hex" }).click();
  expect(await detail().locator("[data-hex]").textContent()).toMatch(/^00007b 22 6f 72 64 65 72/);
  await open(1194);
  expect(await detail().locator('[data-field="key"]').getAttribute("data-payload")).toBe("null");
  expect(await detail().locator('[data-field="value"]').getAttribute("data-payload")).toBe("text");
  await open(1196);
  expect(await detail().locator('[data-field="value"]').getAttribute("data-payload")).toBe("empty");
  await open(1197);
  expect(await detail().locator('[data-field="key"] pre').textContent()).toBe(
    String.raw`eu\u202enorth\u0000`,
  );
  await open(1200);
  expect(await detail().locator('[data-field="value"]').getAttribute("data-payload")).toBe("json");
  const keys = await Promise.all(
    [1194, 1195, 1196, 1200].map((id) => row(id).locator("[data-payload]").textContent()),
  );
  expect(keys).toEqual(["null", '"null"', '""', "{}"]);
});

/** Its state is of now, so that it can be asked for something. */
async function freshly(button: Locator): Promise<void> {
  engine.tick(Date.now());
  await vi.waitFor(async () => expect(await button.getAttribute("aria-disabled")).toBe("false"), patience);
}

test("what was cut comes whole when it is asked for and not before; what keeps it away stands there with the way on", async () => {
  await open(1198);
  const value = detail().locator('[data-field="value"]');
  const load = detail().getByRole("button", { name: /^Load all 117\.1\sKiB$/ });
  await load.waitFor();
  expect(await value.getAttribute("data-payload")).toBe("text");
  expect(engine.records.asked).toEqual([]);
  engine.readsRecords = false;
  engine.tick(Date.now());
  await detail()
    .getByText(
      "The app can't read one record from its log: newer engines can, unless status.payload-bytes-kept is 0.",
    )
    .waitFor();
  expect(await load.getAttribute("aria-disabled")).toBe("true");
  await load.click({ force: true });
  engine.readsRecords = true;
  await freshly(load);
  expect(engine.records.asked).toEqual([]);

  const message = "the log did not give it within 5 s; see that Kafka runs, and ask again";
  engine.records.refuseNext = { status: 503, error: { code: "log-unavailable", message } };
  await load.focus();
  await page.keyboard.press("Enter");
  await detail().getByText(`It can't be had: ${message}.`).waitFor();
  expect(engine.records.asked).toHaveLength(1);
  const again = detail().getByRole("button", { name: "Try again" });
  await freshly(again);
  await again.focus();
  await page.keyboard.press("Enter");
  const read = detail().locator('[data-whole="whole"]');
  await read.waitFor();
  expect(await read.textContent()).toMatch(/^Read from orders-\d at offset 9,007,199,254,/);
  expect(await read.evaluate(isFocused)).toBe(true);
  expect(engine.records.asked).toEqual([engine.lateDrops[1197]?.offset, engine.lateDrops[1197]?.offset]);
  expect(await value.getAttribute("data-payload")).toBe("json");
  expect(await value.locator("[data-json]").textContent()).toContain('"sequence": 9007199254740993');
  expect(await detail().locator("[data-cut]").count()).toBe(0);
  await value.getByRole("radio", { name: "Text" }).click();
  await value.getByRole("button", { name: /^Show 100,000 more of / }).click();
  await value.getByRole("button", { name: /^Show all / }).focus();
  await page.keyboard.press("Enter");
  await value.locator("[data-all-shown]").waitFor();
  expect(await value.locator("[data-all-shown]").evaluate(isFocused)).toBe(true);
  const whole = (await value.locator("pre").textContent()) ?? "";
  expect(whole).toMatch(/xxx"\]\}All [\d,]+ characters are shown\.$/);
  expect(whole).toContain(String.raw`"note":"a\u202eb"`);
  expect(whole).not.toContain("\u202e");

  // It is not kept once it is left, and comes back as it was kept.
  await open(1193);
  expect(await detail().locator("[data-whole]").count()).toBe(0);
  await open(1198);
  await freshly(load);
  expect(engine.records.asked).toHaveLength(2);

  // The log was made anew, and has another record there.
  const status = detail().getByRole("status");
  expect(await status.textContent()).toBe("");
  const [dropped] = engine.lateDrops.splice(1197, 1);
  if (dropped === undefined) throw new Error("nothing was dropped");
  engine.lateDrops.splice(1197, 0, { ...dropped, value: null });
  await load.focus();
  await page.keyboard.press("Enter");
  await status.getByText("The log has another record at this offset by now").waitFor();
  expect(await status.evaluate(isFocused)).toBe(true);
  engine.lateDrops.splice(1197, 1, dropped);
});

test("a record of a MiB stands there in bounds: a tree that unfolds on demand, text and bytes a part at a time", async () => {
  await open(largeId);
  const value = detail().locator('[data-field="value"]');
  const load = detail().getByRole("button", { name: "Load the whole record" });
  await freshly(load);
  await detail().getByRole("heading", { name: "Headers the first 100, there may be more" }).waitFor();
  const header = detail().locator('[data-header="h0"]');
  await header.getByRole("button", { name: "Show all" }).focus();
  await page.keyboard.press("Enter");
  expect(await header.locator("[data-payload]").evaluate(isFocused)).toBe(true);
  expect(await header.textContent()).toBe("long ".repeat(60));
  await load.click();
  await detail().locator('[data-whole="whole"]').waitFor();
  const parts = () => detail().locator("*").count();
  expect(await value.locator("[data-json]").textContent()).toContain("items");
  expect(await parts()).toBeLessThan(1500);
  // What is folded is there once it is unfolded.
  const items = value.locator("details details", { hasText: '"items"' });
  if (!(await items.evaluate((element) => element.hasAttribute("open"))))
    await items.locator("summary").first().click();
  await items.getByText(/^1,000 of \d+,\d{3} more$/).waitFor();
  await items.locator("details summary").first().click();
  await items.getByText(String.raw`"a\u202eb"`).first().waitFor();
  expect(await parts()).toBeLessThan(1500);
  await value.getByRole("radio", { name: "Hex" }).click();
  expect(await value.locator("[data-hex] > div").count()).toBe(32);
  await value.getByRole("button", { name: /^1,000 of 65,468\smore lines$/ }).click();
  expect(await value.locator("[data-hex] > div").count()).toBe(1032);
  await value.getByRole("radio", { name: "Text" }).click();
  expect((await value.locator("pre").textContent())?.length).toBeLessThan(4000);
  expect(await parts()).toBeLessThan(1500);
});

test("a thousand rows are listed of all that were counted, and only those in view are in the document", async () => {
  await page.goto(`${running.url}/apps/orders/late-drops`);
  await row(1200).waitFor();
  await page.getByText(/^1,200 dropped as late since the app started at .+ Half of the 1,200 held/).waitFor();
  await list().focus();
  await vi.waitFor(async () => {
    await page.keyboard.press("End");
    expect(await text("[data-showing]")).toBe("showing 1,000 of 1,200");
  }, patience);
  await page.keyboard.press("End");
  await row(201).waitFor();
  expect(await text("[data-list-end]")).toContain("The list ends at 1,000 rows; there are older ones.");
  expect(await page.locator("[data-late-drop]").count()).toBeLessThan(60);
  await page.getByRole("button", { name: "Go on with older ones" }).click();
  await page.waitForURL(/until=/);
  await page.getByText("showing 50 of 201 that match").waitFor();
  expect((await listed())[0]).toBe(201);
  await page.getByRole("button", { name: "Clear" }).click();
  await row(1200).waitFor();
});

test("keys move and open, and whatever arrives the focus and the row under it stay where they are", async () => {
  await list().focus();
  for (const key of ["j", "ArrowDown", "j", "k"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await page.locator('[data-late-drop-detail$="-1198"]').waitFor();
  const place = async () => (await row(1198).boundingBox())?.y;
  const before = await place();
  const newest = await arrive(5);
  await row(newest).waitFor({ state: "attached" });
  expect(await place()).toBe(before);
  expect(await list().evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await list().getAttribute("aria-activedescendant")).toMatch(/-1198$/);
  expect(await detail().getAttribute("data-late-drop-detail")).toMatch(/-1198$/);
  await page.keyboard.press("Home");
  await vi.waitFor(async () => expect((await listed())[0]).toBe(newest), patience);
});

test("a list that is held stays as it is, says how many wait, and has them once it is released", async () => {
  await page.getByRole("button", { name: "Freeze list" }).click();
  const before = await listed();
  const newest = await arrive(37);
  await page.getByText("37 newer wait").waitFor();
  expect(await text("[data-held]")).toMatch(/^frozen at \d\d:\d\d:\d\d, 37 newer wait$/);
  expect(await listed()).toEqual(before);
  await page.getByRole("button", { name: "Go on", exact: true }).click();
  await vi.waitFor(async () => expect((await listed())[0]).toBe(newest), patience);
  expect(await page.locator("[data-held]").count()).toBe(0);
});

test("a filter is in the address, and the list and its numbers are those of the drops that fulfil all of it", async () => {
  await page.getByLabel("Operator").selectOption("payments-join");
  await page.getByLabel("Key begins with").fill("eu-");
  await page.getByLabel("Late by at least").fill("1 min");
  await page.keyboard.press("Enter");
  await page.waitForURL(/operator=payments-join&key=eu-&latenessFrom=60000/);
  const meant = held().filter(
    ({ operator, key, latenessMs }) =>
      operator === "payments-join" && key?.text.startsWith("eu-") === true && latenessMs >= 60_000,
  );
  const showing = `showing ${Math.min(50, meant.length)} of ${meant.length} that match`;
  await vi.waitFor(async () => expect(await text("[data-showing]")).toBe(showing), patience);
  await page.reload();
  await vi.waitFor(async () => expect(await text("[data-showing]")).toBe(showing), patience);
  expect((await listed())[0]).toBe(Number(meant.at(-1)?.id));
  expect(await page.getByLabel("Late by at least").inputValue()).toBe("1\u00a0min");
});

test("an expression that is wrong is marked at the place, and the list stays; one that is right is what the list has", async () => {
  await page.goto(`${running.url}/apps/orders/late-drops?partition=3`);
  await page.getByText(/^showing \d+ of \d+ that match$/).waitFor();
  const before = await text("[data-showing]");
  const field = page.getByLabel("Fulfils the expression");
  await field.fill("latenessMs > > 3");
  const fault = page.locator("[data-fault]");
  await fault.waitFor();
  const [line = "", caret = ""] = ((await fault.textContent()) ?? "").split("\n");
  expect(line).toBe("latenessMs > > 3");
  expect(caret.indexOf("^")).toBe(13);
  await page.getByText(/^Line 1, column 14: /).waitFor();
  expect(await text("[data-showing]")).toBe(before);
  await field.fill('value.customer.name == "Ines Marín" && value.sequence == 9007199254740993');
  await page.waitForURL(/where=value\.customer/);
  const isMeant = ({ partition, value }: LateDrop) =>
    partition === 3 && value?.text.includes("Ines") === true;
  const meant = held().filter(isMeant).length;
  await page.getByText(`showing ${Math.min(50, meant)} of ${meant} that match`).waitFor();
  await page.locator("[data-not-evaluated]").waitFor();
  expect(await text("[data-not-evaluated]")).toMatch(
    /^\d+ could not be evaluated, so none of them is listed; the first: /,
  );
  await page.goto(`${running.url}/apps/orders/late-drops?where=nothing(`);
  await fault.waitFor();
  expect(await page.locator('[data-phase="error"]').textContent()).toContain("the filter is not right");
  await page.goto(`${running.url}/apps/orders/late-drops`);
  await row(held().length).waitFor();
});

test("the share that another grace would have kept is counted over all that match, whichever rows are listed", async () => {
  const slider = page.getByRole("slider", { name: "Grace" });
  await slider.focus();
  await page.keyboard.press("Home");
  await page.waitForURL(/grace=0/);
  expect(await text("[data-grace]")).toMatch(/^With a grace of 0 ms, 0 % of these/);
  for (let step = 0; step < 12; step += 1) await page.keyboard.press("ArrowRight");
  await page.waitForURL(/grace=60000/);
  const kept = held().filter(({ watermarkMs, window }) => watermarkMs - window.endMs < 60_000).length;
  const share = Math.floor((kept * 100) / held().length);
  expect(await text("[data-grace]")).toBe(
    `With a grace of 1 min, ${share} % of these would have been kept (${count(kept)} of ${count(held().length)}); it is 10 s now, so results would come 50 s later.`,
  );
  expect(plainSpaces((await slider.getAttribute("aria-valuetext")) ?? "")).toBe(`1 min: ${share} % kept`);
});

test("a search that finds none says of how many, and never that nothing was dropped", async () => {
  await page.goto(`${running.url}/apps/orders/late-drops?text=no-such-thing`);
  await page.locator('[data-phase="done"]').waitFor();
  expect(await text('[data-phase="done"]')).toContain("None of the 1,242 late drops held in memory match.");
  expect(await page.getByText("Nothing was dropped as late").count()).toBe(0);
});

test("what was written down is looked at beside what is in memory", async () => {
  await page.goto(`${running.url}/apps/orders/late-drops?partition=3`);
  await page.getByText(/^showing 50 of \d+ that match$/).waitFor();
  const inMemory = await text("[data-showing]");
  await page.getByRole("radio", { name: "Written down" }).click();
  await page.waitForURL(/source=history/);
  await page.getByText("searching…").waitFor({ state: "hidden" });
  expect(await text("[data-showing]")).toBe(inMemory);
  expect(await page.getByRole("button", { name: "Freeze list" }).count()).toBe(0);
});

test("a link to a drop opens it, wherever in the list it is", async () => {
  const drop = engine.lateDrops[300];
  await page.goto(`${running.url}/apps/orders/late-drops?drop=${engine.bootId}-301&dropAt=${drop?.atMs}`);
  await page.locator('[data-late-drop-detail$="-301"]').waitFor();
  await page.goto(`${running.url}/apps/orders/late-drops?drop=${engine.bootId}-1&dropAt=1`);
  await page.getByText("no longer held, neither in memory").waitFor();
});

test("what is filtered is saved as a file, by whom and what for", async () => {
  await page.goto(`${running.url}/apps/orders/late-drops?operator=payments-join`);
  await page.getByRole("button", { name: "Save as a file…" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save" });
  await dialog.getByLabel("Your name").fill("ana");
  expect(await save.isDisabled()).toBe(true);
  await dialog.getByLabel("Reason").fill("ticket 7");
  await dialog.getByLabel("NDJSON").check();
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\n");
  expect(lines).toHaveLength(held().filter(({ operator }) => operator === "payments-join").length);
});

test("on a phone the record stands in the list's place, and the way back leads to where one was", async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const phone = await context.newPage();
  await phone.goto(`${running.url}/apps/orders/late-drops`);
  const phoneList = phone.getByRole("listbox");
  const id = held().length - 2;
  // What stands above the list is on several lines here: until it is told, what is below it may move under a finger.
  await phone.locator("[data-summary]", { hasText: /\w/ }).waitFor();
  await phone.locator(`[data-late-drop$="-${id}"]`).tap();
  const back = phone.getByRole("button", { name: "Back to the list" });
  await vi.waitFor(
    async () => expect(await back.evaluate((element) => element === document.activeElement)).toBe(true),
    patience,
  );
  expect(await phoneList.isVisible()).toBe(false);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await back.tap();
  await phoneList.waitFor();
  expect(await phoneList.getAttribute("aria-activedescendant")).toMatch(new RegExp(`-${id}$`));
  await context.close();
});

test("where no file may leave the console, none is offered", async () => {
  const off = await startConsole({ orders: engine.url }, [], { STOATFLOW_LATE_DROP_EXPORT: "off" });
  const other = await browser.newPage();
  await other.goto(`${off.url}/apps/orders/late-drops`);
  await other.locator("[data-late-drop]").first().waitFor();
  expect(await other.getByRole("button", { name: "Save as a file…" }).count()).toBe(0);
  await other.close();
  await off.stop();
});

test("the browser had nothing to complain of", () => {
  // Of the record that was refused on purpose it tells by itself.
  const ofItself = (fault: string) => fault.includes("status of 503") && fault.includes("lateDrops.record");
  expect(faults.filter((fault) => !ofItself(fault))).toEqual([]);
  expect(faults.filter(ofItself)).toHaveLength(1);
});
