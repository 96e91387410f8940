import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { PauseWatch } from "../control/pause-watch.ts";
import { openDatabase } from "../database/open-database.ts";
import { appConfigOf } from "../testing/app-config-of.ts";
import { lateDropOf, partitionOf, startMs } from "../testing/bodies.ts";
import { collecting, silent, until, watching } from "../testing/collecting.ts";
import { FakeEngine, json } from "../testing/fake-engine.ts";
import { collectedRow } from "../wire/index.ts";

/** One app of two instances: `a` holds partitions, `b` stands by. */
async function twoInstances() {
  const a = await FakeEngine.start({ bootId: "bootA" });
  const b = await FakeEngine.start({ bootId: "bootB", partitions: [] });
  const collectors = collecting({}, { apps: [appConfigOf("orders", [a.url, b.url])] });
  const app = collectors.get("orders");
  await untilInstances(() => app.listed(), ["working", "standing-by"], ["live", "live"]);
  return {
    a,
    b,
    app,
    async [Symbol.asyncDispose]() {
      collectors[Symbol.dispose]();
      await Promise.all([a.stop(), b.stop()]);
    },
  };
}

function untilInstances(
  read: () => ReturnType<typeof collectedRow.parse>,
  roles: readonly string[],
  connections: readonly string[],
) {
  return until(
    () => collectedRow.parse(read()),
    ({ instances }) =>
      instances.every(({ role, connection }, i) => role === roles[i] && connection.kind === connections[i]),
  );
}

test("a hot standby is shown as standing by, and the app is what the working one tells", async () => {
  await using at = await twoInstances();
  const listed = collectedRow.parse(at.app.listed());
  expect(listed).toMatchObject({ bootId: "bootA", sequence: "1", connection: { kind: "live" } });
  expect(listed.instances).toMatchObject([
    { url: at.a.url, role: "working", bootId: "bootA", partitions: 2, age: { kind: "fresh" } },
    { url: at.b.url, role: "standing-by", bootId: "bootB", partitions: 0, age: { kind: "fresh" } },
  ]);
  expect(at.a.asked("/events")).toHaveLength(1);
  expect(at.b.asked("/events")).toHaveLength(1);
});

test("a take-over is followed: the one that died is named, and the heir's partitions count", async () => {
  await using at = await twoInstances();
  using watcher = watching(at.app);
  await watcher.next();
  await at.a.stop();
  const down = await untilInstances(
    () => at.app.listed(),
    ["working", "standing-by"],
    ["unreachable", "live"],
  );
  expect(down).toMatchObject({ connection: { kind: "live" }, bootId: "bootA", partitions: 2 });
  expect(down.instances[0]?.connection).toMatchObject({ reason: expect.any(String) });
  at.b.tick({ partitions: [partitionOf(0), partitionOf(1)] });
  const after = await untilInstances(
    () => at.app.listed(),
    ["standing-by", "working"],
    ["unreachable", "live"],
  );
  expect(after).toMatchObject({ bootId: "bootB", partitions: 2, contestedCount: 0 });
  let value = await watcher.next();
  while (value.id !== "bootB-2") value = await watcher.next();
  expect(collectedRow.parse(value.view.summary).instances.map(({ role }) => role)).toEqual([
    "standing-by",
    "working",
  ]);
});

test("an instance that was never reached is named as unknown, and the app is live all the same", async () => {
  await using a = await FakeEngine.start();
  await using down = await FakeEngine.start();
  await down.stop();
  using collectors = collecting({}, { apps: [appConfigOf("orders", [down.url, a.url])] });
  const listed = await untilInstances(
    () => collectors.get("orders").listed(),
    ["unknown", "working"],
    ["unreachable", "live"],
  );
  expect(listed).toMatchObject({ connection: { kind: "live" }, url: down.url, sequence: "1" });
  expect(listed.instances[0]).toMatchObject({ partitions: null, instanceId: null, age: { kind: "none" } });
});

test("two that work are one app: partitions, counters and lists of both", async () => {
  await using at = await twoInstances();
  at.a.lateDrops = [lateDropOf(1)];
  at.b.lateDrops = [lateDropOf(1), lateDropOf(2)];
  at.a.tick({ partitions: [partitionOf(0)], lateDropsNext: "1" });
  at.b.tick({ partitions: [partitionOf(1)], lateDropsNext: "2" });
  const listed = await until(
    () => at.app.listed(),
    ({ sequence, instances }) => sequence === "4" && instances.every(({ role }) => role === "working"),
  );
  expect(listed).toMatchObject({ partitions: 2, lateDropped: 3, generation: 6 });
  const { items, total, freshness } = await at.app.lateDrops({ limit: 10 });
  expect(items.map(({ bootId, id }) => `${bootId}-${id}`).sort()).toEqual(["bootA-1", "bootB-1", "bootB-2"]);
  expect([total, freshness]).toEqual([3, { kind: "current" }]);
});

