/**
 * Made-up apps in a process of their own, for benches: forked with `APPS PARTITIONS` it tells the address under which each
 * app answers, `/app0/` and so on, and gives each a tick a second in which every partition changes. It ends with whoever
 * forked it.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type FeedDelta, type FeedSnapshot, feedSnapshot } from "@stoatflow/engine/wire";
import { snapshotAt, startMs } from "./made-up-app.ts";

/** The apps' clock follows the wall clock, so that no skew is told. */
const offsetMs = Date.now() - startMs;

export interface MadeUpApps extends AsyncDisposable {
  /** The address of each app, in order. */
  readonly urls: readonly string[];
}

/** Forks the process and waits until it listens. */
export async function startMadeUpApps(apps: number, partitions: number): Promise<MadeUpApps> {
  const child: ChildProcess = fork(import.meta.filename, [String(apps), String(partitions)]);
  const [url] = await once(child, "message");
  return {
    urls: Array.from({ length: apps }, (_, i) => `${url}/app${i}/`),
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, "exit");
    },
  };
}

/** Feeds of `apps` apps with a tick a second, spread over the second; all of them tell the same. */
async function run(apps: number, partitions: number): Promise<void> {
  process.on("disconnect", () => process.exit(0));
  const feeds = Array.from({ length: apps }, () => new Set<ServerResponse>());
  let tick = movedTo(snapshotAt("app", partitions, 1));
  const server = createServer((request, response) => {
    const [, app, path = ""] = /^\/app(\d+)\/([a-z-]*)/.exec(request.url ?? "") ?? [];
    const feed = feeds[Number(app)];
    if (feed === undefined || path !== "events") return void response.writeHead(404).end("{}");
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(frame("snapshot", tick));
    feed.add(response);
    response.on("close", () => feed.delete(response));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  for (let second = 2; ; second += 1) {
    const startedMs = performance.now();
    const next = movedTo(snapshotAt("app", partitions, second));
    const text = frame("delta", deltaOf(tick, next));
    tick = next;
    for (const [i, feed] of feeds.entries()) {
      for (const response of feed) response.write(text);
      if (i % 20 === 19) await sleep(Math.max(0, startedMs + (900 * i) / apps - performance.now()));
    }
    await sleep(Math.max(0, startedMs + 1000 - performance.now()));
  }
}

function movedTo(snapshot: FeedSnapshot): FeedSnapshot {
  return feedSnapshot.parse({ ...snapshot, atMs: snapshot.atMs + offsetMs });
}

function deltaOf(before: FeedSnapshot, after: FeedSnapshot): FeedDelta {
  const total = after.watermarks.partitions.length;
  return { ...after, base: before.sequence, watermarks: { ...after.watermarks, removed: [], total } };
}

function frame(event: string, body: FeedSnapshot | FeedDelta): string {
  return `id: ${body.bootId}-${body.sequence}\nevent: ${event}\ndata: ${JSON.stringify(body)}\n\n`;
}

if (process.argv[1] === import.meta.filename) await run(Number(process.argv[2]), Number(process.argv[3]));
