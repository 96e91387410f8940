import { expect, test } from "vitest";
import { until, untilConnection, untilSequence } from "../testing/collecting.ts";
import { failing, serving } from "../testing/serving.ts";
import { reading } from "../testing/told.ts";
import { diagnosis } from "../wire/index.ts";

/** Exact only as text: the offsets are beyond 2^53. */
const far = 9_007_199_254_740_993n;

test("a real client is told who holds event time back, what it would be without, and how fast the lag drains", async () => {
  await using at = await serving();
  const partitionsAt = (i: number) => [reading(0, far + BigInt(i), far + 100n), reading(1, 7n, 7n)];
  at.engine.restart({ bootId: "boot2", partitions: partitionsAt(0) });
  await until(
    () => at.app.summary(),
    ({ bootId }) => bootId === "boot2",
  );
  for (let i = 1; i <= 12; i += 1) at.engine.tick({ partitions: partitionsAt(i) });
  await untilSequence(at.app, "13");
  const startMs = at.engine.current.atMs - 12_000;
  const answer = await at.client.diagnosis.get.query({ appId: "orders" });
  expect(diagnosis.parse(answer)).toMatchObject({
    appId: "orders",
    state: { kind: "not-moving", since: { kind: "at-least" } },
    connection: { kind: "live" },
    tick: { bootId: "boot2", sequence: "13" },
    holder: {
      topic: "orders",
      partition: 0,
      reason: "backlog",
      since: { kind: "at-least", forMs: 12_000 },
      partitionAtTick: { position: (far + 12n).toString(), lag: "88" },
      evidence: { lagRate: { drained: "12" } },
      release: { by: ["dispatch"], when: { kind: "estimated", inMs: 88_000, basis: { fromMs: startMs } } },
    },
    counterfactuals: [
      { partition: 0, gainMs: 1, thenHeldBy: { partition: 1 } },
      { partition: 1, gainMs: 0, thenHeldBy: { partition: 0 } },
    ],
    rates: {
      eventTime: { kind: "measured", movedMs: 0, perSecond: 0 },
      lag: { kind: "measured", drained: "12", drainedPerSecond: 1 },
      lagNow: { total: "88", partitionsWithout: 0 },
    },
  });
});

test("an app that is gone is diagnosed as it was, and called stale", async () => {
  await using at = await serving();
  await at.engine.stop();
  await untilConnection(at.app, "unreachable");
  expect(await at.client.diagnosis.get.query({ appId: "orders" })).toMatchObject({
    state: { kind: "stale" },
    connection: { kind: "unreachable" },
    tick: { sequence: "1" },
    holder: { partition: 0, reason: "backlog" },
  });
});

test("an app that is not configured is named", async () => {
  await using at = await serving();
  const { message, data } = await failing(at.client.diagnosis.get.query({ appId: "other" }));
  expect(message).toBe('no app "other" is configured; known: orders');
  expect(data).toMatchObject({ code: "NOT_FOUND", apiCode: "unknown-app" });
});
