import { Serdes, StreamsBuilder } from "@stoatflow/engine";
import { EmbeddedWorld } from "@stoatflow/engine/testing";
import type { Lifecycle, PauseReason } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { drainPatienceMs } from "../wire/index.ts";
import { type DrainFacts, drainOf } from "./drain.ts";

const atMs = 1_790_000_040_000;
const sinceMs = atMs - 40_000;
const reason = {
  kind: "operator" as const,
  actor: "ana",
  reason: "deploy",
  sinceMs: sinceMs - 5,
  expiresAtMs: null,
};
/** The facts of an app of one instance. */
function alone(lifecycle: Lifecycle, pauseReasons: readonly PauseReason[] = [reason]): DrainFacts {
  return { lifecycle, pauseReasons, atMs, instances: [{ instanceId: "a", lifecycle, atMs }] };
}
const young = { lane: 0, operator: "to(out)", records: 2, oldestAgeMs: 100 };
const old = { lane: 3, operator: "enrich", records: 1, oldestAgeMs: 39_000 };

test("while it lasts a drain says since when, for how long, and how many records are left", () => {
  const lifecycle = { kind: "pausing" as const, sinceMs: atMs - 29_999, waitingFor: [young, old] };
  expect(drainOf(alone(lifecycle))).toEqual({
    kind: "draining",
    sinceMs: atMs - 29_999,
    forMs: 29_999,
    records: 3,
    waitingFor: [
      { instanceId: "a", ...old },
      { instanceId: "a", ...young },
    ],
    holder: null,
  });
});

test("from 30 s on it names the lane and the operator with the oldest work", () => {
  const lifecycle = { kind: "pausing" as const, sinceMs: atMs - drainPatienceMs, waitingFor: [young, old] };
  expect(drainPatienceMs).toBe(30_000);
  expect(drainOf(alone(lifecycle))).toMatchObject({
    holder: { kind: "lane", instanceId: "a", lane: 3, operator: "enrich", records: 1, oldestAgeMs: 39_000 },
  });
});

test("with empty lanes it is the last commit that holds it", () => {
  const lifecycle = { kind: "pausing" as const, sinceMs, waitingFor: [] };
  expect(drainOf(alone(lifecycle))).toMatchObject({
    kind: "draining",
    records: 0,
    holder: { kind: "commit", instanceId: "a" },
  });
});

test("an app of before the drain's begin was told drains since it was asked to pause", () => {
  const lifecycle = { kind: "pausing" as const, waitingFor: [old] };
  expect(drainOf(alone(lifecycle))).toMatchObject({ forMs: 40_005 });
  expect(drainOf(alone(lifecycle, []))).toMatchObject({
    sinceMs: null,
    forMs: null,
    holder: null,
  });
});

test("of two instances that wait for lanes of the same number it says whose lane holds the drain", () => {
  const hourMs = 3_600_000;
  const a: Lifecycle = { kind: "pausing", sinceMs, waitingFor: [{ ...young, lane: 3 }] };
  const b: Lifecycle = { kind: "pausing", sinceMs: sinceMs - hourMs, waitingFor: [old] };
  const instances = [
    { instanceId: "a", lifecycle: a, atMs },
    { instanceId: "b", lifecycle: b, atMs: atMs - hourMs },
  ];
  const lifecycle: Lifecycle = { kind: "pausing", sinceMs, waitingFor: [] };
  expect(drainOf({ lifecycle, pauseReasons: [reason], atMs, instances })).toMatchObject({
    records: 3,
    waitingFor: [
      { instanceId: "b", lane: 3 },
      { instanceId: "a", lane: 3 },
    ],
    holder: { kind: "lane", instanceId: "b", lane: 3, operator: "enrich" },
  });
});

test("of two whose lanes are empty it is the last commit of the one that drains for the longest", () => {
  const hourMs = 3_600_000;
  const drains = (instanceId: string, lifecycle: Lifecycle, ofMs = atMs) => ({
    instanceId,
    lifecycle,
    atMs: ofMs,
  });
  const instances = [
    drains("a", { kind: "pausing", waitingFor: [] }),
    drains("b", { kind: "pausing", sinceMs: sinceMs - hourMs + 9, waitingFor: [] }, atMs - hourMs),
    drains("c", { kind: "pausing", sinceMs, waitingFor: [] }),
    drains("d", { kind: "paused", sinceMs: sinceMs - 1 }),
  ];
  const lifecycle: Lifecycle = { kind: "pausing", sinceMs, waitingFor: [] };
  expect(drainOf({ lifecycle, pauseReasons: [reason], atMs, instances })).toMatchObject({
    records: 0,
    holder: { kind: "commit", instanceId: "c" },
  });
});

test("a drain ends as drained; an app that does not pause, or was never heard of, says so", () => {
  expect(drainOf(alone({ kind: "paused", sinceMs }))).toEqual({ kind: "drained", sinceMs });
  expect(drainOf(alone({ kind: "running" }))).toEqual({
    kind: "not-pausing",
    lifecycle: "running",
  });
  expect(drainOf({ lifecycle: null, pauseReasons: [], atMs: null, instances: [] })).toEqual({
    kind: "unknown",
  });
});

test("of a real app whose lane stands, the lane and operator are named after 30 s, until the drain ends", async () => {
  const builder = new StreamsBuilder();
  const serdes = { key: Serdes.string(), value: Serdes.string() };
  builder.stream("in", serdes).to("out", serdes);
  const world = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: builder.build() });
  const drain = () => {
    const { status, atMs, instanceId } = world.app.look();
    const { lifecycle, pauseReasons } = status;
    return drainOf({ lifecycle, pauseReasons, atMs, instances: [{ instanceId, lifecycle, atMs }] });
  };
  await world.start();
  world.app.parkLane(Buffer.from("k0"), true);
  world.append("in", 0, [{ key: "k0", value: "1", ts: 0 }]);
  await world.pass(10);
  world.app.pause({ actor: "ana", reason: "deploy" });
  await world.pass(drainPatienceMs - 100);
  expect(drain()).toMatchObject({ kind: "draining", records: 1, holder: null });
  await world.pass(200);
  expect(drain()).toMatchObject({
    kind: "draining",
    holder: { kind: "lane", operator: "to(out)", records: 1 },
  });
  world.app.parkLane(Buffer.from("k0"), false);
  await world.pass(100);
  expect(drain()).toMatchObject({ kind: "drained" });
});
