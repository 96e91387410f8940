/**
 * A browser opens six connections to an address over HTTP/1.1. All tabs of these tests stay open; the console stands
 * behind a proxy that counts what passes.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { Front } from "./front.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "./rig.ts";

const engines = { orders: newEngine("orders"), payments: newEngine("payments"), fraud: newEngine("fraud") };
let running: ConsoleProcess;
let front: Front;
let browser: Browser;
let ticking: NodeJS.Timeout | undefined;

function newEngine(app: string): FakeEngine {
  return new FakeEngine({ app, partitions: 3, isWell: true });
}

function addresses(): Record<string, string> {
  return Object.fromEntries(Object.entries(engines).map(([id, engine]) => [id, engine.url]));
}

beforeAll(async () => {
  for (const engine of Object.values(engines)) await engine.listen();
  // The feed goes on by itself; what a test waits for is a condition of the page.
  ticking = setInterval(() => {
    for (const engine of Object.values(engines)) engine.tick(Date.now());
  }, 250);
  running = await startConsole(addresses());
  front = new Front(running.url);
  await front.listen();
  browser = await launchBrowser();
});

afterAll(async () => {
  clearInterval(ticking);
  await browser?.close();
  front?.close();
  await running?.stop();
  for (const engine of Object.values(engines)) await engine.close();
});

/** Seven, which all tests but the last ones look at. */
let tabs: readonly Page[];

async function open(context: BrowserContext, paths: readonly string[]): Promise<readonly Page[]> {
  return Promise.all(
    paths.map(async (path) => {
      const page = await context.newPage();
      await page.goto(`${front.url}${path}`);
      await isLive(page);
      if (path !== "/") await record(page);
      return page;
    }),
  );
}

/** A context of its own, without some of what a browser has. */
async function contextWithout(...names: readonly string[]): Promise<BrowserContext> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  await context.addInitScript((gone) => {
    for (const name of gone) Reflect.deleteProperty(globalThis, name);
  }, names);
  return context;
}

/** What a page shows: each number of a tick that stood in the bar, in turn. */
async function record(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { seen });
    const look = (): void => {
      const shown = document.querySelector<HTMLElement>("header [data-sequence]")?.dataset["sequence"];
      if (shown !== undefined && seen.at(-1) !== Number(shown)) seen.push(Number(shown));
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
  });
}

function seenBy(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => (globalThis as unknown as { seen: readonly number[] }).seen);
}

/** Two more ticks reach the page. */
async function isLive(page: Page): Promise<void> {
  const shown = page.locator("[data-sequence]").first();
  for (let news = 0; news < 2; news += 1) {
    await shown.waitFor();
    const before = await shown.getAttribute("data-sequence");
    await page.waitForFunction(
      (old) => document.querySelector<HTMLElement>("[data-sequence]")?.dataset["sequence"] !== old,
      before,
    );
  }
}

async function allAreLive(pages: readonly Page[]): Promise<void> {
  await Promise.all(pages.map(isLive));
}

/** Each tick was shown once at most, and in order. */
async function nothingCameTwice(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    if (new URL(page.url()).pathname === "/") continue;
    const seen = await seenBy(page);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
  }
}

/** What was dropped while nobody was told is there, in every tab of that app. */
async function dropsAreShown(pages: readonly Page[]): Promise<void> {
  const count = engines.orders.lateDrops.length;
  for (const page of pages.filter((each) => each.url().endsWith("/apps/orders")))
    await page.locator(`[data-column="lateDropped"][data-value="${count}"]`).first().waitFor();
}

test("seven tabs are live over one stream, and each still calls", async () => {
  const lanes = [
    "/apps/orders/lanes",
    "/apps/payments/lanes",
    "/apps/payments/violations",
    "/apps/fraud/lanes",
  ];
  tabs = await open(await browser.newContext(), ["/apps/orders", "/", "/apps/payments", ...lanes]);
  await vi.waitFor(() => expect(front.openStreams).toBe(1), { timeout: 20_000 });
  expect(front.asked).toMatchObject({ listEveryMs: 1000 });
  expect(front.asked.apps.map(({ appId }) => appId)).toEqual(["fraud", "orders", "payments"]);
  const call = () => fetch("/api/trpc/time.now").then((answer) => answer.status);
  expect(await Promise.all(tabs.map((page) => page.evaluate(call)))).toEqual(tabs.map(() => 200));
  await allAreLive(tabs);
  await nothingCameTwice(tabs);
});

