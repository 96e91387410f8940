import type { FeedSnapshot } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { createContext } from "../context.ts";
import { PauseWatch } from "../control/pause-watch.ts";
import { openDatabase } from "../database/open-database.ts";
import { appRouter } from "../routers/app-router.ts";
import { appConfigOf } from "../testing/app-config-of.ts";
import { partitionOf, startMs } from "../testing/bodies.ts";
import { collecting, silent, until } from "../testing/collecting.ts";
import { FakeEngine, json } from "../testing/fake-engine.ts";

const ana = { actor: "ana", reason: "deploy" };

/** One app of several instances that all work, each at generation 3, and the console's router in front. */
async function instancesThatWork(count: number) {
  const engines = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      FakeEngine.start({ bootId: `boot${String.fromCharCode(65 + i)}`, partitions: [partitionOf(i)] }),
    ),
  );
  const database = await openDatabase(":memory:");
  const pauses = await PauseWatch.open({ database, clock: systemClock, logger: silent });
  const collectors = collecting(
    {},
    {
      apps: [
        appConfigOf(
          "orders",
          engines.map(({ url }) => url),
        ),
      ],
      observer: pauses,
    },
  );
  const app = collectors.get("orders");
  const { audit, control } = appRouter.createCaller(createContext({ collectors, database, pauses })());
  const heard = (...sequences: readonly string[]) =>
    until(
      () => app.listed(),
      ({ instances }) => instances.every(({ sequence }, i) => sequence === sequences[i]),
    );
  await heard(...engines.map(() => "1"));
  return {
    engines,
    heard,
    audited: async () => (await audit.list({ limit: 1 })).items[0]?.detail.message,
    async pause(expected: { expectedGeneration?: number; expectedBootId?: string } = {}) {
      const { results } = await control.pause({ ...ana, apps: [{ appId: "orders", ...expected }] });
      return results[0]?.result;
    },
    async [Symbol.asyncDispose]() {
      collectors[Symbol.dispose]();
      await pauses.settled();
      await Promise.all(engines.map((engine) => engine.stop()));
      await database.destroy();
    },
  };
}

async function twoThatWork() {
  const at = await instancesThatWork(2);
  const [a, b] = at.engines;
  if (a === undefined || b === undefined) throw new Error("there are no two instances");
  return { ...at, a, b };
}

/** The last that an instance did: `agoMs` before its newest tick, by its own clock. */
function after(
  kind: "paused" | "resumed",
  actor: string,
  generation: number,
  agoMs: number,
  nowMs = startMs,
) {
  const lastControl = { kind, generation, atMs: nowMs - agoMs, actor, reason: "repair" };
  const status: Partial<FeedSnapshot["status"]> = { generation, lastControl };
  return { atMs: nowMs, status };
}

const breaksOff = (engine: FakeEngine) => engine.bend("/pause", (r) => void r.socket?.destroy());
const refuses = (engine: FakeEngine, message: string) =>
  engine.bend("/pause", (r) => json(r, 409, { error: { code: "not-allowed-now", message } }));

test("a stale click says who did what since, oldest first, and how the app stands", async () => {
  await using at = await twoThatWork();
  at.a.tick(after("paused", "ben", 4, 1000));
  at.b.tick(after("resumed", "cy", 5, 9000));
  await at.heard("2", "2");
  expect(await at.pause({ expectedGeneration: 6 })).toMatchObject({
    kind: "stale",
    restarted: false,
    now: { generation: 9, lifecycle: "running", pauseReasons: [] },
    changes: [
      { kind: "resumed", actor: "cy" },
      { kind: "paused", actor: "ben" },
    ],
  });
  expect(at.a.asked("/pause")).toEqual([]);
});

test("what was done before the caller looked is not told as done since, however far clocks are apart", async () => {
  await using at = await twoThatWork();
  at.a.tick(after("paused", "ben", 4, 60_000, startMs + 3_600_000));
  at.b.tick(after("resumed", "cy", 5, 1000));
  await at.heard("2", "2");
  expect(await at.pause({ expectedGeneration: 8 })).toMatchObject({ changes: [{ actor: "cy" }] });
});

test("a generation that the instances never had has no change behind it", async () => {
  await using at = await twoThatWork();
  at.a.tick(after("paused", "ben", 4, 1000));
  await at.heard("2", "1");
  expect(await at.pause({ expectedGeneration: 99 })).toMatchObject({
    kind: "stale",
    now: { generation: 7 },
    changes: [],
  });
});

