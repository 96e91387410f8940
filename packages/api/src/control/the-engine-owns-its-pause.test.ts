/** The console's actions on a real engine over its REST, on an embedded log. */
import { createEngine, type Engine, Serdes, StreamsBuilder, systemClock } from "@stoatflow/engine";
import { createEmbeddedLog } from "@stoatflow/engine/embedded";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createCollectors } from "../collector/create-collectors.ts";
import { observers } from "../collector/observers.ts";
import { createContext } from "../context.ts";
import { openDatabase } from "../database/open-database.ts";
import { openHistory } from "../history/open-history.ts";
import { appRouter } from "../routers/app-router.ts";
import { appConfigOf } from "../testing/app-config-of.ts";
import { silent, until } from "../testing/collecting.ts";
import { PauseWatch } from "./pause-watch.ts";

const ana = { actor: "ana", reason: "deploy" };
const ben = { actor: "ben", reason: "deployed" };

function topology() {
  const builder = new StreamsBuilder();
  builder.stream("in", { key: Serdes.string(), value: Serdes.string() }).to("out");
  return builder.build();
}

/** A console in front of one engine, each of which can end and start again by itself. */
async function world() {
  const log = createEmbeddedLog({ clock: systemClock });
  for (const topic of ["in", "out"]) log.createTopic(topic, 1);
  const startEngine = async (port: number, { takesOver = false } = {}): Promise<Engine> => {
    const engine = createEngine({
      applicationId: "orders",
      topology: topology(),
      log: log.client({ takesOver }),
      instanceId: takesOver ? "orders-2" : "orders-1",
      env: {},
      logger: pino({ level: "silent" }),
      settings: { "server.port": port },
    });
    await engine.start();
    await until(
      () => engine.lifecycle,
      (lifecycle) => lifecycle === "running",
    );
    return engine;
  };
  const here = { engine: await startEngine(0) };
  const url = `${here.engine.url ?? ""}/`;
  const database = await openDatabase(":memory:");
  const startConsole = async (...others: readonly Engine[]) => {
    const pauses = await PauseWatch.open({ database, clock: systemClock, logger: silent });
    const history = await openHistory({ database, logger: silent });
    const collectors = createCollectors({
      apps: [
        { ...appConfigOf("orders", url), urls: [url, ...others.map((engine) => `${engine.url ?? ""}/`)] },
      ],
      logger: silent,
      random: () => 0,
      observer: observers(pauses, history.observer),
    });
    collectors.start();
    const summary = () => collectors.get("orders").summary();
    const caller = appRouter.createCaller(createContext({ collectors, database, pauses, history })());
    const seen = (kind: string) => until(summary, ({ lifecycle }) => lifecycle?.kind === kind);
    const stop = async () => {
      collectors.stop();
      await pauses.settled();
      await history.stop();
    };
    await seen("running");
    const lives = async () => {
      await history.flush();
      const span = { appId: "orders", fromMs: 0, toMs: Date.now() + 60_000, limit: 50 };
      return (await caller.history.lifecycle(span)).items;
    };
    return { caller, seen, stop, lives, ended: () => pauses.ended() };
  };
  return {
    here,
    startEngine,
    startConsole,
    async restartEngine() {
      await here.engine.stop();
      here.engine = await startEngine(Number(new URL(url).port));
    },
    async [Symbol.asyncDispose]() {
      await here.engine.stop();
      await database.destroy();
    },
  };
}

test("a pause with a time to live is ended by the engine's own timer, though the console has ended", async () => {
  await using at = await world();
  const console = await at.startConsole();
  const target = { appId: "orders", expectedGeneration: 0 };
  const { results } = await console.caller.control.pause({ ...ana, apps: [target], timeToLiveMs: 1000 });
  expect(results).toMatchObject([{ result: { kind: "done", generation: 1 } }]);
  await console.seen("paused");
  await console.stop();
  await until(
    () => at.here.engine.snapshot().status,
    ({ lifecycle, generation }) => lifecycle.kind === "running" && generation === 2,
  );
  expect(at.here.engine.snapshot().status.lastControl).toMatchObject({ kind: "expired", actor: null });
});

