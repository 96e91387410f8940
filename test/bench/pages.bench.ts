/**
 * What the pages cost the browser: `npx tsx test/bench/pages.bench.ts [MINUTES [LOAD]]`, on a console that was built. Made-up
 * apps tick once a second with every partition changed; a real Chromium looks at the page. Told are the first useful paint
 * (from the navigation until rows are painted, the median of several visits with nothing in the cache), the times between
 * frames while the page only ticks and while it is scrolled, what shifted in the first of those minutes, and the memory of
 * the page's scripts after a collection, at the start and at the end of the MINUTES.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, CDPSession, Page } from "playwright-core";
import { launchBrowser, startConsole } from "../../apps/console/test/rig.ts";
import { startMadeUpApps } from "./made-up-apps.ts";

interface Load {
  readonly apps: number;
  readonly partitions: number;
  /** The page that is looked at, and what is on it once it is of use. */
  readonly path: string;
  readonly useful: string;
}

const loads: readonly Load[] = [
  {
    apps: 1,
    partitions: 10_000,
    path: "/apps/app0/partitions",
    useful: "tr[data-partition]",
  },
  { apps: 1, partitions: 10_000, path: "/apps/app0", useful: "[data-heatmap]" },
  { apps: 50, partitions: 50, path: "/", useful: "[data-app] [data-sequence]" },
];

const visits = 5;
const tickingMs = 60_000;
const scrollingMs = 10_000;
const pause = 200;

const [minutes = "3", only] = process.argv.slice(2);
const browser = await launchBrowser();
for (const [i, load] of loads.entries()) {
  if (only === undefined || Number(only) === i) console.log(await measure(browser, load, Number(minutes)));
}
await browser.close();

async function measure(chromium: Browser, load: Load, forMinutes: number): Promise<string> {
  const { apps, partitions, path, useful } = load;
  await using feeds = await startMadeUpApps(apps, partitions);
  const running = await startConsole(Object.fromEntries(feeds.urls.map((url, i) => [`app${i}`, url])));
  const url = running.url + path;
  // One visit before those that count: the console has to have heard of the apps.
  await usefulPaintMs(chromium, url, useful);
  const paints: number[] = [];
  for (let i = 0; i < visits; i += 1) paints.push(await usefulPaintMs(chromium, url, useful));
  const { context, page } = await openPage(chromium);
  await page.goto(url);
  await page.locator(useful).first().waitFor();
  const session = await context.newCDPSession(page);
  const firstMb = await heapMb(session);
  const startedMs = performance.now();
  const ticking = await framesOver(page, tickingMs);
  const shift = await shiftSoFar(page);
  const scrolling = await whileScrolling(page);
  await sleep(Math.max(0, forMinutes * 60_000 - (performance.now() - startedMs)));
  const lastMb = await heapMb(session);
  await context.close();
  await running.stop();
  return (
    `${apps} x ${partitions} at ${path}: first useful paint ${Math.round(median(paints))} ms; ` +
    `frames while it ticks ${words(ticking)}, while scrolled ${words(scrolling)}; ` +
    `shift ${shift.toFixed(4)} in ${tickingMs / 1000} s; memory ${firstMb} MB, ${lastMb} MB after ${forMinutes} min`
  );
}

async function openPage(chromium: Browser) {
  const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
  // What compiles this file names its functions by a helper of that name, which a page has not.
  await context.addInitScript("globalThis.__name = (named) => named;");
  return { context, page: await context.newPage() };
}

/** From the navigation until the frame after the one that has the first of what is useful, in milliseconds. */
async function usefulPaintMs(chromium: Browser, url: string, useful: string): Promise<number> {
  const { context, page } = await openPage(chromium);
  await page.addInitScript((selector) => {
    const look = (): void => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => Reflect.set(window, "usefulMs", performance.now()));
    };
    look();
  }, useful);
  await page.goto(url);
  const told = await page.waitForFunction(() => Reflect.get(window, "usefulMs"));
  const ms = Number(await told.jsonValue());
  await context.close();
  return ms;
}

/** The times between frames over so long, in milliseconds. */
function framesOver(page: Page, ms: number): Promise<readonly number[]> {
  return page.evaluate(
    (forMs) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = [];
        const fromMs = performance.now();
        let lastMs = fromMs;
        const look = (): void => {
          const nowMs = performance.now();
          frames.push(nowMs - lastMs);
          lastMs = nowMs;
          if (nowMs - fromMs < forMs) requestAnimationFrame(look);
          else resolve(frames.slice(1));
        };
        requestAnimationFrame(look);
      }),
    ms,
  );
}

async function whileScrolling(page: Page): Promise<readonly number[]> {
  await page.mouse.move(720, 600);
  const frames = framesOver(page, scrollingMs);
  const untilMs = performance.now() + scrollingMs;
  for (let down = true; performance.now() < untilMs; down = !down) {
    for (let i = 0; i < 10 && performance.now() < untilMs; i += 1) {
      await page.mouse.wheel(0, down ? 900 : -900);
      await sleep(pause);
    }
  }
  return await frames;
}

/** The sum of what shifted since the page was opened (CLS without its windows, so never less). */
function shiftSoFar(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, "value"));
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
  );
}

async function heapMb(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  return Math.round((metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0) / 1e6);
}

function words(frames: readonly number[]): string {
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} max ${at(1)} ms`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
