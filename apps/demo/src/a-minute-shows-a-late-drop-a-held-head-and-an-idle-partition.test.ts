import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lateDropsBody, type WatermarksBody, watermarksBody } from "@stoatflow/engine/wire";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aheadMs } from "./payments/rhythm.ts";
import { gatewayKeeps } from "./sensors/rhythm.ts";
import { type DemoProcess, startDemo } from "./testing/demo-process.ts";

const folder = mkdtempSync(join(tmpdir(), "stoatflow-demo-"));
const minuteMs = 60_000;
const longerThanASecondMs = 1000;
const running: DemoProcess[] = [];
let apps: Readonly<Record<"orders" | "payments" | "sensors", DemoProcess>>;

beforeAll(async () => {
  const [orders, payments, sensors] = await Promise.all([
    start("orders"),
    start("payments"),
    start("sensors"),
  ]);
  apps = { orders, payments, sensors };
});
afterAll(() => {
  for (const app of running) app.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function start(id: string): Promise<DemoProcess> {
  const app = await startDemo(id, "--data", join(folder, id));
  running.push(app);
  return app;
}

async function watermarks(app: DemoProcess): Promise<WatermarksBody> {
  return watermarksBody.parse(await (await fetch(new URL("watermarks", app.url))).json());
}

async function lateDrops(app: DemoProcess): Promise<number> {
  return lateDropsBody.parse(await (await fetch(new URL("late-drops", app.url))).json()).total;
}

/** Looks until it is there, for a minute from `sinceMs`; prints after how long it was. */
async function seen<T>(
  what: string,
  sinceMs: number,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  while (performance.now() - sinceMs < minuteMs) {
    const found = await look();
    if (found !== undefined) {
      console.log(`${what}: after ${((performance.now() - sinceMs) / 1000).toFixed(1)} s`);
      return found;
    }
    await sleep(100);
  }
  return undefined;
}

/** The partition whose head is held, and stamped as the till with the wrong clock does. */
function heldFromTheFuture({ atMs, partitions }: WatermarksBody) {
  return partitions.find(
    ({ state, headTimestampMs }) =>
      state === "held" && headTimestampMs !== null && headTimestampMs - atMs > aheadMs / 2,
  );
}

test("within a minute of the start a late drop, a head held for over a second and an idle partition", async () => {
  const sinceMs = performance.now();
  const { orders, payments, sensors } = apps;

  const lateOrder = seen("late order", sinceMs, async () => (await lateDrops(orders)) || undefined);
  const lateReadings = seen("late readings", sinceMs, async () => (await lateDrops(sensors)) || undefined);
  const idle = seen("idle partition", sinceMs, async () => {
    const { partitions } = await watermarks(sensors);
    return partitions.find(({ state, idleSinceMs }) => state === "idle" && idleSinceMs !== null);
  });

  const held = await seen("head held for over a second", sinceMs, async () => {
    const body = await watermarks(payments);
    const partition = heldFromTheFuture(body);
    const heldSinceMs = partition?.headHeldSinceMs ?? body.atMs;
    return partition !== undefined && body.atMs - heldSinceMs > longerThanASecondMs
      ? { ...partition, globalWatermarkMs: body.globalWatermarkMs ?? 0, atMs: body.atMs }
      : undefined;
  });
  if (held === undefined) throw new Error("no head of payments was held for over a second");
  expect(held.previewWatermarkMs).toBeGreaterThan(held.atMs + aheadMs / 2);
  const ahead = await seen("event time ahead of where it was, the head still held", sinceMs, async () => {
    const body = await watermarks(payments);
    const stillHeld = heldFromTheFuture(body)?.headOffset === held.headOffset;
    return stillHeld && (body.globalWatermarkMs ?? 0) > held.globalWatermarkMs ? body : undefined;
  });
  expect(ahead).toBeDefined();
  const workedOff = await seen("backlog worked off", sinceMs, async () => {
    const { partitions } = await watermarks(payments);
    return partitions.every(({ state }) => state === "caught-up") ? partitions : undefined;
  });
  expect(workedOff).toBeDefined();

  expect(await lateOrder).toBeGreaterThan(0);
  expect(await idle).toBeDefined();
  // What the cold store kept comes at once: its oldest are late, those of the last seconds are not.
  expect(await lateReadings).toBeGreaterThan(10);
  expect(await lateReadings).toBeLessThan(gatewayKeeps);
  // What stood behind the payment from the future found its minute open.
  expect(await lateDrops(payments)).toBe(0);
});

test("each ends in order", async () => {
  for (const app of Object.values(apps)) expect(await app.stop()).toBe(0);
});
