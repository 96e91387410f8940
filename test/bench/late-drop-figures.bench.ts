/**
 * What it costs to sum up as many late drops out of history as one question looks at, and how long that holds others up:
 * `npx tsx test/bench/late-drop-figures.bench.ts`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { appRouter, createCollectors, createContext, openDatabase, openHistory } from "@stoatflow/api";
import type { LateDrop } from "@stoatflow/engine/wire";

const quiet = { info: () => undefined, warn: () => undefined };
const drops = 50_000;
/** What is older than history keeps would be forgotten meanwhile. */
const startMs = Date.now() - 3_600_000;

function dropOf(id: number): LateDrop & { readonly bootId: string } {
  const text = (length: number) => ({
    encoding: "utf8" as const,
    text: "x".repeat(length),
    sizeBytes: length,
    truncated: false,
  });
  const latenessMs = 80_000 + ((id * 7919) % 100_000);
  const timestampMs = startMs + id;
  return {
    bootId: "b1",
    id: String(id),
    topic: "orders",
    partition: id % 50,
    atMs: startMs + id,
    epoch: id,
    offset: String(id),
    key: text(10),
    value: text(300),
    headers: [["trace", text(40)]],
    timestampMs,
    watermarkMs: timestampMs + latenessMs,
    latenessMs,
    operator: "orders-per-minute",
    window: { startMs: timestampMs - 60_000, endMs: timestampMs },
    graceMs: 10_000,
    keptWindows: [],
    movedBy: null,
    movedByMissing: "beyond-history",
  };
}

const folder = mkdtempSync(path.join(os.tmpdir(), "stoatflow-figures-"));
const database = await openDatabase(path.join(folder, "console.db"));
const history = await openHistory({ database, logger: quiet });
for (let id = 0; id < drops; id += 500) {
  const items = Array.from({ length: 500 }, (_, i) => dropOf(id + i + 1));
  history.observer.entries("orders", { kind: "late-drop", items });
  await history.flush();
}
const url = "http://127.0.0.1:9/";
const app = { id: "orders", urls: [url], environment: null, owner: null, runbookUrl: null, labels: {} };
const collectors = createCollectors({ apps: [app], logger: quiet });
const api = appRouter.createCaller(createContext({ collectors, database, history })());
console.log("late drops, CPU, the longest that others wait");
for (let run = 0; run < 5; run += 1) {
  let waitedMs = 0;
  let turnMs = performance.now();
  let isDone = false;
  const others = (): void => {
    waitedMs = Math.max(waitedMs, performance.now() - turnMs);
    turnMs = performance.now();
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const before = process.cpuUsage();
  const { matching } = await api.lateDrops.figures({ appId: "orders", from: "history" });
  isDone = true;
  const { user, system } = process.cpuUsage(before);
  console.log(`${matching}, ${((user + system) / 1000).toFixed(0)} ms, ${waitedMs.toFixed(0)} ms`);
}
collectors.stop();
await history.stop();
await database.destroy();
rmSync(folder, { recursive: true });
