import { expect, test } from "vitest";
import { partitionOf } from "../testing/bodies.ts";
import { collecting, until, untilConnection, untilSequence, watching } from "../testing/collecting.ts";
import { FakeEngine } from "../testing/fake-engine.ts";

test("fifty subscriptions and any number of readers hang on one connection", async () => {
  await using engine = await FakeEngine.start();
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  const watchers = Array.from({ length: 50 }, () => watching(app));
  for (const watcher of watchers) expect((await watcher.next()).id).toBe("boot1-1");
  engine.tick();
  for (const watcher of watchers) {
    const { id, view } = await watcher.next();
    expect(id).toBe("boot1-2");
    expect(view.snapshot?.sequence).toBe("2");
    expect(view.summary.sequence).toBe("2");
  }
  for (let i = 0; i < 20; i += 1) {
    app.summary();
    app.recentTicks();
    await app.lateDrops({ limit: 50 });
  }
  expect(engine.asked("/events")).toHaveLength(1);
  expect(engine.asked("/late-drops")).toHaveLength(1);
  for (const watcher of watchers) expect(await watcher.rest()).toBe(true);
});

test("start is done once, and stop ends the connection, the subscriptions and all attempts", async () => {
  await using engine = await FakeEngine.start();
  using collectors = collecting({ orders: engine });
  collectors.start();
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  using watcher = watching(app);
  await watcher.next();
  const rest = watcher.next();
  collectors.stop();
  await expect(rest).rejects.toThrow("the subscription has ended");
  await until(
    () => engine.feeds.size,
    (feeds) => feeds === 0,
  );
  expect(engine.asked("/events")).toHaveLength(1);
});

test("a connection that breaks is resumed from the last tick, and what was missed is had", async () => {
  await using engine = await FakeEngine.start();
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  engine.hangUp();
  const broken = await untilConnection(app, "unreachable");
  expect(broken.connection).toMatchObject({ reason: "it ended the connection" });
  expect(broken).toMatchObject({ sequence: "1", globalWatermarkMs: expect.any(Number) });
  engine.tick({ partitions: [partitionOf(0, { lag: "9007199254740993" }), partitionOf(1, { lag: null })] });
  engine.tick();
  const back = await untilSequence(app, "3");
  expect(engine.asked("/events").map(({ headers }) => headers["last-event-id"])).toEqual([
    undefined,
    "boot1-1",
  ]);
  expect(app.recentTicks().ticks.map(({ sequence }) => sequence)).toEqual(["1", "2", "3"]);
  expect(back).toMatchObject({ lag: "9007199254740993", partitionsWithoutLag: 1, violations: 3 });
});

test("a restarted app is taken up under its new boot, though its sequence is lower", async () => {
  await using engine = await FakeEngine.start({ bootId: "boot1", sequence: 500 });
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  await untilSequence(app, "500");
  using watcher = watching(app, "boot1-499");
  expect((await watcher.next()).id).toBe("boot1-500");
  engine.restart({ bootId: "boot2", sequence: 1 });
  let value = await watcher.next();
  while (value.view.summary.bootId === "boot1") value = await watcher.next();
  expect(value.id).toBe("boot2-1");
  expect(value.view.summary.connection.kind).toBe("live");
  expect(app.recentTicks().ticks.map(({ bootId, sequence }) => `${bootId}-${sequence}`)).toEqual([
    "boot1-500",
    "boot2-1",
  ]);
});

test("an app that is down is tried until it is up, and says since when it was seen last", async () => {
  await using engine = await FakeEngine.start();
  await engine.stop();
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  expect(app.summary()).toMatchObject({ connection: { kind: "connecting" }, sequence: null, lag: null });
  const down = await untilConnection(app, "unreachable");
  expect(down.connection).toMatchObject({
    lastSeenMs: null,
    reason: "connection refused: nothing listens there",
  });
  await engine.listen();
  await untilSequence(app, "1");
  await engine.stop();
  const gone = await untilConnection(app, "unreachable");
  expect(gone.connection).toMatchObject({ lastSeenMs: gone.receivedAtMs });
});

test("a subscription is told when the connection changes, under the id of the same tick", async () => {
  await using engine = await FakeEngine.start();
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  using watcher = watching(app);
  expect((await watcher.next()).view.summary.connection.kind).toBe("live");
  await engine.stop();
  const { id, view } = await watcher.next();
  expect(id).toBe("boot1-1");
  expect(view.summary.connection.kind).toBe("unreachable");
  expect(view.snapshot?.sequence).toBe("1");
});

test("a subscription that comes back is given the ticks that it missed, then the newest", async () => {
  await using engine = await FakeEngine.start();
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  for (let sequence = 2; sequence <= 30; sequence += 1) {
    await untilSequence(app, String(sequence - 1));
    engine.tick();
  }
  await untilSequence(app, "30");
  const ids = async (lastEventId: string | undefined, count: number) => {
    using watcher = watching(app, lastEventId);
    const read: string[] = [];
    for (let i = 0; i < count; i += 1) read.push((await watcher.next()).id);
    return read;
  };
  expect(await ids("boot1-27", 3)).toEqual(["boot1-28", "boot1-29", "boot1-30"]);
  expect(await ids("boot1-30", 1)).toEqual(["boot1-30"]);
  expect(await ids("boot1-2", 1)).toEqual(["boot1-30"]);
  expect(await ids("boot0-99", 1)).toEqual(["boot1-30"]);
  expect(await ids(undefined, 1)).toEqual(["boot1-30"]);
});

test("a slow subscription finds the newest tick, not a queue", async () => {
  await using engine = await FakeEngine.start();
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  using watcher = watching(app);
  await watcher.next();
  for (let i = 0; i < 40; i += 1) engine.tick();
  await untilSequence(app, "41");
  expect((await watcher.next()).id).toBe("boot1-41");
});

test("subscriptions on one app are bounded", async () => {
  await using engine = await FakeEngine.start();
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  const watchers = Array.from({ length: 512 }, () => watching(app));
  for (const watcher of watchers) await watcher.next();
  await expect(watching(app).next()).rejects.toMatchObject({ code: "too-many-watchers" });
  expect(await watchers[0]?.rest()).toBe(true);
  using another = watching(app);
  await another.next();
});
