/** Each incident on the app's own process: what its page says is told by the app, and is over once it is ended. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "@stoatflow/engine";
import { createEmbeddedLog } from "@stoatflow/engine/embedded";
import {
  incidentAnswer,
  incidentsBody,
  type LanesBody,
  lanesBody,
  lateDropsBody,
  type PartitionWatermark,
  type StatusBody,
  statusBody,
  type Violation,
  violationsBody,
  type WatermarksBody,
  watermarksBody,
} from "@stoatflow/engine/wire";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scenarios } from "./incidents/scenarios.ts";
import { type DemoProcess, startDemo } from "./testing/demo-process.ts";

type AppId = "orders" | "payments" | "sensors";
const folder = mkdtempSync(join(tmpdir(), "stoatflow-incidents-"));
const apps = new Map<AppId, DemoProcess>();
const minuteMs = 60_000;

beforeAll(async () => {
  await Promise.all(
    (["orders", "payments", "sensors"] as const).map(async (id) =>
      apps.set(id, await startDemo(id, "--data", join(folder, id))),
    ),
  );
});
afterAll(() => {
  for (const app of apps.values()) app.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** What an app tells, all asked at about the same time. */
interface Told {
  readonly watermarks: WatermarksBody;
  readonly status: StatusBody;
  readonly lanes: LanesBody;
  readonly violations: readonly Violation[];
}

function urlOf(app: AppId, path: string): URL {
  return new URL(path, apps.get(app)?.url);
}

async function read(app: AppId, path: string): Promise<unknown> {
  return (await fetch(urlOf(app, path))).json();
}

async function told(app: AppId): Promise<Told> {
  const [watermarks, status, lanes, violations] = await Promise.all(
    ["watermarks", "status", "lanes", "violations?limit=500"].map((path) => read(app, path)),
  );
  return {
    watermarks: watermarksBody.parse(watermarks),
    status: statusBody.parse(status),
    lanes: lanesBody.parse(lanes),
    violations: violationsBody.parse(violations).items,
  };
}

async function call(app: AppId, method: "POST" | "DELETE", name: string): Promise<string> {
  const answer = await fetch(urlOf(app, `incidents/${name}`), {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ actor: "ana" }),
  });
  return incidentAnswer.parse(await answer.json()).result;
}

/** Looks until it is so. */
async function until(app: AppId, what: string, is: (told: Told) => boolean): Promise<Told> {
  const untilMs = performance.now() + 2 * minuteMs;
  for (;;) {
    const now = await told(app);
    if (is(now)) return now;
    if (performance.now() > untilMs) {
      throw new Error(`${app} does not tell ${what}: ${JSON.stringify(now.watermarks)}`);
    }
    await sleep(200);
  }
}

function partition({ watermarks }: Told, number: number): PartitionWatermark {
  const found = watermarks.partitions.find((one) => one.partition === number);
  if (found === undefined) throw new Error(`there is no partition ${number}`);
  return found;
}

/** Whether the partition is held by a head stamped so far ahead, and previews it. */
function isHeldAhead(now: Told, number: number, leastMs: number): boolean {
  const { state, headTimestampMs, previewWatermarkMs } = partition(now, number);
  const fromMs = now.watermarks.atMs + leastMs;
  return state === "held" && (headTimestampMs ?? 0) > fromMs && (previewWatermarkMs ?? 0) > fromMs;
}

interface Expected {
  readonly app: AppId;
  /** That it was not so before, is so while it is on, and is not so after it was ended. */
  readonly shows: (now: Told, before: Told) => boolean;
  /** That it does not go on; absent where that it no longer shows says so. */
  readonly goesOn?: (told: Told) => number;
}