test("where each instance says itself that it has moved on, how the app stands is told of both", async () => {
  await using at = await twoThatWork();
  const movedOn = (
    engine: FakeEngine,
    lifecycle: "paused" | "running",
    actor: string,
    generation: number,
  ) => {
    const change = { kind: "paused", generation, atMs: startMs - generation, actor, reason: "repair" };
    const changed = { generation, lifecycle, pauseReasons: [], changes: [change] };
    const error = { code: "stale-generation", message: `generation ${generation}, not 3`, changed };
    engine.bend("/pause", (r) => json(r, 409, { error }));
  };
  movedOn(at.a, "paused", "ben", 4);
  movedOn(at.b, "running", "cy", 5);
  expect(await at.pause({ expectedGeneration: 6 })).toMatchObject({
    kind: "stale",
    now: { generation: 9, lifecycle: "running" },
    changes: [{ actor: "cy" }, { actor: "ben" }],
  });
});

test("where others work than the caller saw it is not said that the app was started again", async () => {
  await using at = await twoThatWork();
  const { bootId } = await at.heard("1", "1");
  at.a.tick({ partitions: [] });
  at.b.tick({ ...after("paused", "ben", 4, 1000), partitions: [partitionOf(0), partitionOf(1)] });
  await at.heard("2", "2");
  expect(await at.pause({ expectedGeneration: 6, expectedBootId: bootId ?? "" })).toEqual({
    kind: "stale",
    restarted: true,
    reason: `the app is run bootB, not ${bootId}: since then an instance was started again, or others took over; look again`,
    now: { generation: 4, lifecycle: "running", pauseReasons: [] },
    changes: [expect.objectContaining({ kind: "paused", actor: "ben" })],
  });
  expect([...at.a.asked("/pause"), ...at.b.asked("/pause")]).toEqual([]);
});

test("partitions that move between two that go on working make no click stale", async () => {
  await using at = await twoThatWork();
  const { bootId } = await at.heard("1", "1");
  at.a.tick({ partitions: [partitionOf(0), partitionOf(2)] });
  await at.heard("2", "1");
  expect(await at.pause({ expectedGeneration: 6, expectedBootId: bootId ?? "" })).toMatchObject({
    kind: "done",
  });
});

test("of an instance that may have done it, it is not said that it did not", async () => {
  await using at = await twoThatWork();
  breaksOff(at.b);
  expect(await at.pause()).toEqual({
    kind: "partly",
    reason: `1 of 2 instances did as asked; not known of ${at.b.url}: app "orders": it broke the connection off`,
  });
  refuses(at.a, "it is stopping");
  expect(await at.pause()).toEqual({
    kind: "unknown",
    reason: expect.stringMatching(
      /^0 of 2 instances did as asked; not so .*: it is stopping; not known of .*: it broke the connection off$/,
    ),
  });
});

test("an instance that was never asked did not do it, whatever kept the other from it", async () => {
  await using at = await twoThatWork();
  refuses(at.a, "it is stopping");
  await at.b.stop();
  expect(await at.pause()).toEqual({
    kind: "refused",
    code: "other",
    reason: expect.stringMatching(
      /^0 of 2 instances did as asked; not so .*: it is stopping; not so .*: connection refused: nothing listens there$/,
    ),
  });
});

test("that one instance was never asked does not hide that the other may have done it", async () => {
  await using at = await twoThatWork();
  await at.a.stop();
  breaksOff(at.b);
  expect(await at.pause()).toMatchObject({ kind: "unknown" });
});

test("of many instances each that did not do it is named, in the answer and in the audit, and what they say is told once", async () => {
  await using at = await instancesThatWork(16);
  const said = "it takes over partitions of another instance, and can be paused once it has them";
  const [, , , broken, ...refusing] = at.engines;
  if (broken === undefined) throw new Error("there is no fourth instance");
  breaksOff(broken);
  for (const engine of refusing) refuses(engine, said);
  const reason = [
    "3 of 16 instances did as asked",
    `not known of ${broken.url}: app "orders": it broke the connection off`,
    `not so ${refusing.map(({ url }) => url).join(", ")}: ${said}`,
  ].join("; ");
  expect(await at.pause()).toEqual({ kind: "partly", reason });
  expect(await at.audited()).toBe(reason);
});

test("however much each says, every one that did not do it is named", async () => {
  await using at = await instancesThatWork(16);
  const [, ...refusing] = at.engines;
  for (const [i, engine] of refusing.entries()) refuses(engine, `${i}: ${"it is busy ".repeat(40)}`);
  expect(await at.pause()).toMatchObject({ kind: "partly" });
  const message = await at.audited();
  for (const [i, { url }] of refusing.entries()) expect(message).toContain(`not so ${url}: ${i}: it is busy`);
});
