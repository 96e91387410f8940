import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { plainSpaces } from "./plain-spaces.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "./rig.ts";

const folder = mkdtempSync(path.join(tmpdir(), "stoatflow-apps-"));
const file = path.join(folder, "apps.yaml");
const named = ["fraud", "orders", "payments", "stock"] as const;
const engines = Object.fromEntries(
  named.map((app) => [app, new FakeEngine({ app, partitions: 6, isWell: app !== "orders" })]),
);
let running: ConsoleProcess;
let browser: Browser;
let page: Page;

function engineOf(app: string): FakeEngine {
  const engine = engines[app];
  if (engine === undefined) throw new Error(`there is no app ${app}`);
  return engine;
}

function tickAll(): void {
  for (const app of named) engineOf(app).tick(Date.now());
}

beforeAll(async () => {
  for (const app of named) {
    const engine = engineOf(app);
    await engine.listen();
    // None is silent while a busy machine makes its ticks wait.
    engine.tickIntervalMs = 60_000;
    engine.tick(Date.now() - 120_000);
  }
  tickAll();
  const apps = named.map(
    (app) =>
      `  - { id: ${app}, url: "${engineOf(app).url}", environment: ${app === "orders" ? "production" : "staging"}, owner: ${app === "fraud" ? "risk" : "checkout"}, labels: { tier: "${app === "stock" ? 2 : 1}" } }\n`,
  );
  writeFileSync(file, `apps:\n${apps.join("")}  - { id: gone, url: "http://127.0.0.1:65530" }\n`);
  running = await startConsole({}, ["--config", file]);
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(running.url);
  await page.locator('[data-app="gone"]').getByText("unreachable").waitFor();
  await page.locator('[data-app="stock"] [data-column="lag"][data-value]').waitFor();
});

afterAll(async () => {
  await browser?.close();
  await running?.stop();
  for (const app of named) await engineOf(app).close();
  rmSync(folder, { recursive: true, force: true });
});

const idsShown = () =>
  page.locator("[data-app]").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-app")));

/** Waits until each row that tells something shows its newest tick. */
async function allTold(): Promise<void> {
  for (const app of named)
    await page
      .locator(`[data-app="${app}"] [data-column="lag"][data-sequence="${engineOf(app).current.sequence}"]`)
      .waitFor();
}

test("a row says what holds its app back, naming the app, the partition and the reason", async () => {
  const says = page.locator('[data-app="orders"] [data-says]');
  expect(plainSpaces((await says.textContent()) ?? "")).toMatch(
    /^orders is .+ behind: orders-3 waits for data that the broker already has\.$/,
  );
  expect(await page.locator('[data-app="orders"] [data-column="pressure"]').textContent()).toMatch(
    /\d.of.8.full/,
  );
  expect(await page.locator('[data-app="orders"] [data-column="heldHeads"]').textContent()).toBe("1");
});

test("through ten ticks, an app that is now well and now not among them, no row moves but up once", async () => {
  const places = () =>
    page
      .locator("[data-app]")
      .evaluateAll((rows) =>
        rows.map((row) => `${row.getAttribute("data-app")} ${Math.round(row.getBoundingClientRect().top)}`),
      );
  const stock = engineOf("stock");
  stock.heldBackBy = { topic: "orders", partition: 3, reason: "lane-full" };
  stock.aheadMs = -60_000;
  tickAll();
  await allTold();
  const up = page.locator("[data-app]").nth(2);
  await page.waitForFunction((row) => row?.getAttribute("data-app") === "stock", await up.elementHandle());
  const before = await places();
  for (let tick = 0; tick < 10; tick += 1) {
    stock.aheadMs = tick % 2 === 0 ? undefined : -60_000;
    tickAll();
    await allTold();
    expect(await places()).toEqual(before);
  }
  stock.aheadMs = undefined;
  stock.heldBackBy = undefined;
});

test("what is looked for is in the address, and the address shows the same", async () => {
  await page.getByLabel("Environment", { exact: true }).selectOption("staging");
  await page.getByLabel("Owner", { exact: true }).selectOption("checkout");
  await page.getByLabel(/^Find apps/).fill("tier=1");
  await page.waitForURL(/find=tier/);
  expect(await idsShown()).toEqual(["payments"]);
  await page.goto(page.url());
  await page.locator('[data-app="payments"]').waitFor();
  expect(await idsShown()).toEqual(["payments"]);
  expect(await page.locator("[data-shown]").textContent()).toBe("1 of 5 shown");
  await page.getByRole("button", { name: "Show all" }).click();
  await page.locator('[data-app="gone"]').waitFor();
  expect((await idsShown()).toSorted()).toEqual(["fraud", "gone", "orders", "payments", "stock"]);
});

