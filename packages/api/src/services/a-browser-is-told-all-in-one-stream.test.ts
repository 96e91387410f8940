import type { FeedSnapshot } from "@stoatflow/engine/wire";
import { TRPCError } from "@trpc/server";
import fc from "fast-check";
import { expect, test } from "vitest";
import { noPauses } from "../control/pause-watch.ts";
import { leaderChangeOf, partitionOf, snapshotOf } from "../testing/bodies.ts";
import { appsByHand } from "../testing/by-hand.ts";
import { liveByHand } from "../testing/live-by-hand.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { liveAppsMax, liveRequest } from "../wire/index.ts";
import { listedRow } from "./listed-row.ts";

const named = (...ids: string[]) => ids.map((appId) => ({ appId }));

/** The n-th tick of an app, a second after the one before. */
function tick(clock: ManualClock, sequence: number, change: Partial<FeedSnapshot["watermarks"]> = {}) {
  const snapshot = snapshotOf({ sequence, atMs: clock.nowMs() });
  return { ...snapshot, watermarks: { ...snapshot.watermarks, ...change } };
}

function opened(ids = ["orders", "payments", "stock"]) {
  const clock = new ManualClock();
  return { clock, apps: appsByHand(clock, ids) };
}

test("a stream begins with all rows and a snapshot of each app that is named, and goes on with what changed", async () => {
  const { clock, apps } = opened();
  apps.tell("orders", tick(clock, 1));
  const live = liveByHand(apps, clock, { apps: named("orders", "stock") });
  expect(await live.news()).toMatchObject([
    { kind: "list", rows: [{ id: "orders", sequence: "1" }, { id: "payments" }, { id: "stock" }] },
    { kind: "app", appId: "orders", event: { kind: "snapshot" } },
    { kind: "app", appId: "stock", event: { kind: "snapshot" } },
  ]);
  clock.advance(1000);
  apps.tell("orders", tick(clock, 2));
  const [rows, app, ...more] = await live.news();
  expect(rows).toMatchObject({ kind: "rows", changes: [{ id: "orders", sequence: "2" }] });
  expect(Object.keys(rows?.kind === "rows" ? (rows.changes[0] ?? {}) : {})).not.toContain("labels");
  expect(app).toMatchObject({ kind: "app", appId: "orders", event: { kind: "delta" } });
  expect(more).toEqual([]);
  await live.leave();
});

test("new leader epochs, which history tells, go to no browser with each tick", async () => {
  const { clock, apps } = opened(["orders"]);
  const status = { leaderChanges: [leaderChangeOf(1)] };
  apps.tell("orders", snapshotOf({ sequence: 1, atMs: clock.nowMs(), status }));
  const live = liveByHand(apps, clock, { apps: named("orders") });
  const whole = JSON.stringify(await live.news());
  clock.advance(1000);
  apps.tell("orders", snapshotOf({ sequence: 2, atMs: clock.nowMs(), status }));
  const changes = JSON.stringify(await live.news());
  for (const told of [whole, changes]) {
    expect(told).toContain('"generation"');
    expect(told).not.toContain("leaderChanges");
  }
  const { view } = apps.collectors.get("orders").view();
  expect(view.snapshot).toBe(apps.collectors.get("orders").view().view.snapshot);
  await live.leave();
});

test("what changes within the pace is told once, the newest, when its time has come", async () => {
  const { clock, apps } = opened(["orders"]);
  apps.tell("orders", tick(clock, 1));
  const hidden = { appId: "orders", everyMs: 10_000 };
  const live = liveByHand(apps, clock, { listEveryMs: 10_000, apps: [hidden] });
  await live.news();
  for (const sequence of [2, 3, 4]) {
    clock.advance(1000);
    apps.tell("orders", tick(clock, sequence));
    expect(await live.news()).toEqual([]);
  }
  clock.advance(6999);
  expect(await live.news()).toEqual([]);
  clock.advance(1);
  expect((await live.news()).map(({ kind }) => kind)).toEqual(["rows", "app"]);
  expect(live.state().apps.get("orders")).toMatchObject({ view: { snapshot: { sequence: "4" } } });
  await live.leave();
  expect(apps.collectors.get("orders").subscriptions()).toBe(0);
});

test("each part has a pace of its own", async () => {
  const { clock, apps } = opened();
  const seen = { appId: "orders", everyMs: 500 };
  const hidden = { appId: "stock", everyMs: 10_000 };
  const live = liveByHand(apps, clock, { listEveryMs: null, apps: [seen, hidden] });
  await live.news();
  clock.advance(500);
  for (const id of ["orders", "stock"]) apps.tell(id, tick(clock, 1));
  expect(await live.news()).toMatchObject([{ kind: "app", appId: "orders" }]);
  clock.advance(9500);
  expect(await live.news()).toMatchObject([
    { kind: "app", appId: "orders", event: { summary: { age: { kind: "stale" } } } },
    { kind: "app", appId: "stock" },
  ]);
  await live.leave();
});

test("a clock that is set back keeps nobody waiting", async () => {
  const { clock, apps } = opened(["orders"]);
  const live = liveByHand(apps, clock, { apps: named("orders") });
  await live.news();
  clock.advance(-3_600_000);
  apps.tell("orders", tick(clock, 1));
  expect((await live.news()).map(({ kind }) => kind)).toEqual(["rows", "app"]);
  await live.leave();
});

