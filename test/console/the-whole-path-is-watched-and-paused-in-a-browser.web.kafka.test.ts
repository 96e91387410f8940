/**
 * The main job on real input: a broker, records of another process, the app on that broker, the built console, and a
 * person's browser before it.
 */

import { kafkaLog } from "@stoatflow/engine/kafka";
import { type WatermarksBody, watermarksBody } from "@stoatflow/engine/wire";
import { type Admin, Kafka, logLevel, type Producer } from "kafkajs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { timeCookie } from "../../apps/console/src/lib/format/time-preference.ts";
import { type ConsoleProcess, launchBrowser, startConsole } from "../../apps/console/test/rig.ts";
import { AppRig } from "../apps/app-rig.ts";
import { ProducerRig } from "../apps/producer-rig.ts";
import { groupGeneration } from "../broker/group-generation.ts";
import { type Broker, startBroker } from "../broker/index.ts";
import { openTransactions } from "../broker/open-transactions.ts";
import { waitFor } from "../wait-for.ts";
import { byPlace, cellsOf, type PageCell, partitionCells } from "./page-cells.ts";

const partitions = 4;
const minuteMs = 60_000;
const ticksCompared = 20;
/** Longer than any session time-out, so that only a member that lives keeps its place. */
const pausedForMs = 90_000;

let broker: Broker;
let admin: Admin;
let producer: Producer;
let writing: ProducerRig;
let app: AppRig;
let running: ConsoleProcess;
let browser: Browser;
let page: Page;
const bodies = new Map<string, WatermarksBody>();
let recording = true;
let recorder: Promise<void>;

/** Keeps every `/watermarks` body by its sequence, asked for directly and not through the console. */
async function record(): Promise<void> {
  while (recording) {
    const answer = await fetch(`${app.url}/watermarks`, { signal: AbortSignal.timeout(2000) }).catch(
      () => undefined,
    );
    if (answer !== undefined) {
      const body = watermarksBody.parse(await answer.json());
      bodies.set(body.sequence, body);
    }
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

beforeAll(async () => {
  broker = await startBroker();
  const log = kafkaLog({ brokers: [broker.brokers] });
  const config = { "retention.ms": "-1" };
  await log.admin.createTopics([
    { topic: "orders", partitions, config },
    { topic: "per-minute", partitions: 2, config },
  ]);
  await log.close();
  const kafka = new Kafka({ brokers: [broker.brokers], logLevel: logLevel.ERROR });
  admin = kafka.admin();
  producer = kafka.producer();
  await Promise.all([admin.connect(), producer.connect()]);
  writing = ProducerRig.start(broker.brokers, "orders", partitions);
  app = await AppRig.start({
    brokers: [broker.brokers],
    applicationId: "orders",
    topology: "windowed-count",
    in: "orders",
    out: "per-minute",
    boundMs: 1000,
    graceMs: 5000,
  });
  recorder = record();
  running = await startConsole({ orders: app.url });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  await page.context().addCookies([{ name: timeCookie, value: "absolute.24.UTC", url: running.url }]);
  await page.goto(`${running.url}/apps/orders/partitions`);
  await page.locator('[data-lifecycle="running"]').waitFor();
  await page.locator('[data-column="watermarkMs"]').first().waitFor();
});

afterAll(async () => {
  recording = false;
  await recorder;
  await browser?.close();
  await running?.stop();
  await app?.kill();
  await writing?.kill();
  await Promise.all([admin?.disconnect(), producer?.disconnect()]);
  await broker?.stop();
});

const watermarkOf = (cells: readonly PageCell[]): Map<string, string> =>
  new Map(
    cells.filter(({ column }) => column === "watermarkMs").map(({ partition, text }) => [partition, text]),
  );

it("every partition's watermark moves on the page", async () => {
  const before = watermarkOf(await partitionCells(page));
  expect([...before.keys()].sort()).toEqual(["orders-0", "orders-1", "orders-2", "orders-3"]);
  await waitFor("each watermark has moved twice", async () => {
    const now = watermarkOf(await partitionCells(page));
    return [...before].every(([partition, text]) => (now.get(partition) ?? "") > text) ? true : undefined;
  });
});

it("each cell is what /watermarks said at the sequence that the cell carries, for 20 sequences", async () => {
  const compared = new Set<string>();
  await waitFor("20 sequences were seen", async () => {
    const cells = await partitionCells(page);
    const sequence = cells[0]?.sequence ?? "";
    if (compared.has(sequence)) return undefined;
    expect(new Set(cells.map((cell) => cell.sequence))).toEqual(new Set([sequence]));
    const body = await waitFor(`/watermarks of ${sequence} was recorded`, () => bodies.get(sequence), 5000);
    expect(cells.sort(byPlace)).toEqual(cellsOf(body).sort(byPlace));
    compared.add(sequence);
    return compared.size >= ticksCompared ? true : undefined;
  });
});

it("while the app is frozen nothing but the age changes, and the numbers grey out", async () => {
  const text = (): Promise<string> =>
    page.evaluate(() => {
      const copy = document.querySelector("main")?.cloneNode(true);
      if (!(copy instanceof HTMLElement)) return "";
      for (const age of copy.querySelectorAll("[data-age]")) age.remove();
      return copy.textContent ?? "";
    });
  const colour = (): Promise<string> =>
    page
      .locator('[data-column="watermarkMs"]')
      .first()
      .evaluate((cell) => getComputedStyle(cell).color);
  const fresh = await colour();
  app.signal("SIGSTOP");
  try {
    await page
      .getByText(/no data for \d+ s/)
      .first()
      .waitFor();
    const frozen = await text();
    expect(await colour()).not.toBe(fresh);
    const age = await page.locator("[data-age]").first().textContent();
    await page.waitForFunction((was) => {
      const now = document.querySelector("[data-age]")?.textContent ?? "";
      return (
        Number.parseInt(now.replace(/\D+/, ""), 10) >= Number.parseInt((was ?? "").replace(/\D+/, ""), 10) + 3
      );
    }, age);
    expect(await text()).toBe(frozen);
  } finally {
    app.signal("SIGCONT");
  }
  await page.locator("[data-age]").first().waitFor({ state: "detached" });
  await waitFor("the numbers have their colour again", async () =>
    (await colour()) === fresh ? true : undefined,
  );
});

it("a record stamped late is in the list, with all that says why it was dropped", async () => {
  await page.goto(`${running.url}/apps/orders/late-drops`);
  const { globalWatermarkMs } = await app.watermarks();
  const timestampMs = (globalWatermarkMs ?? 0) - 10 * minuteMs;
  const value = '{"order":9007199254740993,"note":"came late"}';
  await producer.send({
    topic: "orders",
    acks: -1,
    messages: [{ partition: 2, key: "customer-late", value, timestamp: `${timestampMs}` }],
  });
  const row = page.locator("[data-late-drop]", { hasText: "customer-late" }).first();
  await row.waitFor();
  await row.click();
  const detail = page.locator("[data-late-drop-detail]");
  await detail.getByText("customer-late").first().waitFor();
  const field = (name: string) => detail.locator(`[data-field="${name}"]`);
  expect(await field("key").textContent()).toContain("customer-late");
  expect(await field("value").textContent()).toContain("9007199254740993");
  expect(await field("value").textContent()).toContain("came late");
  expect(await field("timestampMs").getAttribute("data-value")).toBe(`${timestampMs}`);
  const windowStartMs = Math.floor(timestampMs / minuteMs) * minuteMs;
  expect(await field("window.startMs").getAttribute("data-value")).toBe(`${windowStartMs}`);
  expect(await field("window.endMs").getAttribute("data-value")).toBe(`${windowStartMs + minuteMs}`);
  const watermarkMs = Number(await field("watermarkMs").getAttribute("data-value"));
  expect(watermarkMs).toBeGreaterThanOrEqual(globalWatermarkMs ?? 0);
  expect(await field("latenessMs").getAttribute("data-value")).toBe(`${watermarkMs - timestampMs}`);
});

const endOffsets = async (): Promise<string[]> =>
  (await admin.fetchTopicOffsets("per-minute")).map(({ partition, high }) => `${partition}: ${high}`).sort();

interface Membership {
  readonly members: readonly string[];
  readonly state: string;
  readonly generation: number;
}

async function membership(): Promise<Membership> {
  const { groups } = await admin.describeGroups(["orders"]);
  const members = groups[0]?.members.map(({ memberId }) => memberId) ?? [];
  return {
    members,
    state: groups[0]?.state ?? "",
    generation: await groupGeneration(broker.brokers, "orders"),
  };
}

async function ask(button: RegExp, reason: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/Your name/).fill("ana");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: /orders$/ }).click();
  await dialog.waitFor({ state: "detached" });
}