test("several are paused by one dialog: production is typed, and each app's answer is shown", async () => {
  engineOf("fraud").refuseNext = "a rebalance is under way; try again when it is over";
  for (const app of ["fraud", "orders", "gone"])
    await page.getByLabel(`Select ${app}`, { exact: true }).check();
  await page.getByRole("button", { name: /^Pause 3.apps…$/ }).click();
  const dialog = page.getByRole("dialog");
  const warnings = (await dialog.locator('[data-warns="true"]').allTextContents()).map(plainSpaces);
  expect(warnings.join("\n")).toMatch(/gone: It can't be reached \(connection refused/);
  expect(warnings.join("\n")).toMatch(
    /orders: Lane 5 is full: the pause takes hold only once its 64 records/,
  );
  await dialog.getByLabel(/Your name/).fill("ana");
  await dialog.getByLabel("Reason").fill("schema change downstream");
  const pause = dialog.getByRole("button", { name: /^Pause 3.apps$/ });
  expect(await pause.isDisabled()).toBe(true);
  await dialog.getByLabel(/This is production/).fill("produktion");
  expect(await pause.isDisabled()).toBe(true);
  expect(await dialog.locator("[data-missing]").textContent()).toBe(
    "Still needed: “production” typed to confirm.",
  );
  await dialog.getByLabel(/This is production/).fill("production");
  await pause.click();
  await dialog.locator("[data-answer]").first().waitFor();
  const answers = await dialog
    .locator("[data-answer]")
    .evaluateAll((rows) =>
      rows.map((row) => [row.getAttribute("data-answer"), row.getAttribute("data-kind")]),
    );
  expect(answers.toSorted()).toEqual([
    ["fraud", "not-done"],
    ["gone", "not-done"],
    ["orders", "done"],
  ]);
  expect(await dialog.locator('[data-answer="fraud"]').textContent()).toContain("a rebalance is under way");
  expect(plainSpaces((await dialog.getByRole("status").textContent()) ?? "")).toBe(
    "1 of 3 apps is paused; 2 were not.",
  );
  await page.keyboard.press("Escape");
  expect(engineOf("orders").tick(Date.now()).status.pauseReasons).toMatchObject([{ actor: "ana" }]);
  expect(engineOf("fraud").current.status.lifecycle.kind).toBe("running");
});

test("an app that tells nothing is said to have kept up, not to keep up, and a pause of it warns first", async () => {
  engineOf("stock").tickIntervalMs = undefined;
  tickAll();
  const row = page.locator('[data-app="stock"]');
  const stock = engineOf("stock").current;
  await row.locator(`[data-sequence="${stock.sequence}"]`).first().waitFor();
  await row.getByText(/stock has told nothing for \d+.s\. Last known, .+: it kept up/).waitFor();
  expect(await row.getByText("last known: running").count()).toBe(1);
  await row.getByRole("button", { name: "Pause stock…" }).click();
  expect(await page.getByRole("dialog").locator("[data-warns]").first().textContent()).toMatch(
    /No data for \d+.s: it may not receive this/,
  );
  await page.keyboard.press("Escape");
});

test("a file of apps that can't be taken is told on top, with the way out, and the apps go on", async () => {
  writeFileSync(file, "apps:\n  - { id: orders, adress: nowhere }\n");
  const refused = page.locator("[data-refused]");
  await refused.getByText(/adress/).waitFor();
  expect(await refused.textContent()).toContain("it is read again as soon as it is saved");
  expect(await page.locator("[data-app]").count()).toBe(5);
});

test("who did that is on the audit of the app, and its actor is a filter in the address", async () => {
  await page.goto(`${running.url}/apps/orders/audit`);
  const entry = page.locator("[data-audit]");
  await entry.first().waitFor();
  expect(plainSpaces((await entry.first().textContent()) ?? "")).toMatch(
    /ana paused it for 30 min.*“schema change downstream”.*done/,
  );
  await page.getByRole("button", { name: "Show what ana did alone" }).click();
  await page.waitForURL(/actor=ana/);
  await page.getByRole("button", { name: /by ana: show everyone/ }).waitFor();
  expect(await entry.count()).toBe(1);
});