const hourMs = 60 * minuteMs;
const incidents: Readonly<Record<string, Expected>> = {
  "future-stamped-record": {
    app: "payments",
    shows: (now) => isHeldAhead(now, 0, 2 * hourMs),
  },
  "producer-clock-ahead": {
    app: "payments",
    shows: (now) => isHeldAhead(now, 3, 8 * minuteMs),
  },
  "stuck-lane": {
    app: "payments",
    shows: ({ lanes, watermarks }) =>
      watermarks.heldBackBy?.reason === "lane-full" &&
      lanes.lanes.some(({ operator, oldestAgeMs }) => operator !== null && (oldestAgeMs ?? 0) > 3000),
  },
  "partition-goes-quiet": {
    app: "orders",
    shows: (now) => partition(now, 2).state === "idle" && partition(now, 2).takesPart !== "counts",
  },
  "late-burst": {
    app: "orders",
    shows: ({ status }, before) => status.counters.dropped.late - before.status.counters.dropped.late >= 50,
    goesOn: ({ status }) => status.counters.dropped.late,
  },
  "poison-record": {
    app: "orders",
    shows: ({ status }, before) =>
      status.counters.dropped.undecodable > before.status.counters.dropped.undecodable,
    goesOn: ({ status }) => status.counters.dropped.undecodable,
  },
  "seek-back": {
    app: "orders",
    shows: ({ violations }, before) => violations.length === before.violations.length + 1,
    goesOn: ({ violations }) => violations.length,
  },
  "slow-commit": {
    app: "sensors",
    shows: ({ watermarks }) => watermarks.heldBackBy?.reason === "slow-commit",
  },
};

test("every incident there is is tried here, and each app offers its own", async () => {
  const all = scenarios();
  expect(all.map(({ name }) => name).sort()).toEqual(Object.keys(incidents).sort());
  for (const id of apps.keys()) {
    const body = incidentsBody.parse(await read(id, "incidents"));
    expect(body.capabilities).toContain("incidents");
    expect(body.items.map(({ name }) => name)).toEqual(
      all.filter(({ app }) => app === id).map(({ name }) => name),
    );
  }
});

async function isRealAndEnds(name: string, { app, shows, goesOn }: Expected): Promise<void> {
  const before = await until(
    app,
    `an app at work without ${name}`,
    (now) => now.status.lifecycle.kind === "running" && !shows(now, now),
  );
  expect(await call(app, "POST", name)).toBe("begun");
  await until(app, name, (now) => shows(now, before));
  expect(await call(app, "DELETE", name)).toBe("ended");
  if (goesOn === undefined) {
    await until(app, `the end of ${name}`, (now) => !shows(now, before));
    return;
  }
  // What was written before the end may still come; then nothing does, for longer than it would be repeated.
  const settled = await until(app, "all that was written", ({ watermarks }) =>
    watermarks.partitions.every(({ lag }) => lag === "0" || lag === null),
  );
  await until(app, "more time", ({ watermarks }) => watermarks.atMs - settled.watermarks.atMs > 6000);
  // Ordinary life drops an order now and then; a burst is of 50.
  expect(goesOn(await told(app)) - goesOn(settled), name).toBeLessThan(name === "late-burst" ? 50 : 1);
}

test.concurrent.each(["orders", "payments", "sensors"] as const)(
  "each incident of %s is told while it is on, and over once it is ended",
  async (id) => {
    for (const [name, expected] of Object.entries(incidents)) {
      if (expected.app === id) await isRealAndEnds(name, expected);
    }
  },
  6 * minuteMs,
);

test("a seek-back is told with its evidence, as expected, and nothing is called a bug", async () => {
  const { violations, status } = await told("orders");
  expect(violations).toMatchObject([
    { kind: "partition_offset_regression", class: "expected", topic: "orders", partition: 3 },
  ]);
  expect(status.counters.violationClasses.bug).toBe(0);
});

test("the late drops are those of the till that was offline", async () => {
  const drops = lateDropsBody.parse(await read("orders", "late-drops?limit=500")).items;
  const ofTheTill = drops.filter((drop) => drop.partition === 1 && drop.latenessMs > 500_000);
  expect(ofTheTill.length).toBeGreaterThanOrEqual(50);
});

test("each app goes on, and ends in order with an incident on", async () => {
  expect(await call("payments", "POST", "stuck-lane")).toBe("begun");
  for (const [id, app] of apps) {
    await until(id, "an app at work", ({ status }) => status.lifecycle.kind === "running");
    expect(await app.stop()).toBe(0);
  }
});

test("what could not be decoded stands in the dead-letter topic, as it was", () => {
  const log = createEmbeddedLog({ clock: systemClock, directory: join(folder, "orders") });
  const values = log.readCommitted("orders-dead-letter").map(({ value }) => String(value));
  log.close();
  expect(values).toContain('{"orderId": "ord_');
});
