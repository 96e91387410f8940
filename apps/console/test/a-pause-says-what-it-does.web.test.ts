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

test("the dialog says what will happen before anything does, and keeps the focus", async () => {
  await page.getByRole("button", { name: "Pause orders…" }).click();
  const text = (await page.getByRole("dialog").textContent()) ?? "";
  expect(text).toMatch(/lag grows until it resumes/);
  expect(text).toMatch(/stays in its consumer group/);
  expect(text).toMatch(/restart of the app ends the pause/);
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
  }
  expect(engine.current.status.lifecycle.kind).toBe("running");
});

test("without a name and a reason nothing is asked", async () => {
  await page.getByRole("button", { name: "Pause orders", exact: true }).click();
  expect(await page.locator("input:invalid").count()).toBe(2);
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
    "It is pausing: lane 5 still holds 64 records at orders-per-minute, the oldest for 4.1 s.",
  );
  expect(await page.locator("[data-lifecycle]").getAttribute("data-lifecycle")).toBe("pausing");
  engine.draining = false;
  expect(await sentence()).toMatch(/^Paused by ana (just now|for .+): “schema change downstream”\.$/);
  expect(await page.locator("[data-lifecycle]").textContent()).toBe("paused");
});

test("the name is remembered, and a resume goes on", async () => {
  await page.getByRole("button", { name: "Resume orders…" }).click();
  expect(await page.getByLabel(/Your name/).inputValue()).toBe("ana");
  expect(await page.getByRole("dialog").textContent()).toContain("ana paused it");
  await page.getByLabel("Reason").fill("done");
  await page.getByRole("button", { name: "Resume orders", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await sentence()).toMatch(/^Event time is/);
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
