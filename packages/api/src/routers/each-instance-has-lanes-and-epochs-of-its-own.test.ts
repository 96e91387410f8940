import type { Commit, Lane, Status } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { createContext } from "../context.ts";
import { openDatabase } from "../database/open-database.ts";
import { openHistory } from "../history/open-history.ts";
import { appConfigOf } from "../testing/app-config-of.ts";
import { partitionOf } from "../testing/bodies.ts";
import { collecting, silent, until } from "../testing/collecting.ts";
import { FakeEngine } from "../testing/fake-engine.ts";
import { appRouter } from "./app-router.ts";

function laneOf(lane: number, depth: number): Lane {
  const figures = { capacity: 1000, oldestAgeMs: 3, operator: null, busyRatio: 0.5, processed: 9 };
  return { stage: 1, lane, state: "busy", depth, ...figures };
}

function commitOf(epoch: number, atMs: number): Commit {
  const figures = { drainMs: 1, commitMs: 4, records: 1, outputs: 0, changelogRows: 0 };
  return { epoch, atMs, outcome: "committed", ...figures };
}

/** A console over one app of as many instances as there are depths of lane 1/0, with those names. */
async function consoleOver(
  depths: readonly number[],
  names: readonly string[],
  statusOf: (i: number) => Partial<Status> = () => ({}),
) {
  const atMs = Date.now();
  const engines: FakeEngine[] = [];
  for (const [i, depth] of depths.entries()) {
    const engine = await FakeEngine.start({
      atMs,
      bootId: `boot${i}`,
      instanceId: names[i] ?? "",
      partitions: [partitionOf(i)],
      status: statusOf(i),
      commits: [commitOf(7, atMs - 100 - i)],
    });
    engine.current = { ...engine.current, lanes: { lanes: [laneOf(0, depth)], eventLoopDelayMs: 1 } };
    engines.push(engine);
  }
  const database = await openDatabase(":memory:");
  const history = await openHistory({ database, logger: silent });
  const apps = [
    appConfigOf(
      "orders",
      engines.map(({ url }) => url),
    ),
  ];
  const collectors = collecting({}, { apps, observer: history.observer });
  const app = collectors.get("orders");
  await until(
    () => app.summary(),
    ({ partitions }) => partitions === depths.length,
  );
  await history.flush();
  return {
    app,
    caller: appRouter.createCaller(createContext({ collectors, database, history })()),
    past: { appId: "orders", fromMs: atMs - 1000, toMs: atMs + 1000 },
    async [Symbol.asyncDispose](): Promise<void> {
      collectors[Symbol.dispose]();
      await Promise.all(engines.map((engine) => engine.stop()));
      await history.stop();
      await database.destroy();
    },
  };
}

test("lanes that two instances number alike are two, live and in history, each with its own figures", async () => {
  await using at = await consoleOver([3, 800], ["orders-1", "orders-2"]);
  const live = await at.caller.lanes.live({ appId: "orders" });
  const told = live.tick?.lanes.map(({ instanceId, stage, lane, depth }) => [instanceId, stage, lane, depth]);
  expect(told).toEqual([
    ["orders-1", 1, 0, 3],
    ["orders-2", 1, 0, 800],
  ]);
  const { lanes, omittedLanes } = await at.caller.lanes.history(at.past);
  expect(omittedLanes).toBe(0);
  const kept = lanes.map(({ instanceId, stage, lane, depth }) => [instanceId, stage, lane, depth.max]);
  expect(kept).toEqual([
    ["orders-1", 1, 0, [3]],
    ["orders-2", 1, 0, [800]],
  ]);
});

test("one lane is chosen by its instance, stage and number", async () => {
  await using at = await consoleOver([3, 800], ["orders-1", "orders-2"]);
  const chosen = { instanceId: "orders-2", stage: 1, lane: 0 };
  const { lanes } = await at.caller.lanes.history({ ...at.past, lanes: [chosen] });
  expect(lanes).toMatchObject([{ ...chosen, depth: { last: [800] } }]);
  const other = { instanceId: "orders-3", stage: 1, lane: 0 };
  const none = await at.caller.lanes.history({ ...at.past, lanes: [other] });
  expect(none.lanes).toMatchObject([{ ...other, depth: { last: [null] } }]);
});

test("the lanes of a single instance have its name too, and its tick is shown as it told it", async () => {
  await using at = await consoleOver([3], ["orders-1"]);
  const lane = { instanceId: "orders-1", stage: 1, lane: 0 };
  expect((await at.caller.lanes.live({ appId: "orders" })).tick?.lanes).toMatchObject([
    { ...lane, depth: 3 },
  ]);
  expect((await at.caller.lanes.history(at.past)).lanes).toMatchObject([{ ...lane, depth: { last: [3] } }]);
  expect(at.app.newest()?.snapshot.lanes.lanes[0]).not.toHaveProperty("instanceId");
});

test("instances that call themselves the same are told apart by their place, wherever they are named", async () => {
  await using at = await consoleOver([3, 800], ["orders-1", "orders-1"]);
  const names = ["orders-1 #1", "orders-1 #2"];
  expect(at.app.listed().instances.map(({ instanceId }) => instanceId)).toEqual(names);
  const { tick } = await at.caller.lanes.live({ appId: "orders" });
  expect(tick?.lanes.map(({ instanceId }) => instanceId)).toEqual(names);
  const chosen = { instanceId: "orders-1 #2", stage: 1, lane: 0 };
  const { lanes } = await at.caller.lanes.history({ ...at.past, lanes: [chosen] });
  expect(lanes).toMatchObject([{ depth: { last: [800] } }]);
  const { holder } = await at.caller.diagnosis.get({ appId: "orders" });
  expect(names).toContain(holder?.instance.instanceId);
});

test("epochs that two instances number alike are each of their instance", async () => {
  await using at = await consoleOver([3, 800], ["orders-1", "orders-2"]);
  const { tick } = await at.caller.commits.recent({ appId: "orders" });
  expect(tick?.commits.map(({ instanceId, epoch }) => [instanceId, epoch])).toEqual([
    ["orders-1", 7],
    ["orders-2", 7],
  ]);
});

test("whose lane holds a drain is said", async () => {
  const blocker = { lane: 0, operator: "enrich", records: 2 };
  await using at = await consoleOver([3, 800], ["orders-1", "orders-2"], (i) => ({
    lifecycle: { kind: "pausing", sinceMs: 0, waitingFor: [{ ...blocker, oldestAgeMs: 50_000 * (i + 1) }] },
  }));
  expect((await at.caller.control.drain({ appId: "orders" })).drain).toMatchObject({
    records: 4,
    waitingFor: [{ instanceId: "orders-2" }, { instanceId: "orders-1" }],
    holder: { kind: "lane", instanceId: "orders-2", ...blocker, oldestAgeMs: 100_000 },
  });
});
