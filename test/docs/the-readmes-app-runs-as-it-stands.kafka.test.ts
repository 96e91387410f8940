/**
 * The app of the README, copied from the page as it stands, save for the address of the broker and its own port:
 * it runs in a process of its own on a real broker, counts orders that plain kafkajs wrote, and can be watched at the
 * address it prints.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { kafkaLog } from "@stoatflow/engine/kafka";
import { watermarksBody } from "@stoatflow/engine/wire";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { freePort } from "../broker/free-port.ts";
import { type Broker, startBroker } from "../broker/index.ts";
import { waitFor } from "../wait-for.ts";
import { examplesOfPage } from "./example.ts";
import { ExampleCompiler } from "./example-compiler.ts";
import { textOf } from "./repository.ts";

const brokerOnThePage = "127.0.0.1:9092";
const portOnThePage = "4001";
/** The line of the page that shows the app in a console. */
const consoleLine = `STOATFLOW_APPS=orders=http://127.0.0.1:${portOnThePage} `;
const minuteMs = Date.UTC(2026, 0, 5, 10, 30);
const update = z.strictObject({ windowStart: z.number(), count: z.number() });

let broker: Broker;
let app: ChildProcess | undefined;

beforeAll(async () => {
  broker = await startBroker();
});

afterAll(async () => {
  app?.kill("SIGKILL");
  await broker?.stop();
});

/** Writes one order a region, a second after each other, all in one minute. */
async function order(regions: readonly string[]): Promise<void> {
  const kafka = new Kafka({ brokers: [broker.brokers], logLevel: logLevel.ERROR });
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: "orders" }, { topic: "orders-per-minute" }] });
  await admin.disconnect();
  const producer = kafka.producer();
  await producer.connect();
  const messages = regions.map((region, index) => ({
    key: `order-${index}`,
    value: JSON.stringify({ region }),
    timestamp: `${minuteMs + index * 1000}`,
  }));
  await producer.send({ topic: "orders", messages });
  await producer.disconnect();
}

/** Runs the page's block with its server on `port` and gives the address that it prints. */
async function runTheApp(port: number): Promise<string> {
  const page = textOf("README.md");
  expect(page).toContain(consoleLine);
  const [example, ...others] = examplesOfPage("README.md", page);
  if (example === undefined || others.length > 0) throw new Error("README.md has not exactly one ts block");
  expect(example.code.split(brokerOnThePage)).toHaveLength(2);
  expect(example.code.split(portOnThePage)).toHaveLength(2);
  const code = example.code.replace(brokerOnThePage, broker.brokers).replace(portOnThePage, `${port}`);
  const program = new ExampleCompiler("readme").write(example, code);
  const child = spawn(process.execPath, ["--import", "tsx", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  app = child;
  for await (const line of createInterface(child.stdout)) {
    const url = /^orders is watched at (.*)$/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return url;
  }
  throw new Error("the app of the README ended before it had told its address");
}

/** The newest count of each region and minute that a `read_committed` reader sees. */
async function countsPerMinute(): Promise<Record<string, number>> {
  const log = kafkaLog({ brokers: [broker.brokers] });
  const counts: Record<string, number> = {};
  await log.admin.readToEnd("orders-per-minute", (records) => {
    for (const { key, value } of records) {
      if (key === null || value === null) continue;
      const { windowStart, count } = update.parse(JSON.parse(value.toString()));
      counts[`${key} at ${windowStart}`] = count;
    }
  });
  await log.close();
  return counts;
}

it("the README's app counts a shop's orders and shows its watermark", async () => {
  await order(["north", "south", "north", "north"]);
  const port = await freePort();
  const url = await runTheApp(port);
  expect(url).toBe(`http://127.0.0.1:${port}`);

  const counts = await waitFor("all orders are counted", async () => {
    const found = await countsPerMinute();
    return Object.values(found).reduce((sum, count) => sum + count, 0) >= 4 ? found : undefined;
  });
  expect(counts).toEqual({ [`north at ${minuteMs}`]: 3, [`south at ${minuteMs}`]: 1 });

  // The status is that of a tick, which may be a little older than the output.
  const { app: name, partitions } = await waitFor("the status shows all orders", async () => {
    const body = watermarksBody.parse(await (await fetch(`${url}/watermarks`)).json());
    return body.partitions[0]?.position === "4" ? body : undefined;
  });
  expect(name).toBe("orders");
  expect(partitions).toMatchObject([
    { topic: "orders", partition: 0, boundMs: 5000, watermarkMs: minuteMs + 3000 - 5000 },
  ]);
});

it("it ends in order when it is asked to", async () => {
  const child = app;
  if (child === undefined) throw new Error("the app was not started");
  expect(child.kill("SIGTERM")).toBe(true);
  expect(await once(child, "exit")).toEqual([0, null]);
});