test("the worker that has the stream dies: another takes over, nothing is missed and nothing comes twice", async () => {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send("Target.getTargets");
  const workers = targetInfos.filter(({ type }) => type === "shared_worker");
  expect(workers).toHaveLength(1);
  for (const { targetId } of workers) await session.send("Target.closeTarget", { targetId });
  await vi.waitFor(() => expect(front.openStreams).toBe(0), { timeout: 10_000 });
  engines.orders.dropLate(7, Date.now());
  await vi.waitFor(() => expect(front.openStreams).toBe(1), { timeout: 30_000 });
  await allAreLive(tabs);
  await dropsAreShown(tabs);
  await nothingCameTwice(tabs);
  expect(front.openStreams).toBe(1);
});

test("the console stops and starts: every tab says so, and goes on by itself", async () => {
  await running.stop();
  const ofApps = tabs.filter((each) => each.url().includes("/apps/"));
  await Promise.all(
    ofApps.map((page) => page.getByText("connecting to the console again").first().waitFor()),
  );
  engines.orders.dropLate(5, Date.now());
  running = await startConsole(addresses());
  front.turnTo(running.url);
  await allAreLive(tabs);
  await dropsAreShown(tabs);
  await nothingCameTwice(tabs);
  expect(front.openStreams).toBe(1);
});

test("a tab that goes to another app has that one, and the stream brings what is shown and no more", async () => {
  const [first, second, ...rest] = tabs;
  await Promise.all([first, ...rest].map((page) => page?.close()));
  await second?.locator('[data-app="fraud"] a').first().click();
  await second?.locator("header h1").getByText("fraud").waitFor();
  await vi.waitFor(
    () => expect(front.asked).toMatchObject({ listEveryMs: null, apps: [{ appId: "fraud", everyMs: 1000 }] }),
    { timeout: 20_000 },
  );
  if (second !== undefined) await isLive(second);
  expect(front.openStreams).toBe(1);
  await second?.context().close();
});

test("where a browser has no such worker one tab leads, and when it is closed the next one does", async () => {
  const paths = ["/apps/orders/lanes", "/apps/orders", "/apps/fraud/lanes"];
  const [leader, ...others] = await open(await contextWithout("SharedWorker"), paths);
  await vi.waitFor(() => expect(front.openStreams).toBe(1), { timeout: 20_000 });
  engines.orders.dropLate(3, Date.now());
  await leader?.close();
  await allAreLive(others);
  await dropsAreShown(others);
  await nothingCameTwice(others);
  expect(front.openStreams).toBe(1);
});

test("where it has neither, a tab has a stream of its own", async () => {
  const context = await contextWithout("SharedWorker", "BroadcastChannel");
  await open(context, ["/", "/apps/orders/lanes"]);
  expect(front.openStreams).toBe(2);
});

test("a stream that a proxy breaks off is taken up again, and a tab that nobody sees asks for less", async () => {
  const context = await contextWithout();
  await context.addInitScript(() => {
    let isHidden = false;
    Object.defineProperty(document, "visibilityState", { get: () => (isHidden ? "hidden" : "visible") });
    Object.assign(globalThis, {
      hide: (next: boolean) => {
        isHidden = next;
        document.dispatchEvent(new Event("visibilitychange"));
      },
    });
  });
  const [page] = await open(context, ["/apps/orders"]);
  if (page === undefined) throw new Error("there is no page");
  front.breakStreams();
  await isLive(page);
  const hide = (isHidden: boolean) =>
    page.evaluate((next) => (globalThis as unknown as { hide(next: boolean): void }).hide(next), isHidden);
  await hide(true);
  await vi.waitFor(() => expect(front.asked.apps).toEqual([{ appId: "orders", everyMs: 10_000 }]), {
    timeout: 20_000,
  });
  engines.orders.dropLate(2, Date.now());
  const { sequence } = engines.orders.tick(Date.now());
  await hide(false);
  // Sooner than a hidden tab would be told.
  await page.waitForFunction(
    (newest) =>
      Number(document.querySelector<HTMLElement>("header [data-sequence]")?.dataset["sequence"]) >= newest,
    Number(sequence),
    { timeout: 20_000 },
  );
  expect(front.asked.apps).toEqual([{ appId: "orders", everyMs: 1000 }]);
  await dropsAreShown([page]);
  await nothingCameTwice([page]);
});
