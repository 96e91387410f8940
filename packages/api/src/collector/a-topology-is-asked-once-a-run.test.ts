import { expect, test } from "vitest";
import { collecting, untilSequence } from "../testing/collecting.ts";
import { FakeEngine, json } from "../testing/fake-engine.ts";

const source = { id: "orders-source", kind: "source", stage: 1, from: [], topic: "orders", store: null };

test("however many ask, an app is asked for its topology once, and once more after it was restarted", async () => {
  await using engine = await FakeEngine.start();
  engine.nodes = [source];
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.topology()));
  for (const { nodes } of answers) expect(nodes).toEqual([source]);
  expect(engine.asked("/topology")).toHaveLength(1);
  engine.restart({ bootId: "boot2", sequence: 7 });
  await untilSequence(app, "7");
  expect((await app.topology()).bootId).toBe("boot2");
  expect(engine.asked("/topology")).toHaveLength(2);
});

test("a topology that could not be had is asked for again", async () => {
  await using engine = await FakeEngine.start();
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  engine.bend("/topology", (response) => json(response, 200, { nodes: "many" }));
  await expect(app.topology()).rejects.toMatchObject({ code: "bad-answer" });
  engine.bend("/topology", undefined);
  expect((await app.topology()).nodes).toEqual([]);
});

test("of an app that was never reached no topology is known, and that is said", async () => {
  await using engine = await FakeEngine.start();
  await engine.stop();
  using collectors = collecting({ orders: engine });
  await expect(collectors.get("orders").topology()).rejects.toMatchObject({ code: "unreachable" });
});