test("a pause goes to each that works, with the generation that each is known to be at", async () => {
  await using at = await twoInstances();
  at.a.tick({ partitions: [partitionOf(0)] });
  at.b.tick({ partitions: [partitionOf(1)] });
  await until(
    () => at.app.summary().generation,
    (generation) => generation === 6,
  );
  const request = { actor: "ana", reason: "deploy", expectedGeneration: 6 };
  expect(await at.app.pause(request)).toMatchObject({ result: "pausing", generation: 8 });
  for (const { body } of [...at.a.asked("/pause"), ...at.b.asked("/pause")]) {
    expect(JSON.parse(body)).toMatchObject({ actor: "ana", expectedGeneration: 3 });
  }
  await expect(at.app.pause({ ...request, expectedGeneration: 5 })).rejects.toMatchObject({
    code: "refused",
    message: "the app is at generation 6, not 5; look again",
  });
  at.b.bend("/pause", (response) =>
    json(response, 409, { error: { code: "not-allowed-now", message: "it is stopping" } }),
  );
  await expect(at.app.pause({ actor: "ana", reason: "deploy" })).rejects.toMatchObject({
    code: "partly-done",
    message: `1 of 2 instances did as asked; not so ${at.b.url}: it is stopping`,
  });
  at.a.bend("/pause", (response) => json(response, 500, { error: { code: "internal", message: "oh" } }));
  await expect(at.app.pause({ actor: "ana", reason: "deploy" })).rejects.toMatchObject({
    code: "broken-off",
    message: expect.stringMatching(/^0 of 2 instances did as asked; .* status 500: oh; .*: it is stopping$/),
  });
  at.a.bend("/pause", (response) =>
    json(response, 409, { error: { code: "not-allowed-now", message: "it is starting" } }),
  );
  await expect(at.app.pause({ actor: "ana", reason: "deploy" })).rejects.toMatchObject({
    code: "refused",
    refusal: { code: "not-allowed-now", message: "it is starting" },
  });
});

test("of a pause that one instance took and the other had on already, the pauses of both are told", async () => {
  await using at = await twoInstances();
  at.a.tick({ partitions: [partitionOf(0)] });
  at.b.tick({ partitions: [partitionOf(1)] });
  await until(
    () => at.app.summary().generation,
    (generation) => generation === 6,
  );
  const reason = { kind: "operator" as const, sinceMs: 7, expiresAtMs: null };
  const anas = { ...reason, actor: "ana", reason: "deploy" };
  const bens = { ...reason, actor: "ben", reason: "disk is full" };
  const lifecycle = { kind: "paused", sinceMs: 7 };
  const answer = (result: string, pauseReasons: object) => ({
    result,
    generation: 4,
    lifecycle,
    ...pauseReasons,
  });
  at.a.bend("/pause", (r) => json(r, 200, answer("pausing", { pauseReasons: [anas] })));
  at.b.bend("/pause", (r) => json(r, 200, answer("unchanged", { pauseReasons: [bens] })));
  const request = { actor: "ana", reason: "deploy" };
  expect(await at.app.pause(request)).toMatchObject({ result: "pausing", pauseReasons: [anas, bens] });
  at.b.bend("/pause", (r) => json(r, 200, answer("unchanged", {})));
  expect((await at.app.pause(request)).pauseReasons).toBeUndefined();
});

test("a pause that the restart of one instance ended is told, though the other is paused still", async () => {
  const status = {
    lifecycle: { kind: "paused" as const, sinceMs: startMs },
    pauseReasons: [
      { kind: "operator" as const, actor: "ana", reason: "deploy", sinceMs: startMs, expiresAtMs: null },
    ],
  };
  await using a = await FakeEngine.start({
    bootId: "a1",
    instanceId: "a",
    partitions: [partitionOf(0)],
    status,
  });
  await using b = await FakeEngine.start({
    bootId: "b1",
    instanceId: "b",
    partitions: [partitionOf(1)],
    status,
  });
  const database = await openDatabase(":memory:");
  const pauses = await PauseWatch.open({ database, clock: systemClock, logger: silent });
  using collectors = collecting({}, { apps: [appConfigOf("orders", [a.url, b.url])], observer: pauses });
  const app = collectors.get("orders");
  await until(
    () => app.summary(),
    ({ partitions }) => partitions === 2,
  );
  a.restart({
    bootId: "a2",
    instanceId: "a",
    partitions: [partitionOf(0)],
    status: { startedAtMs: startMs + 5000 },
  });
  const [told] = await until(
    () => pauses.ended(),
    ({ length }) => length === 1,
  );
  expect(told).toMatchObject({ appId: "orders", instanceId: "a", actor: "ana", endedBy: "restart" });
  expect(app.summary().lifecycle).toEqual({ kind: "running" });
  await pauses.settled();
  await database.destroy();
});

