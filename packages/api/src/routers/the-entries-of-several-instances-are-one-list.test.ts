import { expect, test } from "vitest";
import { createContext } from "../context.ts";
import { openDatabase } from "../database/open-database.ts";
import { appConfigOf } from "../testing/app-config-of.ts";
import { lateDropOf, partitionOf, violationOf } from "../testing/bodies.ts";
import { collecting, until } from "../testing/collecting.ts";
import { FakeEngine } from "../testing/fake-engine.ts";
import { appRouter } from "./app-router.ts";

/** One app of two instances that share its partitions, each with a late drop and a bug numbered 1. */
async function twoInstances() {
  const a = await FakeEngine.start({ bootId: "bootA", partitions: [partitionOf(0)] });
  const b = await FakeEngine.start({ bootId: "bootB", partitions: [partitionOf(1)] });
  for (const [partition, engine] of [a, b].entries()) {
    engine.lateDrops = [lateDropOf(1)];
    engine.violations = [{ ...violationOf(1), partition, kind: "lane_order", class: "bug" }];
    engine.tick({ lateDropsNext: "1", violationsNext: "1" });
  }
  const collectors = collecting({}, { apps: [appConfigOf("orders", [a.url, b.url])] });
  const database = await openDatabase(":memory:");
  const app = collectors.get("orders");
  await until(
    () => app.listed().instances.map(({ sequence }) => sequence),
    (sequences) => sequences.every((sequence) => sequence === "2"),
  );
  return {
    api: appRouter.createCaller(createContext({ collectors, database })()),
    async [Symbol.asyncDispose]() {
      collectors[Symbol.dispose]();
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
    { appId: "orders", unacknowledged: 1, notHeld: 0 },
  ]);
  const { report } = await at.api.violations.report({ appId: "orders", ...ref });
  expect(report).toMatchObject({
    bootId: "bootB",
    run: { kind: "running", instanceId: "orders-1" },
    partitionNow: { sequence: "2", state: "active" },
  });
});

test("the population of late drops is that of all instances", async () => {
  await using at = await twoInstances();
  const { population } = await at.api.lateDrops.figures({ appId: "orders" });
  expect(population).toMatchObject({ held: 2, heldOfRun: 2, totalOfRun: 2 });
});