test("an app that is not there ends nothing, and is told once it comes and once it goes", async () => {
  const { clock, apps } = opened(["orders"]);
  const live = liveByHand(apps, clock, { apps: named("orders", "late") });
  expect((await live.news()).at(-1)).toEqual({
    kind: "no-app",
    appId: "late",
    message: 'no app "late" is configured; known: orders',
  });
  clock.advance(1000);
  apps.apply(["orders", "late"]);
  expect(await live.news()).toMatchObject([
    { kind: "list", rows: [{ id: "orders" }, { id: "late" }] },
    { kind: "app", appId: "late", event: { kind: "snapshot" } },
  ]);
  clock.advance(1000);
  apps.apply(["late"]);
  expect(await live.news()).toMatchObject([
    { kind: "list", rows: [{ id: "late" }] },
    { kind: "no-app", appId: "orders" },
  ]);
  expect([...live.state().apps].map(([id, { kind }]) => [id, kind])).toEqual([
    ["orders", "no-app"],
    ["late", "view"],
  ]);
  await live.leave();
});

test("an app that falls silent is told as soon as it is stale", async () => {
  const { clock, apps } = opened(["orders"]);
  apps.tell("orders", tick(clock, 1));
  const live = liveByHand(apps, clock, {});
  await live.news();
  clock.advance(3001);
  expect(await live.news()).toMatchObject([{ kind: "rows", changes: [{ age: { kind: "stale" } }] }]);
  await live.leave();
});

test("the browsers of one console are bounded, and one that leaves makes room", async () => {
  const { clock, apps } = opened(["orders"]);
  const browsers = Array.from({ length: 512 }, () => liveByHand(apps, clock, {}));
  await browsers[511]?.settled();
  const tooMany = liveByHand(apps, clock, {});
  await tooMany.settled();
  expect(tooMany.ended()).toBeInstanceOf(TRPCError);
  expect(tooMany.ended()).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  await browsers[0]?.leave();
  const next = liveByHand(apps, clock, {});
  expect((await next.news()).map(({ kind }) => kind)).toEqual(["list"]);
  for (const one of [...browsers.slice(1), next]) await one.leave();
});

test("so many apps are told whole and no more, each once, at a pace within bounds", () => {
  const many = named(...Array.from({ length: liveAppsMax + 1 }, (_, i) => `app${i}`));
  expect(liveRequest.safeParse({ apps: many.slice(1) }).success).toBe(true);
  expect(liveRequest.safeParse({ apps: many }).success).toBe(false);
  expect(liveRequest.safeParse({ apps: named("orders", "orders") }).error?.issues[0]?.message).toBe(
    "names an app twice; name each once",
  );
  expect(liveRequest.safeParse({ listEveryMs: null }).error?.issues[0]?.message).toMatch(/names no app/);
  expect(liveRequest.safeParse({ listEveryMs: 99 }).success).toBe(false);
  expect(liveRequest.parse({})).toEqual({ listEveryMs: 1000, apps: [] });
});

const step = fc.oneof(
  fc.record({
    kind: fc.constant("tick" as const),
    app: fc.constantFrom("orders", "payments"),
    lag: fc.nat(9),
    partitions: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({
    kind: fc.constant("apply" as const),
    ids: fc.constantFrom(["orders"], ["orders", "payments"], ["payments", "orders"]),
  }),
  fc.constant({ kind: "read" as const }),
  fc.constant({ kind: "reconnect" as const }),
);

test("whatever happens, a browser ends up with what the API has, and is told no tick twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { clock, apps } = opened(["orders", "payments"]);
      const asked = { apps: named("orders", "payments") };
      let live = liveByHand(apps, clock, asked);
      let sequence = 0;
      const told = new Set<string>();
      const read = async () => {
        for (const event of await live.news()) {
          if (event.kind !== "app" || event.event.kind !== "delta" || event.event.tick === null) continue;
          const id = `${event.appId} ${event.event.tick.rest.sequence}`;
          expect(told.has(id)).toBe(false);
          told.add(id);
        }
      };
      for (const one of steps) {
        if (one.kind === "pass") clock.advance(one.ms);
        if (one.kind === "apply") apps.apply(one.ids);
        if (one.kind === "read") await read();
        if (one.kind === "reconnect") {
          await live.leave();
          live = liveByHand(apps, clock, asked);
        }
        if (one.kind === "tick") {
          sequence += 1;
          const partitions = Array.from({ length: one.partitions }, (_, i) =>
            partitionOf(i, { lag: String(one.lag) }),
          );
          apps.tell(one.app, tick(clock, sequence, { partitions }));
        }
      }
      await read();
      clock.advance(1000);
      await read();
      const { list, apps: views } = live.state();
      const configured = apps.collectors.list();
      const withoutClock = (row: object) => ({ ...row, serverNowMs: 0, age: null, instances: null });
      expect(list?.rows.map(withoutClock)).toEqual(
        configured.map((app) => withoutClock(listedRow({ pauses: noPauses }, app))),
      );
      for (const app of configured)
        expect(views.get(app.id)).toMatchObject({ view: { snapshot: app.newest()?.snapshot ?? null } });
      await live.leave();
      apps.collectors.stop();
    }),
    { numRuns: 60 },
  );
}, 60_000);
