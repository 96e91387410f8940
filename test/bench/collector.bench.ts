/**
 * What it costs to collect, and to be watched: `npx tsx test/bench/collector.bench.ts [SECONDS [LOAD]]`. The apps and
 * the browsers are processes of their own; what is measured is the process between them, with the collectors, the router
 * and its HTTP server. Every partition of every app changes once a second. On a machine that is busy with something else
 * not all ticks of the time are met; what one costs is right all the same.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import {
  appRouter,
  type Collectors,
  createCollectors,
  createContext,
  encodeChunksWhole,
  openDatabase,
} from "@stoatflow/api";
import { createHTTPHandler } from "@trpc/server/adapters/standalone";
import { startMadeUpApps } from "./made-up-apps.ts";

const quiet = { info: () => undefined, warn: () => undefined };
const warmUpMs = 5000;

interface Load {
  readonly apps: number;
  readonly partitions: number;
  /** How many of `apps.watch`, each of one app. */
  readonly watchers: number;
  /** How many of `live.watch`, each of the rows of all apps and of one app. @default 0 */
  readonly browsers?: number;
}

const loads: readonly Load[] = [
  { apps: 200, partitions: 50, watchers: 0 },
  { apps: 200, partitions: 50, watchers: 1 },
  { apps: 200, partitions: 50, watchers: 20 },
  { apps: 200, partitions: 50, watchers: 0, browsers: 1 },
  { apps: 200, partitions: 50, watchers: 0, browsers: 20 },
  { apps: 1, partitions: 10_000, watchers: 0 },
  { apps: 1, partitions: 10_000, watchers: 1 },
  { apps: 1, partitions: 10_000, watchers: 20 },
];

const [role, ...args] = process.argv.slice(2);
if (role === "browsers") runBrowsers(args);
else await runAll(Number(role ?? 20), args[0]);

/** @param only the load that is measured, counted from 0. @default all */
async function runAll(seconds: number, only?: string): Promise<void> {
  encodeChunksWhole();
  console.log(
    "apps x partitions, watchers + browsers: CPU a tick, of one core at a tick a second, memory, ticks/s taken, " +
      "bytes a tick to a watcher, delay p99",
  );
  for (const [i, load] of loads.entries()) {
    if (only === undefined || Number(only) === i) console.log(await measure(load, seconds));
  }
}

async function measure(
  { apps, partitions, watchers, browsers: tabs = 0 }: Load,
  seconds: number,
): Promise<string> {
  await using feeds = await startMadeUpApps(apps, partitions);
  const configured = feeds.urls.map((url, i) => ({
    id: `app${i}`,
    urls: [url],
    environment: null,
    owner: null,
    runbookUrl: null,
    labels: {},
  }));
  const collectors = createCollectors({ apps: configured, logger: quiet });
  const database = await openDatabase(":memory:");
  const handler = createHTTPHandler({
    router: appRouter,
    createContext: createContext({ collectors, database }),
  });
  const server = createServer(handler).listen(0, "127.0.0.1");
  await once(server, "listening");
  collectors.start();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const watched = [
    ...Array.from({ length: watchers }, (_, i) => `${url}/apps.watch?input={"appId":"app${i % apps}"}`),
    ...Array.from(
      { length: tabs },
      (_, i) => `${url}/live.watch?input={"apps":[{"appId":"app${i % apps}"}]}`,
    ),
  ];
  await using browsers = await child(["browsers", ...watched]);

  await sleep(warmUpMs);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  const before = sequencesOf(collectors);
  const bytesBefore = await browsers.ask();
  await sleep(seconds * 1000);
  const wallMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(cpu);
  const ticks = sequencesOf(collectors) - before;
  const bytes = ((await browsers.ask()) - bytesBefore) / Math.max(1, watchers + tabs);
  collectors.stop();
  server.closeAllConnections();
  server.close();
  await database.destroy();

  const cpuMs = (user + system) / 1000;
  const perTickMs = cpuMs / Math.max(1, ticks);
  const perSecond = (n: number) => Math.round((n * 1000) / wallMs).toLocaleString("en");
  const megabytes = Math.round(process.memoryUsage().rss / 1e6);
  return (
    `${apps} x ${partitions}, ${watchers} + ${tabs}: ${perTickMs.toFixed(1)} ms, ${((perTickMs * apps) / 10).toFixed(0)} %, ` +
    `${megabytes} MB, ${perSecond(ticks)}, ${Math.round(bytes / Math.max(1, ticks / apps)).toLocaleString("en")}, ` +
    `${Math.round(delay.percentile(99) / 1e6)} ms`
  );
}

function sequencesOf(collectors: Collectors): number {
  return collectors.list().reduce((sum, app) => sum + Number(app.summary().sequence ?? 0), 0);
}

/** A process of this file in another role; what it tells first, and what it answers when it is asked. */
async function child(argv: readonly string[]) {
  const process = fork(import.meta.filename, argv);
  const [told] = await once(process, "message");
  return {
    told: String(told),
    async ask(): Promise<number> {
      process.send("how many bytes?");
      const [answer] = await once(process, "message");
      return Number(answer);
    },
    async [Symbol.asyncDispose]() {
      process.kill();
      await once(process, "exit");
    },
  };
}

/** Reads all addresses to their ends, and counts. */
function runBrowsers(addresses: readonly string[]): void {
  let bytes = 0;
  for (const address of addresses) {
    // What is measured ends before its browsers do.
    const request = get(encodeURI(address), (response) =>
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      }),
    );
    request.on("error", () => undefined);
  }
  process.on("message", () => process.send?.(bytes));
  process.on("disconnect", () => process.exit(0));
  process.send?.("reading");
}
