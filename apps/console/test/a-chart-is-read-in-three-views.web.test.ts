import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { plainSpaces } from "./plain-spaces.ts";
import { type ConsoleProcess, complaintsOf, launchBrowser, startConsole } from "./rig.ts";

const twoHoursMs = 7_200_000;
const ticks = 60;

let engines: Readonly<Record<"orders" | "wide" | "vast", FakeEngine>>;
let running: ConsoleProcess;
let browser: Browser;
let page: Page;
let startMs: number;
let complaints: readonly string[];

beforeAll(async () => {
  engines = {
    orders: new FakeEngine({ app: "orders", partitions: 3, isWell: true }),
    wide: new FakeEngine({ app: "wide", partitions: 48, isWell: true }),
    vast: new FakeEngine({ app: "vast", partitions: 3000, isWell: true }),
  };
  for (const engine of Object.values(engines)) await engine.listen();
  startMs = Date.now() - ticks * 1000;
  for (const engine of Object.values(engines)) engine.tick(startMs);
  running = await startConsole(
    Object.fromEntries(Object.entries(engines).map(([id, engine]) => [id, engine.url])),
  );
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 1100 } });
  complaints = complaintsOf(page);
  await collected("1");
  const { orders } = engines;
  orders.hold(2, startMs + 20_000);
  orders.violate(3, startMs + 25_000);
  orders.elect(1, startMs + 24_000);
  for (let tick = 2; tick <= ticks; tick += 1) {
    // On the chart at first, and then beyond it.
    if (tick === 30) orders.aheadMs = twoHoursMs;
    // Nothing is told for a while.
    if (tick > 40 && tick < 50) continue;
    await collected(orders.tick(startMs + tick * 1000).sequence);
  }
  await page.goto(`${running.url}/apps/orders`);
});

/** Waits until the console has a tick of orders: it takes what comes too fast as one. */
function collected(sequence: string): Promise<void> {
  const words = new RegExp(`"id":"orders".*?"sequence":"${sequence}"`);
  return vi
    .waitUntil(async () => words.test(await (await fetch(`${running.url}/api/trpc/apps.list`)).text()), {
      interval: 5,
      timeout: 20_000,
    })
    .then(() => {});
}

afterAll(async () => {
  await browser?.close();
  await running?.stop();
  for (const engine of Object.values(engines ?? {})) await engine.close();
});

const surface = (): Locator => page.locator("[data-surface]");
const reading = async (): Promise<string> =>
  plainSpaces((await surface().getAttribute("aria-valuetext")) ?? "");
const param = (name: string): string | null => new URL(page.url()).searchParams.get(name);
const choose = (name: string): Promise<void> => page.getByRole("radio", { name, exact: true }).click();
const textsOf = async (where: string): Promise<string[]> =>
  (await page.locator(where).allTextContents()).map(plainSpaces);

/** How much of the chart's height the line of the global watermark takes. */
const heightOfGlobal = (): Promise<number> =>
  page.evaluate(() => {
    const curves = [...document.querySelectorAll<SVGPathElement>("[data-plot] .recharts-line-curve")];
    const widthOf = (curve: SVGPathElement): number => Number(curve.getAttribute("stroke-width"));
    const [global] = curves.toSorted((a, b) => widthOf(b) - widthOf(a));
    return global?.getBBox().height ?? 0;
  });

test("the gaps keep their scale, and the legend names who is beyond it", async () => {
  await page.locator("[data-beyond]").waitFor();
  expect(await textsOf("[data-beyond]")).toEqual(["↓orders-0 is 2 h 00 min ahead, beyond the chart"]);
  const words = await page.locator('[data-axis="value"]').allTextContents();
  expect(words.length).toBeGreaterThan(2);
  for (const word of words) expect(word).toMatch(/^(?:0|[\d.]+\u00a0s)$/);
});

test("each line has its name at its right end", async () => {
  const names = await page.locator("[data-end-label] title").allTextContents();
  expect(names.toSorted()).toEqual(["global", "orders-0", "orders-1", "orders-2"]);
});

test("a time of which nothing is known is a band with words that say whose silence it was", async () => {
  await page.locator('[data-silence="silent"]').first().waitFor({ state: "attached" });
  expect((await textsOf("[data-silence-word]")).join()).toMatch(/nothing was heard of orders for \d+ s/);
  expect((await textsOf("[data-silence-word]")).join()).toMatch(
    /nothing is kept of before \d\d:\d\d:\d\d UTC/,
  );
});

