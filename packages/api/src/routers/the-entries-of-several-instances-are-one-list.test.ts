import { describe, expect, test, vi } from "vitest";
import type { CollectedEntries } from "../collector/collector-observer.ts";
import { createContext } from "../context.ts";
import { openDatabase } from "../database/open-database.ts";
import { openHistory } from "../history/open-history.ts";
import { appConfigOf } from "../testing/app-config-of.ts";
import { holdOf, lateDropOf, partitionOf, violationOf } from "../testing/bodies.ts";
import { collecting, silent, until, untilSequence } from "../testing/collecting.ts";
import { FakeEngine } from "../testing/fake-engine.ts";
import { appRouter } from "./app-router.ts";

/** One app of two instances that share its partitions, each with a late drop and a bug numbered 1. */
async function twoInstances() {
  const a = await FakeEngine.start({ bootId: "bootA", instanceId: "orders-a", partitions: [partitionOf(0)] });
  const b = await FakeEngine.start({ bootId: "bootB", instanceId: "orders-b", partitions: [partitionOf(1)] });
  for (const [partition, engine] of [a, b].entries()) {
    engine.lateDrops = [lateDropOf(1)];
    engine.holds = [holdOf(1)];
    engine.violations = [{ ...violationOf(1), partition, kind: "lane_order", class: "bug" }];
    const { instanceId } = engine.current;
    engine.tick({ instanceId, lateDropsNext: "1", holdsNext: "1", violationsNext: "1" });
  }
  const database = await openDatabase(":memory:");
  const history = await openHistory({ database, logger: silent });
  const apps = [appConfigOf("orders", [a.url, b.url])];
  const collectors = collecting({}, { apps, observer: history.observer });
  const app = collectors.get("orders");
  await until(
    () => app.listed().instances.map(({ sequence }) => sequence),
    (sequences) => sequences.every((sequence) => sequence === "2"),
  );
  // What was announced is fetched a moment later, and a reader's patience ends where the machine is busy.
  const page = { limit: 2 };
  await vi.waitFor(
    async () => {
      const lists = await Promise.all([app.lateDrops(page), app.holds(page), app.violations(page)]);
      expect(lists.map(({ items }) => items.length)).toEqual([2, 2, 2]);
    },
    { timeout: 10_000, interval: 5 },
  );
  return {
    a,
    b,
    app,
    history,
    api: appRouter.createCaller(createContext({ collectors, database, history })()),
    async [Symbol.asyncDispose]() {
      collectors[Symbol.dispose]();
      await history.stop();
      await Promise.all([a.stop(), b.stop(), database.destroy()]);
    },
  };
}

test("a violation is of its instance: it is acknowledged and reported as that one's", async () => {
  await using at = await twoInstances();
  const ref = { bootId: "bootB", id: "1" };
  const call = { appId: "orders", actor: "ana", note: "seen" };
  await at.api.violations.acknowledge({ ...call, violations: [ref] });
  const { items } = await at.api.violations.list({ appId: "orders" });
  const looked = items.map(({ bootId, acknowledgement }) => [bootId, acknowledgement?.actor ?? null]);
  expect(Object.fromEntries(looked)).toEqual({ bootA: null, bootB: "ana" });
  expect(await at.api.violations.unacknowledged({})).toEqual([
    { appId: "orders", unacknowledged: 1, isMore: false, notHeld: 0 },
  ]);
  const { report } = await at.api.violations.report({ appId: "orders", ...ref });
  expect(report).toMatchObject({
    bootId: "bootB",
    instanceId: "orders-b",
    run: { kind: "running", instanceId: "orders-b" },
    partitionNow: { sequence: "4", state: "active" },
  });
});

test("a drop, a hold and a violation each name the instance, in history and after its restart too", async () => {
  await using at = await twoInstances();
  const ofEach = [
    ["bootA", "orders-a"],
    ["bootB", "orders-b"],
  ];
  const orders = { appId: "orders" };
  const whose = ({
    items,
  }: {
    readonly items: readonly { bootId: string; instanceId?: string | undefined }[];
  }) => items.map(({ bootId, instanceId }) => [bootId, instanceId]).sort();
  const read = async () =>
    Promise.all([at.api.lateDrops.list(orders), at.api.holds.list(orders), at.api.violations.list(orders)]);
  expect((await read()).map(whose)).toEqual([ofEach, ofEach, ofEach]);
  at.b.restart({ bootId: "bootB2", instanceId: "orders-b2", partitions: [partitionOf(1)] });
  await until(
    () => at.app.listed(),
    ({ instances }) => instances[1]?.bootId === "bootB2",
  );
  expect((await read()).map(whose)).toEqual([ofEach, ofEach, ofEach]);
  await at.history.flush();
  const past = { ...orders, fromMs: 0, toMs: Number(8e15) };
  expect(whose(await at.api.holds.history(past))).toEqual(ofEach);
  expect(whose(await at.api.violations.history(past))).toEqual(ofEach);
  const { report } = await at.api.violations.report({ ...orders, bootId: "bootB", id: "1" });
  expect(report).toMatchObject({
    instanceId: "orders-b",
    run: { kind: "not-known" },
    partitionNow: { state: "active" },
  });
});

