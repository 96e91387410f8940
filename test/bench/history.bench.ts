/**
 * What it costs to keep history, at one update a second: `npx tsx test/bench/history.bench.ts [APPS PARTITIONS MINUTES]`.
 * The ticks are made up and time is told, so that an hour of history takes as long as its work. Making the ticks is not
 * counted.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Clock, openDatabase, openHistory } from "@stoatflow/api";
import { snapshotAt, startMs } from "./made-up-app.ts";

const quiet = { info: () => undefined, warn: () => undefined };

/** By their codes in the database: the time that one row holds. */
const grains = [
  { name: "1s", spanS: 60 },
  { name: "10s", spanS: 600 },
  { name: "1min", spanS: 3600 },
];

/** On the hour, so that every row that is measured is of a whole span. */
const firstSecond = (3600 - ((startMs / 1000) % 3600)) % 3600;

/** Moves when it is told to. What a history does by a timer is asked of it by hand here. */
function toldClock(): Clock & { atMs: number } {
  return {
    atMs: startMs,
    nowMs() {
      return this.atMs;
    },
    after: () => () => undefined,
  };
}

/** Milliseconds of work, of which some is on other threads. */
async function timed(work: () => void | Promise<void>): Promise<number> {
  const fromMs = performance.now();
  await work();
  return performance.now() - fromMs;
}

async function measure(apps: number, partitions: number, minutes: number): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "stoatflow-history-"));
  const file = path.join(folder, "console.db");
  const clock = toldClock();
  const database = await openDatabase(file);
  const history = await openHistory({ database, logger: quiet, clock });
  const names = Array.from({ length: apps }, (_, i) => `app-${i}`);
  let cpuUs = 0;
  let tickMs = 0;
  let flushMs = 0;
  let upkeepMs = 0;
  let heldUpMs = 0;
  for (let second = 0; second < minutes * 60; second += 1) {
    const ofRun = firstSecond + second;
    clock.atMs = startMs + ofRun * 1000 + 500;
    const snapshots = names.map((name) => snapshotAt(name, partitions, ofRun));
    const before = process.cpuUsage();
    tickMs += await timed(() => {
      for (const snapshot of snapshots)
        history.observer.tick(snapshot.app, { snapshot, receivedAtMs: clock.atMs });
    });
    flushMs += await timed(() => history.flush());
    if (second % 60 === 59) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      upkeepMs += await timed(() => history.tidy());
      delay.disable();
      heldUpMs = Math.max(heldUpMs, delay.max / 1e6);
    }
    const used = process.cpuUsage(before);
    cpuUs += used.user + used.system;
  }
  const rows = await database
    .selectFrom("history_chunks")
    .select(({ fn }) => [
      "tier",
      fn.sum<bigint>("bytes").as("bytes"),
      fn.count<bigint>("from_s").distinct().as("spans"),
    ])
    .groupBy("tier")
    .execute();
  const seconds = minutes * 60;
  console.log(`${apps} x ${partitions}: ${(cpuUs / 10_000 / seconds).toFixed(1)} % of one core`);
  console.log(
    `  ticks ${(tickMs / seconds).toFixed(1)} ms/s, writing ${(flushMs / seconds).toFixed(1)} ms/s, ` +
      `upkeep ${(upkeepMs / minutes).toFixed(0)} ms/min, the loop held up ${heldUpMs.toFixed(0)} ms at most`,
  );
  for (const { tier, bytes, spans } of rows) {
    const grain = grains[Number(tier)];
    if (grain === undefined) continue;
    const perDay = (Number(bytes) / (Number(spans) * grain.spanS)) * 86_400;
    console.log(`  ${grain.name}: ${(perDay / 1e6).toFixed(0)} MB for a day`);
  }
  const { rss } = process.memoryUsage();
  console.log(`  file ${(statSync(file).size / 1e6).toFixed(0)} MB, memory ${(rss / 1e6).toFixed(0)} MB`);
  await history.stop();
  await database.destroy();
  rmSync(folder, { recursive: true });
}

const [apps, partitions, minutes] = process.argv.slice(2).map(Number);
if (apps !== undefined && partitions !== undefined && minutes !== undefined)
  await measure(apps, partitions, minutes);
else {
  // Long enough for a row of the 10 s grain.
  await measure(200, 50, 12);
  await measure(1, 10_000, 12);
  // A row of the coarsest grain is an hour, which takes many partitions as many minutes to tell.
  await measure(10, 50, 63);
}
