import { once } from "node:events";
import http from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { type ConsoleProcess, startConsole } from "./rig.ts";

let engine: FakeEngine;
let running: ConsoleProcess;

beforeAll(async () => {
  engine = new FakeEngine({ app: "orders", partitions: 2 });
  await engine.listen();
  engine.tick(Date.now());
  running = await startConsole({ orders: engine.url });
});

afterAll(async () => {
  await running?.stop();
  await engine?.close();
});

test("the probes answer as an engine's do", async () => {
  const live = await fetch(`${running.url}/health/live`);
  expect([live.status, await live.json()]).toEqual([200, { atMs: expect.any(Number), live: true }]);
  const ready = await fetch(`${running.url}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { atMs: expect.any(Number), ready: true, lifecycle: { kind: "running" } },
  ]);
  expect(ready.headers.get("cache-control")).toBe("no-store");
});

test("a scrape tells of the app that the console follows, and of its own history", async () => {
  const scrape = async () => (await fetch(`${running.url}/metrics`)).text();
  let text = await scrape();
  for (let turn = 0; turn < 500 && !text.includes('apps{connection="live"} 1'); turn += 1) {
    await wait(20);
    text = await scrape();
  }
  expect(text).toContain('stoatflow_console_apps{connection="live"} 1');
  expect(text).toMatch(/stoatflow_console_app_tick_age_seconds\{app="orders"\} \d/);
  expect(text).toContain('stoatflow_console_app_unacknowledged_bugs{app="orders"} ');
  expect(text).toContain("stoatflow_console_history_failing 0");
  expect(text).toMatch(/stoatflow_console_event_loop_delay_seconds \d/);
});

test("a probe by a name that is not the console's is refused", async () => {
  const request = http.get(`${running.url}/metrics`, { headers: { Host: "console.internal" } });
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(403);
});