test("what happened stands below on the same axis, by shape and by word", async () => {
  await page.locator('[data-mark="hold"]').first().waitFor();
  expect(await page.locator('[data-mark="hold"]').first().getAttribute("title")).toMatch(/head held for/);
  await page.locator('[data-mark="seek-back"]').first().waitFor();
  await page.locator('[data-mark="violation"]').first().waitFor();
  const leader = page.locator('[data-mark="leader-change"]').first();
  expect(await leader.getAttribute("title")).toBe(
    "orders-1: new leader epoch (4 to 5), read at offset 1,204",
  );
});

test("one sentence sums the chart up, and the chart points to it", async () => {
  const id = await surface().getAttribute("aria-describedby");
  const sentence = plainSpaces((await page.locator(`[id="${id}"]`).textContent()) ?? "");
  expect(sentence).toMatch(/^From .* the global watermark was .* behind at most, at .*, and .* at the end/);
});

test("keys move a cursor that reads out time and partitions, raw, ISO and relative", async () => {
  await surface().focus();
  await page.keyboard.press("End");
  const newest = await reading();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  expect(await reading()).not.toBe(newest);
  await page.keyboard.press("ArrowDown");
  expect(await reading()).toMatch(
    /^orders-\d \d\d:\d\d:\d\d UTC: global watermark .* behind; furthest behind is /,
  );
  const readout = plainSpaces((await page.locator("[data-readout]").textContent()) ?? "");
  expect(readout).toMatch(/\d{4}-\d\d-\d\dT[\d:.]+Z · \d{13} ms · \d+ (?:s|min)/);
  const [global, ...partitions] = await textsOf("[data-readout] tr");
  expect(global).toMatch(/^global/);
  const rawMs = partitions.map((row) => Number(/(\d+) ms$/.exec(row)?.[1]));
  expect(rawMs).toHaveLength(3);
  expect(rawMs).toEqual(rawMs.toSorted((a, b) => a - b));
});

test("the plane has event time up, now as its diagonal, and keeps its scale", async () => {
  await choose("Plane");
  await page.waitForURL(/view=plane/);
  await page.locator("[data-now]").waitFor({ state: "attached" });
  expect(await textsOf("[data-beyond]")).toEqual(["↑orders-0 is 2 h 00 min ahead, beyond the chart"]);
  expect(await heightOfGlobal()).toBeGreaterThan(5);
  expect(await page.locator('[data-plane-mark="hold"] [data-preview]').count()).toBeGreaterThan(0);
  expect(await page.locator('[data-plane-mark="leader-change"]').count()).toBe(1);
});

test("the skew is measured from the global watermark", async () => {
  await choose("Skew");
  await page.waitForURL(/view=skew/);
  expect((await textsOf("[data-summary]")).join()).toMatch(
    /3 partitions were .* apart at most .*: orders-0 .* ahead of the global watermark/,
  );
  for (const word of await textsOf('[data-axis="value"]')) expect(word).toMatch(/^(?:0|[\d.]+ m?s ahead)$/);
});

test("a stretch that is drawn over becomes the window, and a link to it shows the same", async () => {
  await choose("Gap");
  const box = await surface().boundingBox();
  if (box === null) throw new Error("the chart has no place");
  await page.mouse.move(box.x + box.width - 80, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 20, box.y + 60, { steps: 4 });
  await page.locator("[data-selection]").waitFor({ state: "attached" });
  await page.mouse.up();
  await page.waitForURL(/from=.*to=/);
  const lengthMs = Date.parse(param("to") ?? "") - Date.parse(param("from") ?? "");
  expect(lengthMs).toBeGreaterThan(20_000);
  expect(lengthMs).toBeLessThan(60_000);
  const words = await page.locator("[data-span]").textContent();
  await page.reload();
  await page.locator("[data-span]").waitFor();
  expect(await page.locator("[data-span]").textContent()).toBe(words);
});

test("wheel with Ctrl and keys zoom, and one press leads back to live", async () => {
  const lengthOf = (): number => Date.parse(param("to") ?? "") - Date.parse(param("from") ?? "");
  const before = lengthOf();
  await surface().hover({ position: { x: 300, y: 100 } });
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await expect.poll(lengthOf).toBeLessThan(before);
  const zoomed = lengthOf();
  await surface().focus();
  await page.keyboard.press("-");
  await expect.poll(lengthOf).toBeGreaterThan(zoomed);
  await page.getByRole("button", { name: "back to live" }).click();
  await expect.poll(() => param("from")).toBeNull();
  await page.getByRole("button", { name: "1 h", exact: true }).click();
  await expect.poll(() => param("span")).toBe("1h");
  await page.getByRole("button", { name: "live", exact: true }).click();
  await expect.poll(() => param("span")).toBeNull();
});

