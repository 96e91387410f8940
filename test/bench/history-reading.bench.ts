/**
 * What it costs to read history: `npx tsx test/bench/history-reading.bench.ts [HOURS]`, on Linux.
 *
 * A console's history writes an hour of an app of 10,000 partitions that ticks each 10 s, by a told clock; its rows of a
 * minute a step are repeated for the hours after it. Each call is made twice: at first beside a work that takes each
 * turn of the event loop, for the longest time that the main thread was held between two of them, and then for its CPU.
 * That time is CPU of the thread, so that others on the machine do not count; it is known to some 4 ms.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  appRouter,
  type Clock,
  createCollectors,
  createContext,
  type Database,
  defaultHistoryLimits,
  openDatabase,
  openHistory,
} from "@stoatflow/api";
import { ByteReader, ByteWriter } from "../../packages/api/src/history/bytes.ts";
import { decodeColumn, encodeColumn } from "../../packages/api/src/history/column.ts";
import { deflate, inflate } from "../../packages/api/src/history/deflate.ts";
import { snapshotAt, startMs } from "./made-up-app.ts";

const quiet = { info: () => undefined, warn: () => undefined };
const partitions = 10_000;
const tickIntervalMs = 10_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const byMinute = 2;
const fromMs = Math.ceil(startMs / hourMs) * hourMs;

/** Bytes suffice, so that nothing is given up. */
const limits = { ...defaultHistoryLimits, bytesMax: 64 * 1024 ** 3 };

function toldClock(): Clock & { atMs: number } {
  return {
    atMs: fromMs,
    nowMs() {
      return this.atMs;
    },
    after: () => () => undefined,
  };
}

async function writeHour(database: Database): Promise<void> {
  const clock = toldClock();
  const history = await openHistory({ database, logger: quiet, clock, limits });
  for (; clock.atMs < fromMs + hourMs; clock.atMs += tickIntervalMs) {
    const snapshot = snapshotAt("orders", partitions, (clock.atMs - startMs) / 1000);
    const status = { ...snapshot.status, tickIntervalMs };
    history.observer.tick("orders", { snapshot: { ...snapshot, status }, receivedAtMs: clock.atMs });
    await history.flush();
    if (clock.atMs % 60_000 === 0) await history.tidy();
  }
  // By then the hour is over for every grain.
  clock.atMs += 600_000;
  await history.tidy();
  await history.stop();
}

async function repeatHour(database: Database, hours: number): Promise<void> {
  const first = database.selectFrom("history_chunks").selectAll().where("tier", "=", byMinute);
  const rows = await first.where("from_s", "=", fromMs / 1000).execute();
  await database.deleteFrom("history_chunks").where("tier", "<", byMinute).execute();
  await database.deleteFrom("history_ticks").execute();
  const whole = await Promise.all(
    rows.map(async (row) => ({ row, bytes: await inflate(new Uint8Array(row.body)) })),
  );
  for (let hour = 1; hour < hours; hour += 1) {
    const from_s = (fromMs + hour * hourMs) / 1000;
    const repeated = await Promise.all(
      whole.map(async ({ row, bytes }) => ({
        ...row,
        from_s,
        body: await deflate(later(bytes, hour * hourMs)),
      })),
    );
    await database.transaction().execute(async (trx) => {
      for (const row of repeated) await trx.insertInto("history_chunks").values(row).execute();
    });
  }
}

/** The same steps and values, so much later. */
function later(block: Buffer, byMs: number): Buffer {
  const reader = new ByteReader(block);
  const version = reader.count();
  const steps = reader.count();
  const firstMs = reader.sized();
  const writer = new ByteWriter();
  writer.varint(version);
  writer.varint(steps);
  writer.sized(encodeColumn(decodeColumn(firstMs, steps).map((ms) => Number(ms) + byMs)));
  const rest = firstMs.byteOffset + firstMs.length - block.byteOffset;
  return Buffer.concat([writer.bytes(), block.subarray(rest)]);
}

/** Milliseconds of CPU that the main thread has had. */
function threadMs(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ")[0]) / 1e6;
}

async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0;
  let turnMs = threadMs();
  let isDone = false;
  const others = (): void => {
    const nowMs = threadMs();
    longestMs = Math.max(longestMs, nowMs - turnMs);
    turnMs = threadMs();
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  await work();
  isDone = true;
  return longestMs;
}

async function readAll(file: string, hours: number): Promise<void> {
  const database = await openDatabase(file);
  const clock = { ...toldClock(), atMs: fromMs + hours * hourMs };
  const url = "http://127.0.0.1:9/";
  const app = { id: "orders", urls: [url], environment: null, owner: null, runbookUrl: null, labels: {} };
  const collectors = createCollectors({ apps: [app], logger: quiet });
  const api = appRouter.createCaller(createContext({ collectors, database, clock })());
  const first = (count: number) => Array.from({ length: count }, (_, i) => `orders-${i}`);
  // No two of them lie in one row.
  const apart = first(32).map((_, i) => `orders-${i * 64}`);
  const calls = [
    { name: "1 partition, 6 days", days: 6, partitions: first(1) },
    { name: "8 partitions, 6 days", days: 6, partitions: first(8) },
    { name: "32 furthest behind, 6 days", days: 6 },
    { name: "32 partitions apart, a day", days: 1, partitions: apart },
    { name: "32 partitions apart, 6 days", days: 6, partitions: apart },
  ];
  const toMs = clock.atMs;
  console.log("watermarks.history of, the longest turn, CPU, memory, answer");
  for (const { name, days, ...chosen } of calls) {
    const query = { appId: "orders", fromMs: toMs - days * dayMs, toMs, maxPoints: 2000, ...chosen };
    const ask = () =>
      api.watermarks.history(query).then(
        ({ grain, steps, partitions }) => `${partitions.length} x ${steps.length} points of ${grain}`,
        (thrown: Error) => thrown.message,
      );
    const turnMs = await longestTurnMs(ask);
    const before = process.cpuUsage();
    const answer = await ask();
    const { user, system } = process.cpuUsage(before);
    const { rss } = process.memoryUsage();
    const cpuS = ((user + system) / 1e6).toFixed(1);
    console.log(`${name}: ${turnMs.toFixed(0)} ms, ${cpuS} s, ${(rss / 1e6).toFixed(0)} MB, ${answer}`);
  }
  collectors.stop();
  await database.destroy();
}

const [hours = "145", fill] = process.argv.slice(2);
if (fill !== undefined) {
  const database = await openDatabase(fill);
  await writeHour(database);
  await repeatHour(database, Number(hours));
  await database.destroy();
} else {
  const folder = mkdtempSync(path.join(os.tmpdir(), "stoatflow-reading-"));
  const file = path.join(folder, "console.db");
  // In a process of its own, so that its memory is not counted.
  const self = fileURLToPath(import.meta.url);
  execFileSync(process.execPath, [...process.execArgv, self, hours, file], { stdio: "inherit" });
  await readAll(file, Number(hours));
  rmSync(folder, { recursive: true });
}
