/**
 * Shoots every page in both themes and at the width of a phone. `tsx apps/console/test/screenshots.ts FOLDER`: of fake
 * engines that are in every state at once. `… FOLDER URL APP…`: the pages of a console that runs, such as the demo's.
 * `… FOLDER states`: what such a one has no page of, that an app is silent, can't be reached, is unknown, or that none is.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { FakeEngine } from "./fake-engine.ts";
import { launchBrowser, startConsole } from "./rig.ts";

/** How far the history of the fakes goes back, when it has a hole, and since when one of them is paused. */
const historyMs = 240_000;
const silentMs = { from: 110_000, to: 90_000 };
const pausedMs = 185_000;

/** Wide enough for a person who looks closely, and small enough to keep. */
const looks = [
  ["dark", "dark", 1440],
  ["light", "light", 1440],
  ["phone", "dark", 390],
] as const;

const actor = { kind: "operator", actor: "ana", reason: "schema change downstream" } as const;

interface Fakes {
  readonly orders: FakeEngine;
  readonly payments: FakeEngine;
  readonly fraud: FakeEngine;
  readonly returns: FakeEngine;
  /** Tells nothing after its history, so it is stale. */
  readonly stock: FakeEngine;
}

async function fakes(): Promise<Fakes> {
  const all = {
    orders: new FakeEngine({ app: "orders", partitions: 8 }),
    payments: new FakeEngine({ app: "payments", partitions: 120, isWell: true }),
    fraud: new FakeEngine({ app: "fraud", partitions: 6, isWell: true }),
    returns: new FakeEngine({ app: "returns", partitions: 3, isWell: true }),
    stock: new FakeEngine({ app: "stock", partitions: 6, isWell: true }),
  };
  for (const engine of Object.values(all)) await engine.listen();
  all.orders.dropLate(37, Date.now() - 4000);
  all.orders.hold(9, Date.now() - 20_000);
  all.orders.undecodable = 3;
  all.orders.violate(4, Date.now() - 9000);
  all.orders.elect(4, Date.now() - 8000);
  all.returns.become(
    {
      kind: "pausing",
      waitingFor: [{ lane: 5, operator: "returns-per-hour", records: 64, oldestAgeMs: 4100 }],
    },
    [{ ...actor, sinceMs: Date.now() - 2000, expiresAtMs: null }],
  );
  all.returns.draining = true;
  return all;
}

/** Opens a context of each look in turn and says on stderr what the browser complains of. */
async function inEachLook(
  browser: Browser,
  shoot: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  for (const [name, colorScheme, width] of looks) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") process.stderr.write(`${name}: ${message.text()}\n`);
    });
    page.on("pageerror", (error) => process.stderr.write(`${name}: ${error.message}\n`));
    await shoot(page, name);
    await context.close();
  }
}

/** The pages of an app, by the end of their address. */
const parts = ["", "/partitions", "/late-drops", "/violations", "/lanes", "/audit"] as const;

/** Every page of an app, whole: `NAME`, `NAME-partitions`, and so on. */
async function shootApp(page: Page, url: string, file: (name: string) => string, id: string): Promise<void> {
  for (const part of parts) {
    await page.goto(url + part);
    await page.locator("header [data-sequence]").waitFor();
    await page.getByText(/^(?:Asking|Waiting for|Loading)/).waitFor({ state: "detached" });
    await page.screenshot({ path: file(id + part.replace("/", "-")), fullPage: true });
  }
  if ((await page.getByRole("link", { name: "Simulate an incident" }).count()) > 0) {
    await page.goto(`${url}/incidents`);
    await page.locator("[data-incident]").first().waitFor();
    await page.screenshot({ path: file(`${id}-incidents`), fullPage: true });
  }
  for (const view of ["plane", "skew"]) {
    await page.goto(`${url}?view=${view}`);
    await page.locator("header [data-sequence]").waitFor();
    await page.locator("[data-findings='told']").waitFor();
    await page.getByText(/^(?:Asking|Waiting for|Loading)/).waitFor({ state: "detached" });
    await page.screenshot({ path: file(`${id}-${view}`), fullPage: true });
  }
  await page.goto(`${url}/partitions`);
  await page.locator("a[data-open]").first().click();
  await page.getByRole("dialog").waitFor();
  await page.screenshot({ path: file(`${id}-partition`) });
  await shootDialog(page, url, file(`${id}-pause`));
}