test("the strip says that it loads, and then has a bar for each stretch of all that is kept", async () => {
  const slow = await browser.newPage({ viewport: { width: 1440, height: 1100 } });
  let release = (): void => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await slow.route(/watermarks\.history/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await slow.goto(`${running.url}/apps/orders?span=1h`);
  // What is asked for is said, and the way to another stretch is there already.
  await slow.getByText(/^Asking history for the last 1\sh\.$/).waitFor();
  const placeOf = async (name: string) =>
    (await slow.getByRole("button", { name, exact: true }).boundingBox())?.y;
  const before = await placeOf("10 min");
  await slow.getByRole("button", { name: "10 min", exact: true }).click();
  await slow.getByRole("button", { name: "10 min", exact: true, pressed: true }).waitFor();
  release();
  await slow.locator("[data-surface]").waitFor();
  expect(await placeOf("10 min")).toBe(before);
  await slow.locator("[data-overview]").waitFor({ state: "attached" });
  expect(await slow.locator("[data-overview-state]").count()).toBe(0);
  expect(Number(await slow.locator("[data-overview]").getAttribute("data-overview"))).toBeGreaterThan(0);
  await slow.close();
});

test("the brush over all that is kept moves the window by keys", async () => {
  await page.locator("[data-brush-window]").focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => param("from")).not.toBeNull();
  await page.getByRole("button", { name: "back to live" }).click();
  await expect.poll(() => param("from")).toBeNull();
});

test("a table has the same data, can be sorted, and stands in the chart's place without moving anything", async () => {
  const summaryY = async (): Promise<number> => (await page.locator("[data-summary]").boundingBox())?.y ?? 0;
  await surface().waitFor();
  const before = await summaryY();
  await choose("Table");
  await page.locator("[data-chart-table]").waitFor();
  expect(await summaryY()).toBe(before);
  const heads = await textsOf("[data-chart-table] thead th button");
  expect(heads.map((each) => each.replace(/ [↑↓]$/, ""))).toEqual([
    "From",
    "Global watermark",
    "orders-0",
    "orders-1",
    "orders-2",
  ]);
  await page.getByRole("button", { name: /^orders-1/ }).click();
  await page.locator('[data-chart-table] th[aria-sort="descending"]', { hasText: "orders-1" }).waitFor();
  const happened = (await textsOf("[data-happenings-table] td")).join();
  expect(happened).toMatch(/orders-\d: seek-back by [\d,]+/);
  expect(happened).toContain("orders-1: new leader epoch (4 to 5)");
  await choose("Chart");
  await surface().waitFor();
});

test("chosen partitions alone have a line, and the address names them", async () => {
  await page.getByRole("button", { name: "partitions: all" }).click();
  await page.getByLabel("orders-1").check();
  await page.keyboard.press("Escape");
  await page.waitForURL(/lines=orders-1/);
  await expect
    .poll(() => page.locator("[data-end-label] title").allTextContents())
    .toEqual(["global", "orders-1"]);
});

test("an app that tells nothing more has an axis that runs on to now", async () => {
  await page
    .getByText(/no data for/)
    .first()
    .waitFor();
  const band = page.locator('[data-silence="silent"] rect').last();
  const rightOf = async (where: Locator): Promise<number> => {
    const box = await where.boundingBox();
    return box === null ? 0 : box.x + box.width;
  };
  // A stroke is half outside of what it is around.
  await expect.poll(async () => Math.abs((await rightOf(band)) - (await rightOf(surface())))).toBeLessThan(2);
});

test("a click on a line leads to its partition at that moment", async () => {
  await page.goto(`${running.url}/apps/orders?lines=orders-1`);
  await surface().waitFor();
  await surface().focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/apps\/orders\/partitions\?partition=orders-1&at=/);
});

test("more lines than elements can carry are drawn on a canvas", async () => {
  await page.goto(`${running.url}/apps/wide`);
  await page.locator('[data-canvas-lines="48"] canvas').waitFor({ state: "attached" });
  engines.wide.tick(Date.now() - 1000);
  engines.wide.tick(Date.now());
  await expect
    .poll(() =>
      page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>("[data-canvas-lines] canvas");
        const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return pixels.some((value) => value > 0);
      }),
    )
    .toBe(true);
});

test("thousands of partitions are a heatmap that leads to the one that is worst", async () => {
  await page.goto(`${running.url}/apps/vast`);
  const rows = async (): Promise<number> => {
    engines.vast.tick(Date.now());
    return Number(await page.locator("[data-heatmap]").first().getAttribute("data-heatmap"));
  };
  await expect.poll(rows, { timeout: 25_000, interval: 500 }).toBe(66);
  await surface().focus();
  await page.keyboard.press("End");
  await expect.poll(reading).toMatch(/^orders-\d+ .* behind at /);
  const worst = (await reading()).split(" ")[0];
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/apps\/vast\/partitions/);
  expect(param("partition")).toBe(worst);
});

test("the browser complains of nothing, its policy for scripts and styles included", () => {
  expect(complaints).toEqual([]);
});
