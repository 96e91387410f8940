import { expect, test } from "vitest";
import { holdOf, lateDropOf, partitionOf, snapshotOf, violationOf } from "../testing/bodies.ts";
import { until, untilSequence } from "../testing/collecting.ts";
import { failing, serving } from "../testing/serving.ts";
import { subscribed } from "../testing/subscribed.ts";
import { appView, holdPage, lateDropPage, listedApp, recentTicks, violationPage } from "../wire/index.ts";

test("what each query answers is what its schema says", async () => {
  await using at = await serving();
  at.engine.lateDrops = [lateDropOf(1), lateDropOf(2)];
  at.engine.holds = [holdOf(1), holdOf(2), holdOf(3)];
  at.engine.violations = [violationOf(1)];
  at.engine.tick({ lateDropsNext: "2", holdsNext: "3", violationsNext: "1" });
  await untilSequence(at.app, "2");
  const list = await at.client.apps.list.query();
  expect(list.map((one) => listedApp.parse(one))).toMatchObject([
    {
      id: "orders",
      app: "orders-app",
      sequence: "2",
      lag: "0",
      partitions: 2,
      lateDropped: 2,
      violations: 3,
      bugs: 1,
      heldHeads: 0,
      pressure: { lanes: 0, fullLanes: 0, cause: null },
      lateDropRate: { kind: "not-known", why: "too-short" },
      rates: { lag: { kind: "not-known", why: "too-short" } },
      gapTrail: { everyMs: 10_000 },
      lastSeenMs: expect.any(Number),
      pace: { kind: expect.any(String) },
    },
  ]);
  const recent = await at.client.watermarks.recent.query({ appId: "orders" });
  expect(recentTicks.parse(recent).ticks.map(({ sequence }) => sequence)).toEqual(["1", "2"]);
  const drops = await at.client.lateDrops.list.query({ appId: "orders", limit: 1 });
  expect(lateDropPage.parse(drops)).toMatchObject({
    items: [{ id: "2", bootId: "boot1", offset: "9007199254740993", value: { text: "order 2" } }],
    total: 2,
    nextBefore: expect.any(String),
  });
  const older = await at.client.lateDrops.list.query({ appId: "orders", before: drops.nextBefore ?? "" });
  expect(older.items.map(({ id }) => id)).toEqual(["1"]);
  const holds = await at.client.holds.list.query({ appId: "orders", limit: 2 });
  expect(holdPage.parse(holds)).toMatchObject({
    items: [
      { id: "3", bootId: "boot1", headOffset: "9007199254740993", heldMs: 700, endedBy: "dispatched" },
      { id: "2" },
    ],
    total: 3,
    nextBefore: expect.any(String),
  });
  const ledger = await at.client.violations.list.query({ appId: "orders" });
  expect(violationPage.parse(ledger).items).toMatchObject([{ offsetBefore: "9223372036854775807" }]);
});

test("where every field may be left out, so may the input", async () => {
  await using at = await serving();
  expect(await at.client.audit.list.query()).toEqual(await at.client.audit.list.query({}));
  expect(await at.client.violations.unacknowledged.query()).toMatchObject([{ appId: "orders" }]);
  for (const procedure of ["audit.list", "violations.unacknowledged", "apps.list", "apps.configuration"]) {
    expect((await fetch(`${at.url}/${procedure}`)).status, procedure).toBe(200);
  }
});

test("an app that tells of no holds is not asked for them", async () => {
  await using at = await serving();
  at.engine.tick({ capabilities: ["pause"], holdsNext: "7" });
  await untilSequence(at.app, "2");
  // The first tick told of holds, and they were asked for.
  const asked = await until(
    () => at.engine.asked("/holds").length,
    (times) => times > 0,
  );
  at.engine.tick({ capabilities: ["pause"], holdsNext: "8" });
  await untilSequence(at.app, "3");
  expect(at.engine.asked("/holds")).toHaveLength(asked);
});

test("late drops whose payloads do not fit one answer together are had one by one", async () => {
  await using at = await serving();
  at.engine.lateDrops = [1, 2, 3].map((id) => lateDropOf(id, "x".repeat(20_000)));
  for (const drop of at.engine.lateDrops) drop.headers = Array.from({ length: 3 }, () => ["h", drop.value]);
  at.engine.tick({ lateDropsNext: "3" });
  await untilSequence(at.app, "2");
  const { items, freshness } = await at.client.lateDrops.list.query({ appId: "orders" });
  expect(freshness).toEqual({ kind: "current" });
  expect(items.map(({ id }) => id)).toEqual(["3", "2", "1"]);
});

