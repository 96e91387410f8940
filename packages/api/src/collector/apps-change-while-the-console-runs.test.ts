import { expect, test } from "vitest";
import { appConfigOf } from "../testing/app-config-of.ts";
import { collecting, until, untilSequence, watching } from "../testing/collecting.ts";
import { FakeEngine } from "../testing/fake-engine.ts";

test("an app that is added is followed, and those that stay are not touched", async () => {
  await using orders = await FakeEngine.start();
  await using stock = await FakeEngine.start();
  using collectors = collecting({ orders });
  const before = collectors.get("orders");
  await untilSequence(before, "1");
  using watcher = watching(before);
  await watcher.next();
  collectors.apply([appConfigOf("stock", stock.url), appConfigOf("orders", orders.url)]);
  await untilSequence(collectors.get("stock"), "1");
  expect(collectors.list().map(({ id }) => id)).toEqual(["stock", "orders"]);
  expect(collectors.get("orders")).toBe(before);
  orders.tick();
  expect((await watcher.next()).id).toBe("boot1-2");
  expect(orders.asked("/events")).toHaveLength(1);
});

test("an app that is removed is left, and who watches it is told", async () => {
  await using orders = await FakeEngine.start();
  using collectors = collecting({ orders });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  using watcher = watching(app);
  await watcher.next();
  const rest = watcher.next();
  collectors.apply([]);
  await expect(rest).rejects.toMatchObject({
    code: "unknown-app",
    message: 'no app "orders" is configured; known: none',
  });
  await until(
    () => orders.feeds.size,
    (feeds) => feeds === 0,
  );
  expect(() => collectors.get("orders")).toThrow('no app "orders" is configured');
});

test("who is in charge can change without a new connection", async () => {
  await using orders = await FakeEngine.start();
  using collectors = collecting({ orders });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  using watcher = watching(app);
  await watcher.next();
  const more = { owner: "payments team", runbookUrl: "https://wiki.example/orders", labels: { tier: "1" } };
  collectors.apply([appConfigOf("orders", orders.url, more)]);
  expect((await watcher.next()).view.summary).toMatchObject({ ...more, sequence: "1" });
  expect(orders.asked("/events")).toHaveLength(1);
});

test("another address is another connection, and what was collected stays", async () => {
  await using orders = await FakeEngine.start();
  await using moved = await FakeEngine.start({ bootId: "boot2" });
  using collectors = collecting({ orders });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  collectors.apply([appConfigOf("orders", moved.url)]);
  await until(
    () => app.summary(),
    ({ bootId, url }) => bootId === "boot2" && url === moved.url,
  );
  await until(
    () => orders.feeds.size,
    (feeds) => feeds === 0,
  );
  expect(app.recentTicks().ticks.map(({ bootId }) => bootId)).toEqual(["boot1", "boot2"]);
});

test("after the stop no list is taken", async () => {
  await using orders = await FakeEngine.start();
  using collectors = collecting({ orders });
  collectors.stop();
  collectors.apply([appConfigOf("stock", orders.url)]);
  expect(collectors.list().map(({ id }) => id)).toEqual(["orders"]);
});