async function shootDialog(page: Page, url: string, file: string): Promise<void> {
  await page.goto(url);
  await page.locator("header [data-sequence]").waitFor();
  await page.getByRole("button", { name: /^(Pause|Resume|Cancel) / }).click();
  await page.getByRole("dialog").waitFor();
  await page.screenshot({ path: file });
}

async function shootWords(page: Page, url: string, words: RegExp, file: string): Promise<void> {
  await page.goto(url);
  await page.getByText(words).first().waitFor();
  await page.screenshot({ path: file, fullPage: true });
}

async function shootRunning(browser: Browser, folder: string, url: string, ids: readonly string[]) {
  await inEachLook(browser, async (page, look) => {
    const file = (name: string): string => path.join(folder, `${name}-${look}.png`);
    await page.goto(url);
    await page.locator("[data-app]").first().waitFor();
    await page.screenshot({ path: file("apps"), fullPage: true });
    for (const id of ids) await shootApp(page, `${url}/apps/${id}`, file, id);
  });
}

async function shootFakes(browser: Browser, folder: string, onlyStates: boolean): Promise<void> {
  const engines = await fakes();
  const all = Object.values(engines);
  const { stock, ...live } = engines;
  const startMs = Date.now() - historyMs;
  for (const engine of all) engine.tick(startMs);
  const urls = Object.fromEntries(Object.entries(engines).map(([id, engine]) => [id, engine.url]));
  const running = await startConsole({ ...urls, shipping: "http://127.0.0.1:65530" });
  const empty = await startConsole({});
  for (const engine of all) await engine.read;
  // The console has to keep up with the history, which comes at many times its pace: first it has to be awake.
  const page = await browser.newPage();
  await page.goto(running.url);
  for (const id of Object.keys(engines))
    await page.locator(`[data-app="${id}"] [data-sequence="1"]`).first().waitFor();
  await page.close();
  for (let atMs = startMs + 1000; atMs < Date.now(); atMs += 1000) {
    const sinceMs = Date.now() - atMs;
    if (sinceMs > silentMs.to && sinceMs < silentMs.from) continue;
    if (sinceMs < pausedMs && engines.payments.current.status.lifecycle.kind === "running") {
      engines.payments.become({ kind: "paused", sinceMs: atMs }, [
        { ...actor, sinceMs: atMs, expiresAtMs: atMs + 1_800_000 },
      ]);
    }
    for (const engine of all) engine.tick(atMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const beat = setInterval(() => {
    for (const engine of Object.values(live)) engine.tick(Date.now());
  }, 1000);
  if (!onlyStates)
    await shootRunning(browser, folder, running.url, ["orders", "payments", "fraud", "returns"]);
  await inEachLook(browser, async (page, look) => {
    const file = (name: string): string => path.join(folder, `${name}-${look}.png`);
    await shootWords(page, `${running.url}/apps/stock`, /no data for/, file("stale"));
    await shootWords(page, `${running.url}/apps/shipping`, /can't be reached/, file("unreachable"));
    await shootWords(page, `${running.url}/apps/nobody`, /no app named/, file("unknown"));
    await shootWords(page, `${running.url}/nothing`, /no such page/, file("not-found"));
    await shootWords(page, empty.url, /No app is configured/, file("empty"));
  });
  clearInterval(beat);
  await Promise.all([running.stop(), empty.stop()]);
  for (const engine of all) await engine.close();
}

async function main(): Promise<void> {
  const [folder = "screenshots", url, ...ids] = process.argv.slice(2);
  mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser();
  if (url === undefined || url === "states") await shootFakes(browser, folder, url === "states");
  else await shootRunning(browser, folder, url, ids);
  await browser.close();
}

await main();
