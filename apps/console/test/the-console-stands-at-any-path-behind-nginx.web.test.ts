/** A real nginx that has only `proxy_pass`: with the path kept, with the path taken away, and at the root. */
import http from "node:http";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { type Nginx, startNginx } from "./nginx.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "./rig.ts";

const basePath = "/ops/stoat.flow";
/** The silence after which nginx gives up a connection by itself is 60 s. */
const silenceMs = 70_000;

const orders = new FakeEngine({ app: "orders", partitions: 3, isWell: true });
const quiet = new FakeEngine({ app: "quiet", partitions: 1, isWell: true });
let below: ConsoleProcess;
let atRoot: ConsoleProcess;
let nginx: Nginx;
let browser: Browser;
/** The stream of an app that tells nothing, and one in which nothing at all can come. */
let silent: readonly [ofApp: Silent, ofNothing: Silent];
let ticking: NodeJS.Timeout | undefined;

beforeAll(async () => {
  for (const engine of [orders, quiet]) {
    await engine.listen();
    engine.tick(Date.now());
  }
  ticking = setInterval(() => orders.tick(Date.now()), 250);
  orders.dropLate(3, Date.now());
  const apps = { orders: orders.url, quiet: quiet.url };
  [below, atRoot] = await Promise.all([startConsole(apps, ["--base-path", basePath]), startConsole(apps)]);
  const origin = new URL(below.url).origin;
  nginx = await startNginx([
    { location: `${basePath}/`, proxyPass: origin },
    { location: `${basePath}/`, proxyPass: `${origin}/` },
    { location: "/", proxyPass: atRoot.url },
  ]);
  // It is silent while the other tests run.
  const base = `${nginx.urls[0]}${basePath}`;
  silent = [await openSilent(base, "quiet", '"snapshot"'), await openSilent(base, "nobody", '"no-app"')];
  browser = await launchBrowser();
});

afterAll(async () => {
  clearInterval(ticking);
  for (const { request } of silent ?? []) request.destroy();
  await browser?.close();
  await nginx?.stop();
  await Promise.all([below?.stop(), atRoot?.stop()]);
  await Promise.all([orders.close(), quiet.close()]);
});

interface Silent {
  readonly request: http.ClientRequest;
  readonly sinceMs: number;
  readonly text: () => string;
  readonly hasEnded: () => boolean;
}

function streamUrl(base: string, appId: string): string {
  const input = encodeURIComponent(JSON.stringify({ listEveryMs: null, apps: [{ appId }] }));
  return `${base}/api/trpc/live.watch?input=${input}`;
}

/** Resolves once its first event is here. */
async function openSilent(base: string, appId: string, first: string): Promise<Silent> {
  let text = "";
  let hasEnded = false;
  const request = http.get(
    streamUrl(base, appId),
    { headers: { Accept: "text/event-stream" } },
    (response) => {
      response.setEncoding("utf8").on("data", (piece) => {
        text += piece;
      });
      response.once("close", () => {
        hasEnded = true;
      });
    },
  );
  request.on("error", () => {
    hasEnded = true;
  });
  const sinceMs = Date.now();
  await vi.waitFor(() => expect(text).toContain(first), { timeout: 20_000 });
  return { request, sinceMs, text: () => text, hasEnded: () => hasEnded };
}

const places: readonly (readonly [name: string, server: number, base: string])[] = [
  ["below a path", 0, basePath],
  ["below a path that nginx takes away", 1, basePath],
  ["at the root", 2, ""],
];

interface Init {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A page of a context of its own, with what it asked for that was refused, or stands outside of the path. */
async function openPage(): Promise<{ page: Page; context: BrowserContext; faults: string[]; asked: URL[] }> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  const asked: URL[] = [];
  page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => asked.push(new URL(request.url())));
  page.on("response", (response) => void (response.status() >= 400 && faults.push(response.url())));
  return { page, context, faults, asked };
}