test("that nobody resumed it stands in history, with whose pause it was, though the audit has no row of it", async () => {
  await using at = await world();
  const console = await at.startConsole();
  await console.caller.control.pause({ ...ana, apps: [{ appId: "orders" }], timeToLiveMs: 1000 });
  const lives = await vi.waitFor(
    async () => {
      const found = await console.lives();
      expect(found[0]?.to).toEqual({ kind: "running" });
      expect(found.length).toBeGreaterThan(1);
      return found;
    },
    { timeout: 10_000, interval: 20 },
  );
  expect(lives[0]?.by).toMatchObject({ kind: "expired", actor: null, reason: null });
  expect(lives.find(({ to }) => to.kind === "paused")?.by).toMatchObject({ kind: "paused", ...ana });
  expect((await console.caller.audit.list({})).items).toMatchObject([{ action: "pause", actor: "ana" }]);
  await console.stop();
});

test("a pause that is on is not replaced: who asks for another is told whose it is, and when it ends if ever", async () => {
  await using at = await world();
  const console = await at.startConsole();
  const bens = [{ actor: "ben", reason: "deployed", expiresAtMs: null }];
  const apps = [{ appId: "orders" }];
  const first = await console.caller.control.pause({ ...ben, apps });
  expect(first.results).toMatchObject([{ result: { kind: "done", pauseReasons: bens } }]);
  const second = await console.caller.control.pause({ ...ana, apps, timeToLiveMs: 1000 });
  expect(second.results).toMatchObject([
    { result: { kind: "unchanged", generation: 1, pauseReasons: bens } },
  ]);
  await console.stop();
});

test("a stale click is refused by the engine, and told who did what since", async () => {
  await using at = await world();
  const console = await at.startConsole();
  const seen = { appId: "orders", expectedGeneration: 0 };
  await console.caller.control.pause({ ...ben, apps: [seen] });
  await console.seen("paused");
  const { results } = await console.caller.control.pause({ ...ana, apps: [seen] });
  expect(results).toMatchObject([
    {
      result: {
        kind: "stale",
        restarted: false,
        now: { generation: 1, lifecycle: "paused", pauseReasons: [{ actor: "ben", reason: "deployed" }] },
        changes: [{ kind: "paused", generation: 1, actor: "ben", reason: "deployed" }],
      },
    },
  ]);
  const resumed = await console.caller.control.resume({
    ...ana,
    apps: [{ appId: "orders", expectedGeneration: 1 }],
  });
  expect(resumed.results).toMatchObject([{ result: { kind: "done", generation: 2 } }]);
  await console.seen("running");
  expect(await console.caller.control.endedPauses()).toEqual({ items: [] });
  await console.stop();
});

test("a pause that a restart of the app ended is told, though the console was away", async () => {
  await using at = await world();
  const before = await at.startConsole();
  await before.caller.control.pause({ ...ana, apps: [{ appId: "orders" }] });
  await before.seen("paused");
  expect(await before.caller.control.drain({ appId: "orders" })).toMatchObject({
    drain: { kind: "drained" },
  });
  await before.stop();
  await at.restartEngine();
  const after = await at.startConsole();
  const { items } = await after.caller.control.endedPauses();
  expect(items).toMatchObject([{ appId: "orders", actor: "ana", reason: "deploy", endedBy: "restart" }]);
  await after.stop();
});

test("a pause that a take-over by another instance ended is told, with who runs instead", async () => {
  await using at = await world();
  const before = await at.startConsole();
  await before.caller.control.pause({ ...ana, apps: [{ appId: "orders" }] });
  await before.seen("paused");
  await before.stop();
  const second = await at.startEngine(0, { takesOver: true });
  const after = await at.startConsole(second);
  await until(after.ended, ([pause]) => pause?.nextInstanceId === "orders-2");
  const { items } = await after.caller.control.endedPauses();
  expect(items).toMatchObject([
    {
      appId: "orders",
      actor: "ana",
      endedBy: "take-over",
      instanceId: "orders-1",
      nextInstanceId: "orders-2",
    },
  ]);
  await after.stop();
  await second.stop();
});