test("the population of late drops is that of all instances", async () => {
  await using at = await twoInstances();
  const { population } = await at.api.lateDrops.figures({ appId: "orders" });
  expect(population).toMatchObject({ held: 2, heldOfRun: 2, totalOfRun: 2 });
});

describe("one process at two addresses", () => {
  /** With what was given to history: [kind, id] of each entry. */
  async function oneProcess(urlsOf: (engine: FakeEngine) => readonly string[]) {
    const engine = await FakeEngine.start();
    engine.lateDrops = [1, 2, 3].map((id) => lateDropOf(id));
    engine.holds = [holdOf(1)];
    engine.violations = [{ ...violationOf(1), kind: "lane_order", class: "bug" }];
    const given: string[] = [];
    const observer = {
      tick: () => undefined,
      entries: (_: string, { kind, items }: CollectedEntries) => {
        for (const { id } of items) given.push(`${kind} ${id}`);
      },
    };
    const collectors = collecting({}, { apps: [appConfigOf("orders", urlsOf(engine))], observer });
    const database = await openDatabase(":memory:");
    const api = appRouter.createCaller(createContext({ collectors, database })());
    return {
      api,
      collectors,
      engine,
      given,
      async next(sequence: string) {
        engine.tick({ lateDropsNext: "3", holdsNext: "1", violationsNext: "1" });
        await until(
          () => collectors.get("orders").listed(),
          ({ instances }) => instances.every((one) => one.sequence === sequence),
        );
      },
      /** What readers are told, and history was. */
      async told() {
        const drops = await api.lateDrops.list({ appId: "orders", limit: 2 });
        const more = await api.lateDrops.list({ appId: "orders", before: drops.nextBefore ?? undefined });
        const { population } = await api.lateDrops.figures({ appId: "orders" });
        const violations = await api.violations.list({ appId: "orders" });
        return {
          drops: [...drops.items, ...more.items].map(({ id }) => id),
          totals: [drops.total, drops.retained, population.heldOfRun, population.totalOfRun],
          holds: (await api.holds.list({ appId: "orders" })).items.map(({ id }) => id),
          violations: violations.items.map(({ id }) => id),
          bugs: await api.violations.unacknowledged({}),
          given: given.toSorted(),
        };
      },
      async [Symbol.asyncDispose]() {
        collectors[Symbol.dispose]();
        await Promise.all([engine.stop(), database.destroy()]);
      },
    };
  }

  const alias = (engine: FakeEngine) => engine.url.replace("127.0.0.1", "localhost");
  const once = {
    drops: ["3", "2", "1"],
    totals: [3, 3, 3, 3],
    holds: ["1"],
    violations: ["1"],
    bugs: [{ appId: "orders", unacknowledged: 1, isMore: false, notHeld: 0 }],
    given: ["hold 1", "late-drop 1", "late-drop 2", "late-drop 3", "violation 1"],
  };

  test("tells each entry once", async () => {
    await using at = await oneProcess((engine) => [engine.url, alias(engine)]);
    await until(
      () => at.collectors.get("orders").listed(),
      ({ instances }) => instances.every(({ sequence }) => sequence === "1"),
    );
    await at.next("2");
    expect(await at.told()).toEqual(once);
  });

  test("that is given another address tells nothing twice", async () => {
    await using at = await oneProcess((engine) => [engine.url]);
    await untilSequence(at.collectors.get("orders"), "1");
    await at.next("2");
    expect(await at.told()).toEqual(once);
    at.collectors.apply([appConfigOf("orders", [alias(at.engine)])]);
    await until(
      () => at.collectors.get("orders").listed(),
      ({ instances }) => instances.every(({ age }) => age.kind === "fresh"),
    );
    await at.next("3");
    expect(await at.told()).toEqual(once);
  });
});
