import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEngine, Serdes, StreamsBuilder, systemClock } from "@stoatflow/engine";
import { createEmbeddedLog } from "@stoatflow/engine/embedded";
import { statusBody } from "@stoatflow/engine/wire";
import { createHTTPHandler } from "@trpc/server/adapters/standalone";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createContext } from "../context.ts";
import { openDatabase } from "../database/open-database.ts";
import { appRouter } from "../routers/app-router.ts";
import { appConfigOf } from "../testing/app-config-of.ts";
import { collecting } from "../testing/collecting.ts";
import { subscribed } from "../testing/subscribed.ts";

/** A real app over the embedded log, with records to work on. */
async function realEngine() {
  const log = createEmbeddedLog({ clock: systemClock });
  log.createTopic("in", 4);
  log.createTopic("out", 4);
  const builder = new StreamsBuilder();
  const strings = { key: Serdes.string(), value: Serdes.string() };
  builder.stream("in", strings).to("out", strings);
  const engine = createEngine({
    applicationId: "orders",
    topology: builder.build(),
    log: log.client(),
    logger: pino({ level: "silent" }),
  });
  await engine.start();
  const produce = (text: string) =>
    log.append("in", 0, [
      { key: Buffer.from("k"), value: Buffer.from(text), timestampMs: systemClock.nowMs(), headers: [] },
    ]);
  return { engine, produce, url: `${engine.url ?? ""}/`, [Symbol.asyncDispose]: () => engine.stop() };
}

/** The router over a real socket. */
async function served(url: string) {
  const collectors = collecting({}, { apps: [appConfigOf("orders", url)] });
  const database = await openDatabase(":memory:");
  const handler = createHTTPHandler({
    router: appRouter,
    createContext: createContext({ collectors, database }),
  });
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      collectors[Symbol.dispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.destroy();
    },
  };
}

test("with 20 browsers of 3 tabs the engine's own status says one reader", async () => {
  await using app = await realEngine();
  await using api = await served(app.url);
  const tabs = Array.from({ length: 60 }, () => subscribed(api.url, { appId: "orders" }));
  try {
    for (const tab of tabs) {
      let { view } = await tab.nextView();
      while (view.snapshot === null) ({ view } = await tab.nextView());
    }
    app.produce("one");
    for (const tab of tabs) {
      let { view } = await tab.nextView();
      while (view.snapshot?.status.counters.dispatched !== 1) ({ view } = await tab.nextView());
      expect(view.snapshot.watermarks.partitions).toHaveLength(4);
    }
    const status = await fetch(new URL("status", app.url));
    const { feedClients } = statusBody.parse(await status.json());
    expect(feedClients).toBe(1);
  } finally {
    for (const tab of tabs) tab[Symbol.dispose]();
  }
});
