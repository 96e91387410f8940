import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { kafkaLog } from "@stoatflow/engine/kafka";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Broker, startBroker } from "../../../test/broker/index.ts";
import { type OrdersPerMinute, ordersPartitions, ordersPerMinuteTopic, ordersTopic } from "./orders/order.ts";

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.stop());

test("on an empty Kafka it creates its topics, and counts orders by region and minute", async () => {
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const demo = spawn(process.execPath, ["--import", "tsx", main, "--brokers", broker.brokers], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, STOATFLOW_LOG_LEVEL: "error" },
  });
  const log = kafkaLog({ brokers: [broker.brokers] });
  try {
    const [line] = await once(createInterface({ input: demo.stdout }), "line");
    expect(line).toMatch(/^orders is watched at http:\/\/127\.0\.0\.1:\d+$/);
    const counts = await log.admin.partitionCounts([ordersTopic, ordersPerMinuteTopic]);
    expect(counts.get(ordersTopic)).toBe(ordersPartitions);

    const newest = new Map<string, OrdersPerMinute>();
    const untilMs = Date.now() + 60_000;
    while (newest.size < 3 && Date.now() < untilMs) {
      await log.admin.readToEnd(ordersPerMinuteTopic, (records) => {
        for (const { key, value } of records)
          newest.set(String(key), JSON.parse(String(value)) as OrdersPerMinute);
      });
      await sleep(250);
    }
    expect(newest.size).toBeGreaterThanOrEqual(3);
    for (const [region, row] of newest) {
      expect(row.region).toBe(region);
      expect(row.orders).toBeGreaterThan(0);
      expect(row.windowStart).toMatch(/:00\.000Z$/);
    }
    demo.kill("SIGTERM");
    const [status] = await once(demo, "exit");
    expect(status).toBe(0);
  } finally {
    demo.kill("SIGKILL");
    await log.close();
  }
});