it("the pause button drains, commits, keeps its place in the group, says who and why; resume goes on", {
  timeout: 240_000,
}, async () => {
  await page.goto(`${running.url}/apps/orders`);
  const before = await membership();
  expect(before).toMatchObject({ state: "Stable", members: [expect.any(String)] });
  await ask(/^Pause orders/, "schema change downstream");
  await page.locator('[data-lifecycle="paused"]').waitFor();
  const sentence = page.locator("[data-sentence]");
  await sentence.getByText(/is paused by ana/).waitFor();
  expect(await sentence.textContent()).toContain("schema change downstream");

  const ends = await endOffsets();
  const pausedAtMs = performance.now();
  const { partitions: paused } = await app.watermarks();
  expect(paused.map(({ state }) => state)).toEqual(paused.map(() => "paused"));
  const committed = new Map(
    (await admin.fetchOffsets({ groupId: "orders", topics: ["orders"] }))[0]?.partitions.map((of) => [
      of.partition,
      of.offset,
    ]),
  );
  for (const { partition, position } of paused) expect(committed.get(partition)).toBe(position);
  expect(await openTransactions(broker.brokers)).toEqual([]);

  const long = (): true | undefined => (performance.now() - pausedAtMs > pausedForMs ? true : undefined);
  await waitFor(`${pausedForMs} ms have passed`, long, 2 * pausedForMs);
  expect(await membership()).toEqual(before);
  expect(await endOffsets()).toEqual(ends);
  expect(await openTransactions(broker.brokers)).toEqual([]);
  await sentence.getByText(/is paused by ana/).waitFor();

  await ask(/^Resume orders/, "done");
  await page.locator('[data-lifecycle="running"]').waitFor();
  await waitFor("the output grows again", async () =>
    (await endOffsets()).join() !== ends.join() ? true : undefined,
  );
  expect(await membership()).toEqual(before);
});