test("a subscription begins at once and carries bootId-sequence as the id of each event", async () => {
  await using at = await serving();
  using stream = subscribed(at.url, { appId: "orders" });
  const first = await stream.nextView();
  expect([first.id, first.kind]).toEqual(["boot1-1", "snapshot"]);
  const view = appView.parse(first.view);
  expect(view).toMatchObject({ summary: { sequence: "1" }, snapshot: { sequence: "1" } });
  at.engine.tick({ partitions: [partitionOf(0, { endPosition: "9223372036854775807" })] });
  const second = await stream.nextView();
  expect(second.id).toBe("boot1-2");
  expect(appView.parse(second.view).snapshot?.watermarks.partitions).toMatchObject([
    { endPosition: "9223372036854775807" },
  ]);
});

test("a subscription resumes by Last-Event-ID, and starts anew after a restart of the app", async () => {
  await using at = await serving();
  at.engine.tick();
  at.engine.tick();
  await untilSequence(at.app, "3");
  {
    using resumed = subscribed(at.url, { appId: "orders", lastEventId: null }, "boot1-1");
    expect(await resumed.nextView()).toMatchObject({ id: "boot1-2", kind: "snapshot" });
    expect(await resumed.nextView()).toMatchObject({
      id: "boot1-3",
      kind: "delta",
      view: { snapshot: { sequence: "3" } },
    });
  }
  at.engine.restart({ bootId: "boot2" });
  await untilSequence(at.app, "1");
  using after = subscribed(at.url, { appId: "orders" }, "boot1-3");
  expect((await after.next()).id).toBe("boot2-1");
});

test("a client that goes away leaves no subscription behind", async () => {
  await using at = await serving();
  for (let i = 0; i < 520; i += 1) {
    using stream = subscribed(at.url, { appId: "orders" });
    expect((await stream.next()).id).toBe("boot1-1");
  }
});

test("an app that is not configured is named, with those that are", async () => {
  await using at = await serving();
  const { message, data } = await failing(at.client.watermarks.recent.query({ appId: "other" }));
  expect(message).toBe('no app "other" is configured; known: orders');
  expect(data).toEqual({ code: "NOT_FOUND", httpStatus: 404, apiCode: "unknown-app" });
  using stream = subscribed(at.url, { appId: "other" });
  const { event, data: text } = await stream.next();
  expect(event).toBe("serialized-error");
  expect(JSON.parse(text)).toMatchObject({ message: 'no app "other" is configured; known: orders', data });
});

test("a wrong input names its field, and no error carries a stack", async () => {
  await using at = await serving();
  const input = { appId: "orders", limit: 201 };
  const { message, data } = await failing(at.client.lateDrops.list.query(input));
  expect(message).toBe("limit: Too big: expected number to be <=200");
  expect(data).toEqual({ code: "BAD_REQUEST", httpStatus: 400, apiCode: "bad-request" });
  const cursor = await failing(at.client.lateDrops.list.query({ appId: "orders", before: "x" }));
  expect(cursor.data).toEqual({ code: "BAD_REQUEST", httpStatus: 400, apiCode: "unknown-cursor" });
});

test.each([
  ["", 200, null],
  ["?input={}", 200, null],
  ['?input={"appId":"orders"}', 400, "bad-request"],
  ["?input={", 400, "bad-request"],
])("what asks for nothing is asked with %o by a command line: %i", async (input, status, apiCode) => {
  await using at = await serving();
  const response = await fetch(`${at.url}/apps.list${input}`);
  expect(response.status).toBe(status);
  const body: unknown = await response.json();
  if (apiCode === null) expect(body).toMatchObject({ result: { data: [{ id: "orders" }] } });
  else expect(body).toMatchObject({ error: { data: { apiCode } } });
});

test("the newest tick of many is what a page's first value shows", async () => {
  await using at = await serving();
  const before = snapshotOf();
  for (let i = 0; i < 25; i += 1) at.engine.tick();
  await untilSequence(at.app, "26");
  using stream = subscribed(at.url, { appId: "orders" });
  const { view } = await stream.nextView();
  expect(view.snapshot?.atMs).toBe(before.atMs + 25_000);
});