test.each(places)(
  "%s the pages, their files, calls and the way between them are as at home",
  async (_name, server, base) => {
    const home = `${nginx.urls[server]}${base}`;
    const { page, context, faults, asked } = await openPage();
    // nginx itself leads from the path without a slash to the one with it.
    await page.goto(home);
    await page.locator('[data-app="orders"] a').first().click();
    await page.waitForURL(`${home}/apps/orders`);
    await page.locator("header [data-sequence]").waitFor();
    await page
      .getByRole("link", { name: /^Lanes/ })
      .first()
      .click();
    await page.waitForURL(`${home}/apps/orders/lanes`);
    await page.reload();
    await page.locator("header [data-sequence]").waitFor();
    expect(
      await page.evaluate(() => [...document.fonts].filter(({ status }) => status === "loaded").length),
    ).toBeGreaterThan(0);

    const call = (path: string, init: Init = {}) =>
      page.evaluate(([url, options]) => fetch(url, options).then((answer) => answer.status), [
        `${base}${path}`,
        init,
      ] as const);
    const pause = { apps: [{ appId: "orders" }], actor: "ana", reason: "a proxy is tried" };
    const post = {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(pause),
    };
    expect(await call("/api/trpc/control.pause", post)).toBe(200);
    expect(await call("/api/trpc/control.resume", { ...post, body: JSON.stringify(pause) })).toBe(200);
    expect(await call("/api/export/late-drops?app=orders&format=csv&actor=ana&reason=a+proxy")).toBe(200);
    expect(await call("/health/ready")).toBe(200);

    await page.getByLabel("Theme").selectOption("dark");
    await page.locator("header a[href]").first().click();
    await page.locator('[data-app="orders"]').waitFor();
    expect(new URL(page.url()).pathname).toBe(`${base}/`);
    expect((await context.cookies()).map(({ name, path }) => [name, path])).toEqual([
      ["stoatflow-theme", `${base}/`],
    ]);
    await page.reload();
    await page.locator('html[data-theme="dark"]').waitFor();

    expect(faults).toEqual([]);
    for (const { pathname } of asked) expect(`${pathname}/`.startsWith(`${base}/`)).toBe(true);
    const worker = await workersOf(browser, home);
    expect(worker).toHaveLength(1);

    await page.goto(`${home}/nonesuch`);
    await page.getByText("There is no such page.").waitFor();
    await page.getByRole("link", { name: "The list of apps" }).click();
    await page.locator('[data-app="orders"]').waitFor();
  },
);

async function workersOf(of: Browser, home: string): Promise<readonly string[]> {
  const session = await of.newBrowserCDPSession();
  const { targetInfos } = await session.send("Target.getTargets");
  await session.detach();
  return targetInfos.flatMap(({ type, url }) =>
    type === "shared_worker" && url.startsWith(`${home}/_next/`) ? [url] : [],
  );
}

/** An event has come once the empty line behind it has. */
async function firstEvent(url: string, withinMs: number): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!/"snapshot".*\n\n/s.test(text)) text += (await reader?.read())?.value ?? "";
  await reader?.cancel();
}

test.each(places)("%s the first live event is there within two seconds", async (_name, server, base) => {
  const url = streamUrl(`${nginx.urls[server]}${base}`, "orders");
  // The very first one of a process is not what is waited for here.
  await firstEvent(url, 20_000);
  await firstEvent(url, 2000);
});

test("without a proxy the path without its slash leads to the first page too", async () => {
  const answer = await fetch(below.url, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([308, `${basePath}/`]);
});

test("what a proxy, or anyone, says of a path in a header changes nothing", async () => {
  const answer = await fetch(`${atRoot.url}/apps/orders`, {
    headers: { "X-Forwarded-Prefix": "/evil", "X-Forwarded-Host": "evil.example", "X-Script-Name": "/evil" },
  });
  expect(await answer.text()).not.toContain("evil");
});

/** Opens the page of the app and writes down each number of a tick that it shows, in turn. */
async function recordPage(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.goto(`${nginx.urls[0]}${basePath}/apps/orders`);
  await page.locator("header [data-sequence]").waitFor();
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const shown = document.querySelector<HTMLElement>("header [data-sequence]")?.dataset["sequence"];
      if (shown !== undefined && seen.at(-1) !== Number(shown)) seen.push(Number(shown));
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { seen: readonly number[] }).seen);
}

test.each([
  ["its old worker keeps the stream", ""],
  ["its old worker has a second, and cuts the stream off", "worker_shutdown_timeout 1s;"],
])("nginx is reloaded and %s: nothing is missed and nothing comes twice", async (_name, settings) => {
  await nginx.reload(settings);
  const { page } = await openPage();
  const seen = await recordPage(page);
  await nginx.reload(settings);
  orders.dropLate(2, Date.now());
  const { length } = orders.lateDrops;
  await page.locator(`[data-column="lateDropped"][data-value="${length}"]`).first().waitFor();
  const before = (await seen()).length;
  await vi.waitFor(async () => expect((await seen()).length).toBeGreaterThan(before + 3), {
    timeout: 20_000,
  });
  const all = await seen();
  expect(all).toEqual([...new Set(all)].sort((a, b) => a - b));
});

test("a stream is alive after 70 s without a word, over a reload too", async () => {
  const [ofApp, ofNothing] = silent;
  await vi.waitFor(() => expect(Date.now() - ofNothing.sinceMs).toBeGreaterThan(silenceMs), {
    timeout: 2 * silenceMs,
    interval: 500,
  });
  expect([ofApp.hasEnded(), ofNothing.hasEnded()]).toEqual([false, false]);
  expect(ofNothing.text().match(/"no-app"/g)).toHaveLength(1);
  const { length } = ofApp.text();
  const { sequence } = quiet.tick(Date.now());
  await vi.waitFor(() => expect(ofApp.text().slice(length)).toContain(`"${sequence}"`), { timeout: 20_000 });
});