test("of a pause that one instance carried out and the other refused, the one's is known before any tick tells it", async () => {
  await using a = await FakeEngine.start({ bootId: "a1", instanceId: "a", partitions: [partitionOf(0)] });
  await using b = await FakeEngine.start({ bootId: "b1", instanceId: "b", partitions: [partitionOf(1)] });
  const database = await openDatabase(":memory:");
  const pauses = await PauseWatch.open({ database, clock: systemClock, logger: silent });
  using collectors = collecting({}, { apps: [appConfigOf("orders", [a.url, b.url])], observer: pauses });
  const app = collectors.get("orders");
  await until(
    () => app.summary(),
    ({ partitions }) => partitions === 2,
  );
  const error = { code: "not-allowed-now", message: "the app is starting: it can't pause now" };
  b.bend("/pause", (response) => json(response, 409, { error }));
  await expect(app.pause({ actor: "ana", reason: "deploy" })).rejects.toMatchObject({ code: "partly-done" });
  const restarted = { status: { startedAtMs: startMs + 5000 } };
  b.restart({ bootId: "b2", instanceId: "b", partitions: [partitionOf(1)], ...restarted });
  a.restart({ bootId: "a2", instanceId: "a", partitions: [partitionOf(0)], ...restarted });
  await until(
    () => app.listed(),
    ({ instances }) => instances.map(({ bootId }) => bootId).join() === "a2,b2",
  );
  expect(pauses.ended()).toMatchObject([{ instanceId: "a", actor: "ana", endedBy: "restart" }]);
  await pauses.settled();
  await database.destroy();
});

test("each is told its own run where the caller named the app's, and another one is refused", async () => {
  await using at = await twoInstances();
  const capabilities = ["pause", "expected-boot"];
  at.a.tick({ partitions: [partitionOf(0)], capabilities });
  at.b.tick({ partitions: [partitionOf(1)], capabilities });
  const { bootId } = await until(
    () => at.app.summary(),
    ({ generation, sequence }) => generation === 6 && sequence === "4",
  );
  const request = { actor: "ana", reason: "deploy" };
  await at.app.pause({ ...request, expectedBootId: bootId ?? "" });
  const asked = [...at.a.asked("/pause"), ...at.b.asked("/pause")].map(({ body }) => JSON.parse(body));
  expect(asked).toEqual([
    { ...request, expectedBootId: "bootA" },
    { ...request, expectedBootId: "bootB" },
  ]);
  await expect(at.app.pause({ ...request, expectedBootId: "bootA" })).rejects.toMatchObject({
    refusal: {
      code: "stale-run",
      message: expect.stringContaining("not bootA: since then an instance was started again"),
    },
  });
});

test("while nobody works the generation that is shown is the one that a click has to name", async () => {
  await using at = await twoInstances();
  at.a.tick({ partitions: [], status: { generation: 2 } });
  at.b.tick({ partitions: [], status: { generation: 1 } });
  const { generation } = await until(
    () => collectedRow.parse(at.app.listed()),
    ({ instances }) => instances.every(({ sequence }) => sequence === "2"),
  );
  expect(generation).toBe(2);
  await at.app.pause({ actor: "ana", reason: "deploy", expectedGeneration: 2 });
  const asked = [...at.a.asked("/pause"), ...at.b.asked("/pause")].map(({ body }) => JSON.parse(body));
  expect(asked).toMatchObject([{ expectedGeneration: 2 }, { expectedGeneration: 1 }]);
});

test("a standby is not paused with the app", async () => {
  await using at = await twoInstances();
  await at.app.pause({ actor: "ana", reason: "deploy", expectedGeneration: 3 });
  expect(at.a.asked("/pause")).toHaveLength(1);
  expect(at.b.asked("/pause")).toHaveLength(0);
});

test("while one instance works on, the app is not paused, and each says what it is", async () => {
  await using at = await twoInstances();
  const paused = { kind: "paused" as const, sinceMs: 1_790_000_000_000 };
  at.a.tick({ partitions: [partitionOf(0)], status: { lifecycle: paused } });
  at.b.tick({ partitions: [partitionOf(1)], status: { lifecycle: { kind: "running" } } });
  const { lifecycle, instances } = await until(
    () => collectedRow.parse(at.app.listed()),
    (listed) => listed.instances.every(({ sequence }) => sequence === "2"),
  );
  expect(lifecycle).toEqual({ kind: "running" });
  expect(instances.map((instance) => instance.lifecycle)).toEqual([paused, { kind: "running" }]);
});
