import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { plainSpaces } from "./plain-spaces.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "./rig.ts";

let engine: FakeEngine;
let running: ConsoleProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  engine = new FakeEngine({ app: "orders", partitions: 6 });
  await engine.listen();
  // It is not silent while a busy machine makes its ticks wait.
  engine.tickIntervalMs = 60_000;
  engine.tick(Date.now());
  running = await startConsole({ orders: engine.url });
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(`${running.url}/apps/orders`);
  await page.locator('[data-lifecycle="running"]').waitFor();
});

afterAll(async () => {
  await browser?.close();
  await running?.stop();
  await engine?.close();
});

async function sentence(): Promise<string> {
  const snapshot = engine.tick(Date.now());
  const shown = page.locator(`[data-sentence][data-sequence="${snapshot.sequence}"]`);
  await shown.waitFor();
  return plainSpaces((await shown.textContent()) ?? "");
}

test("the dialog says whether it is safe, by how much the lag grows and when it ends, and keeps the focus", async () => {
  await page.getByRole("button", { name: "Pause orders…" }).click();
  const dialog = page.getByRole("dialog");
  const effects = await dialog.locator("[data-warns]").allTextContents();
  expect(plainSpaces(effects[0] ?? "")).toMatch(
    /Lane 5 is full: the pause takes hold only once its 64 records( at \S+)? are finished/,
  );
  const text = plainSpaces(effects.join(" "));
  expect(text).toMatch(/The lag, [\d,]+ now, grows (by about [\d,.]+ offsets a second )?until it resumes/);
  expect(text).toMatch(/stays in its consumer group and keeps its partitions \(KIP-834\)/);
  expect(text).toMatch(/restart of the app ends the pause/);
  expect(plainSpaces((await dialog.locator("[data-fires]").textContent()) ?? "")).toMatch(
    /^At \d\d:\d\d:\d\d UTC by the app's clock if it is asked now/,
  );
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
  }
  expect(engine.current.status.lifecycle.kind).toBe("running");
});

test("without a name and a reason nothing can be asked, and what is still needed is said", async () => {
  const button = page.getByRole("button", { name: "Pause orders", exact: true });
  expect(await button.isDisabled()).toBe(true);
  const missing = page.locator("[data-missing]");
  expect(await missing.textContent()).toBe("Still needed: your name, the reason.");
  await page.getByLabel("Reason").fill("   ");
  await page.getByLabel(/Your name/).fill("ana");
  expect(await missing.textContent()).toBe("Still needed: the reason.");
  await page.getByLabel("Reason").press("Enter");
  expect(engine.current.status.generation).toBe(1);
});

test("a refusal is shown with the app's own reason, and nothing is lost", async () => {
  engine.refuseNext = "a rebalance is under way; try again when it is over";
  await page.getByLabel(/Your name/).fill("ana");
  await page.getByLabel("Reason").fill("schema change downstream");
  await page.getByRole("button", { name: "Pause orders", exact: true }).click();
  const alert = page.getByRole("dialog").getByRole("alert");
  await alert.getByText("a rebalance is under way").waitFor();
  expect(await page.getByLabel("Reason").inputValue()).toBe("schema change downstream");
});

test("a pause that drains says what it waits for, then who paused and why", async () => {
  engine.draining = true;
  await page.getByRole("button", { name: "Pause orders", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await sentence()).toBe(
    "orders is pausing: lane 5 still holds 64 records at orders-per-minute, the oldest for 4.1 s.",
  );
  expect(await page.locator("[data-lifecycle]").getAttribute("data-lifecycle")).toBe("pausing");
  engine.draining = false;
  expect(await sentence()).toMatch(
    /^orders is paused by ana (just now|for .+): “schema change downstream”\. It resumes by itself in 2\d min \d\d s\.$/,
  );
  expect(await page.locator("[data-lifecycle]").textContent()).toBe("paused");
});

test("the name is remembered, and a resume goes on", async () => {
  await page.getByRole("button", { name: "Resume orders…" }).click();
  expect(await page.getByLabel(/Your name/).inputValue()).toBe("ana");
  expect(await page.getByRole("dialog").textContent()).toContain("ana paused it");
  await page.getByLabel("Reason").fill("done");
  await page.getByRole("button", { name: "Resume orders", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await sentence()).toMatch(/^orders is .+ behind/);
  expect(await page.locator("[data-lifecycle]").getAttribute("data-lifecycle")).toBe("running");
});

test("the focus goes back to the button that opened the dialog", async () => {
  const button = page.getByRole("button", { name: "Pause orders…" });
  await button.click();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
});

/** What ben does from somewhere else, once the page has been told of it. */
async function ben(does: "pause" | "resume", reason: string): Promise<void> {
  const response = await fetch(`${engine.url}/${does}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ actor: "ben", reason }),
  });
  expect(response.status).toBe(200);
  await sentence();
}

test("a dialog asks for what was seen when it was opened: what others did since refuses it and is told", async () => {
  await page.getByRole("button", { name: "Pause orders…" }).click();
  await page.getByLabel("Reason").fill("an idea of before");
  await ben("pause", "schema change");
  await ben("resume", "schema changed");
  await page.getByRole("button", { name: "Pause orders", exact: true }).click();
  const alert = page.getByRole("dialog").getByRole("alert");
  await alert.getByText("ben paused it: “schema change”; ben resumed it: “schema changed”").waitFor();
  expect(engine.current.status.lifecycle.kind).toBe("running");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("a dialog says whose pause it was opened on, though another one is on by now", async () => {
  await ben("pause", "disk is full");
  await page.getByRole("button", { name: "Resume orders…" }).click();
  await page.getByLabel("Reason").fill("there is room again");
  await ben("resume", "a mistake");
  await ben("pause", "the one that must stay");
  expect(await page.getByRole("dialog").textContent()).toContain("ben paused it: “disk is full”");
  await page.getByRole("button", { name: "Resume orders", exact: true }).click();
  await page.getByRole("dialog").getByRole("alert").getByText("the one that must stay").waitFor();
  expect(engine.current.status.lifecycle.kind).toBe("paused");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("a pause that somebody else has on already is shown in the dialog, which does not close as if it was done", async () => {
  await ben("resume", "there is room");
  engine.comparesGenerations = false;
  await page.getByRole("button", { name: "Pause orders…" }).click();
  await page.getByLabel("Reason").fill("a minute's work");
  await page.getByLabel("It resumes").selectOption("by itself in 15 minutes");
  await ben("pause", "schema change");
  await page.getByRole("button", { name: "Pause orders", exact: true }).click();
  const alert = page.getByRole("dialog").getByRole("alert");
  await alert.getByText("paused already, by ben until somebody resumes it: “schema change”").waitFor();
  expect(await page.getByLabel("Reason").inputValue()).toBe("a minute's work");
  expect(engine.current.status.pauseReasons).toMatchObject([{ actor: "ben", expiresAtMs: null }]);
});

test("a pause that was carried out before the connection broke off is not called undone", async () => {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await ben("resume", "schema changed");
  await page.route("**/api/trpc/**control.pause**", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Pause orders…" }).click();
  await page.getByLabel("Reason").fill("a network that is torn down");
  await page.getByRole("button", { name: "Pause orders", exact: true }).click();
  const alert = page.getByRole("dialog").getByRole("alert");
  await alert.getByText(/^It may have been done: .+; look at the app before you repeat it$/).waitFor();
  expect(engine.tick(Date.now()).status.pauseReasons).toMatchObject([{ actor: "ana" }]);
});
