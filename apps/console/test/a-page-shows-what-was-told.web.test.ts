import type { FeedSnapshot, PartitionWatermark } from "@stoatflow/engine/wire";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partitionFigures } from "../src/features/partitions/partition-figures.ts";
import { timeCookie } from "../src/lib/format/time-preference.ts";
import { defaultTimes } from "../src/lib/format/times.ts";
import { FakeEngine } from "./fake-engine.ts";
import { type ConsoleProcess, complaintsOf, launchBrowser, startConsole } from "./rig.ts";

let engine: FakeEngine;
let running: ConsoleProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
  engine = new FakeEngine({ app: "orders", partitions: 8 });
  await engine.listen();
  engine.violate(3, Date.now());
  engine.tick(Date.now());
  running = await startConsole({ orders: engine.url });
  browser = await launchBrowser();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  faults = complaintsOf(page);
});

afterAll(async () => {
  await browser?.close();
  await running?.stop();
  await engine?.close();
});

/** One part of the app, once its numbers are there. */
async function look(part: "" | "/partitions" | "/violations" | "/lanes"): Promise<void> {
  await page.goto(`${running.url}/apps/orders${part}`);
  await page.locator("main [data-sequence], main [data-late-drop], main [data-violation]").first().waitFor();
}

interface Cell {
  readonly partition: string;
  readonly column: string;
  readonly sequence: string;
  readonly value: string | null;
  readonly text: string;
}

/** Every number of the table of partitions, in one look. */
function cells(): Promise<Cell[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-partition][data-column]")].map((element) => ({
      partition: element.dataset["partition"] ?? "",
      column: element.dataset["column"] ?? "",
      sequence: element.closest<HTMLElement>("[data-sequence]")?.dataset["sequence"] ?? "",
      value: element.dataset["value"] ?? null,
      text: element.textContent?.trim() ?? "",
    })),
  );
}

async function tickAndWait(): Promise<FeedSnapshot> {
  const snapshot = engine.tick(Date.now());
  await page.locator(`header [data-sequence="${snapshot.sequence}"]`).waitFor();
  return snapshot;
}

const columns = [
  "watermarkMs",
  "previewWatermarkMs",
  "headHeldSinceMs",
  "headTimestampMs",
  "bufferedRecords",
  "bufferCapacity",
  "position",
  "committed",
  "endPosition",
  "lag",
] as const;

/** What the table must say of a snapshot. */
function expected(snapshot: FeedSnapshot): Cell[] {
  const { sequence } = snapshot;
  return snapshot.watermarks.partitions.flatMap((row: PartitionWatermark) => {
    const partition = `${row.topic}-${row.partition}`;
    const state = {
      partition,
      column: "state",
      sequence,
      value: row.state,
      text: row.state.replaceAll("-", " "),
    };
    const formatted = partitionFigures(row, snapshot, defaultTimes);
    const figures = columns.map((column) => {
      const value = row[column];
      const text = formatted[column].shown.text;
      return { partition, column, sequence, value: value === null ? null : String(value), text };
    });
    return [state, ...figures];
  });
}

const byPlace = (a: Cell, b: Cell): number =>
  a.partition.localeCompare(b.partition) || a.column.localeCompare(b.column);

test("each cell is the wire's value of the tick that it names, for 20 ticks", async () => {
  await look("/partitions");
  for (let tick = 0; tick < 20; tick += 1) {
    const snapshot = await tickAndWait();
    expect((await cells()).sort(byPlace)).toEqual(expected(snapshot).sort(byPlace));
  }
});

test.each([
  ["", 5],
  ["/partitions", 15],
  ["/lanes", 8],
] as const)("every number of a page is of one tick: %s", async (part, atLeast) => {
  await look(part);
  const snapshot = await tickAndWait();
  const sequences = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-sequence]")].map(
      (element) => element.dataset["sequence"],
    ),
  );
  expect(sequences.length).toBeGreaterThan(atLeast);
  expect([...new Set(sequences)]).toEqual([snapshot.sequence]);
});

test("the sentence names the partition that holds event time back, and only that one is marked", async () => {
  await look("");
  await tickAndWait();
  expect(await page.locator("[data-sentence]").textContent()).toMatch(
    /^orders is .+ behind: orders-3 waits for data that the broker already has\.$/,
  );
  await look("/partitions");
  expect(await page.locator('tr[data-holds-back="true"]').getAttribute("data-partition")).toBe("orders-3");
});

test("the chart has a line for each partition and the strongest one for the global watermark", async () => {
  await look("");
  await tickAndWait();
  const widths = await page
    .locator(".recharts-line-curve")
    .evaluateAll((lines) => lines.map((line) => Number(line.getAttribute("stroke-width"))));
  expect(widths).toHaveLength(9);
  expect(widths.filter((width) => width === Math.max(...widths))).toHaveLength(1);
});

test("times in the table of partitions are absolute for who has chosen so", async () => {
  await context.addCookies([{ name: timeCookie, value: "absolute.24.UTC", url: running.url }]);
  await look("/partitions");
  const snapshot = await tickAndWait();
  const [row] = snapshot.watermarks.partitions;
  const cell = page.locator('td[data-partition="orders-0"][data-column="watermarkMs"]');
  expect(await cell.textContent()).toBe(new Date(row?.watermarkMs ?? 0).toISOString().slice(11, 23));
  expect(await cell.getAttribute("title")).toContain(`${row?.watermarkMs} ms`);
  await context.clearCookies();
});

test.each(["", "/partitions", "/lanes"] as const)(
  "a new tick moves nothing on the page: %s",
  async (part) => {
    await look(part);
    await tickAndWait();
    const shift = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          const observer = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
              const value: unknown = Reflect.get(entry, "value");
              if (typeof value === "number") sum += value;
            }
          });
          observer.observe({ type: "layout-shift" });
          window.addEventListener("stoatflow-test-done", () => resolve(sum), { once: true });
        }),
    );
    for (let tick = 0; tick < 5; tick += 1) await tickAndWait();
    await page.evaluate(() => window.dispatchEvent(new Event("stoatflow-test-done")));
    expect(await shift).toBeLessThan(0.01);
  },
);

test("the ledger tells a bug from what is expected, with both offsets exact", async () => {
  await look("/violations");
  const rows = await page.locator("[data-violation]").allTextContents();
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain("bug");
  expect(rows[1]).toContain("expected");
  expect(rows[0]).toContain("9,007,199,254,740,993→9,007,199,254,740,100back by 893");
});

test("the browser had nothing to complain of", () => {
  expect(faults).toEqual([]);
});
