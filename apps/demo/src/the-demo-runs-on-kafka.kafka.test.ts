import { setTimeout as sleep } from "node:timers/promises";
import { kafkaLog } from "@stoatflow/engine/kafka";
import { violationsBody, watermarksBody } from "@stoatflow/engine/wire";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Broker, startBroker } from "../../../test/broker/index.ts";
import { type OrdersPerMinute, ordersPartitions, ordersPerMinuteTopic, ordersTopic } from "./orders/order.ts";
import {
  type EnrichedPayment,
  enrichedTopic,
  type PaymentsPerMinute,
  paymentsPerMinuteTopic,
} from "./payments/payment.ts";
import { aheadMs, aheadTill } from "./payments/rhythm.ts";
import { halls, type ReadingsPerWindow, readingsPerWindowTopic } from "./sensors/reading.ts";
import { startDemo } from "./testing/demo-process.ts";

let broker: Broker;
let log: ReturnType<typeof kafkaLog>;
beforeAll(async () => {
  broker = await startBroker();
  log = kafkaLog({ brokers: [broker.brokers] });
});
afterAll(async () => {
  await log.close();
  await broker.stop();
});

/** Runs an app until its topic holds what is looked for: the newest row of each key, and when it is stamped. */
async function untilWritten<T>(
  app: string,
  topic: string,
  enough: (newest: ReadonlyMap<string, T>, aheadMs: number) => boolean,
): Promise<ReadonlyMap<string, T>> {
  const demo = await startDemo(app, "--brokers", broker.brokers);
  try {
    const newest = new Map<string, T>();
    let mostAheadMs = 0;
    const untilMs = Date.now() + 60_000;
    while (!enough(newest, mostAheadMs) && Date.now() < untilMs) {
      await log.admin.readToEnd(topic, (records) => {
        for (const { key, value, timestampMs } of records) {
          newest.set(String(key), JSON.parse(String(value)) as T);
          mostAheadMs = Math.max(mostAheadMs, timestampMs - Date.now());
        }
      });
      await sleep(250);
    }
    expect(enough(newest, mostAheadMs)).toBe(true);
    expect(await demo.stop()).toBe(0);
    return newest;
  } finally {
    demo.kill();
  }
}

test("on an empty Kafka it creates its topics, and counts orders by region and minute", async () => {
  const newest = await untilWritten<OrdersPerMinute>("orders", ordersPerMinuteTopic, ({ size }) => size >= 3);
  const counts = await log.admin.partitionCounts([ordersTopic, ordersPerMinuteTopic]);
  expect(counts.get(ordersTopic)).toBe(ordersPartitions);
  for (const [region, row] of newest) {
    expect(row.region).toBe(region);
    expect(row.orders).toBeGreaterThan(0);
    expect(row.windowStart).toMatch(/:00\.000Z$/);
  }
});

test("payments stamped two hours ahead are taken, looked up, and written on", async () => {
  const rows = await untilWritten<PaymentsPerMinute>(
    "payments",
    paymentsPerMinuteTopic,
    (_, mostAheadMs) => mostAheadMs > aheadMs / 2,
  );
  expect(rows.get(aheadTill.merchant)?.payments).toBeGreaterThan(0);
  let enriched: EnrichedPayment | undefined;
  await log.admin.readToEnd(enrichedTopic, (records) => {
    enriched = JSON.parse(String(records[0]?.value)) as EnrichedPayment;
  });
  expect(enriched?.merchantName).toMatch(/\w/);
});

test("readings are counted for each hall", async () => {
  const newest = await untilWritten<ReadingsPerWindow>(
    "sensors",
    readingsPerWindowTopic,
    ({ size }) => size === halls.length,
  );
  for (const hall of halls) expect(newest.get(hall)?.readings).toBeGreaterThan(0);
});

test("an incident happens on Kafka as well: a consumer that is set back is one expected regression", async () => {
  const demo = await startDemo("orders", "--brokers", broker.brokers);
  try {
    const told = async () => {
      const { items } = violationsBody.parse(await (await fetch(new URL("violations", demo.url))).json());
      return items;
    };
    const read = async () => {
      const body = watermarksBody.parse(await (await fetch(new URL("watermarks", demo.url))).json());
      return Number(body.partitions.find(({ partition }) => partition === 3)?.position ?? 0);
    };
    const until = async (is: () => Promise<boolean>) => {
      for (const untilMs = Date.now() + 60_000; Date.now() < untilMs; ) {
        if (await is()) return;
        await sleep(200);
      }
      throw new Error("it did not come to that within a minute");
    };
    await until(async () => (await read()) > 10);
    await fetch(new URL("incidents/seek-back", demo.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ actor: "ana" }),
    });
    await until(async () => (await told()).length > 0);
    expect(await told()).toMatchObject([
      { kind: "partition_offset_regression", class: "expected", topic: ordersTopic, partition: 3 },
    ]);
    expect(await demo.stop()).toBe(0);
  } finally {
    demo.kill();
  }
});
