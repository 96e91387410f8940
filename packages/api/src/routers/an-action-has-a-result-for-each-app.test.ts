import type { ControlChanged } from "@stoatflow/engine/wire";
import { TRPCError } from "@trpc/server";
import { expect, test, vi } from "vitest";
import { collecting, until, untilConnection, untilSequence } from "../testing/collecting.ts";
import { answerTimeoutMs, controlling } from "../testing/controlling.ts";
import { FakeEngine, json } from "../testing/fake-engine.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { failing, serving } from "../testing/serving.ts";
import { controlAppsMax } from "../wire/index.ts";

const ana = { actor: "ana", reason: "deploy" };
const refusal = (code: string, message: string, changed?: ControlChanged) => ({
  error: { code, message, ...(changed === undefined ? {} : { changed }) },
});
const changed: ControlChanged = {
  generation: 5,
  lifecycle: "paused",
  pauseReasons: [
    {
      kind: "operator",
      actor: "ben",
      reason: "schema change",
      sinceMs: 1_790_000_000_000,
      expiresAtMs: null,
    },
  ],
  changes: [
    { kind: "resumed", generation: 4, atMs: 1_789_999_990_000, actor: "cy", reason: "done" },
    { kind: "paused", generation: 5, atMs: 1_790_000_000_000, actor: "ben", reason: "schema change" },
  ],
};

async function thrownBy(call: Promise<unknown>): Promise<TRPCError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof TRPCError)) throw new Error(`expected a refusal, got ${String(thrown)}`);
  return thrown;
}

test("a pause and a resume reach each app as they were asked for, with its own generation", async () => {
  await using at = await controlling();
  const paused = await at.caller.control.pause({
    ...ana,
    apps: [{ appId: "payments", expectedGeneration: 3 }, { appId: "orders" }],
    timeToLiveMs: 60_000,
  });
  expect(paused.results).toMatchObject([
    { appId: "payments", result: { kind: "done", generation: 4, lifecycle: { kind: "pausing" } } },
    { appId: "orders", result: { kind: "done", generation: 4 } },
  ]);
  await at.caller.control.resume({ actor: "ana", reason: "deployed", apps: [{ appId: "orders" }] });
  const bodies = (id: string, path: string) =>
    at
      .engine(id)
      .asked(path)
      .map(({ body }) => JSON.parse(body));
  expect(bodies("payments", "/pause")).toEqual([{ ...ana, expectedGeneration: 3, timeToLiveMs: 60_000 }]);
  expect(bodies("orders", "/pause")).toEqual([{ ...ana, timeToLiveMs: 60_000 }]);
  expect(bodies("orders", "/resume")).toEqual([{ actor: "ana", reason: "deployed" }]);
  expect(bodies("payments", "/resume")).toEqual([]);
  expect(at.engine("orders").asked("/pause")[0]?.headers["content-type"]).toBe("application/json");
});

test("one action over apps that do, have nothing to do, refuse, have moved on, are down and are silent", async () => {
  const apps = ["does", "paused", "starting", "moved", "down", "silent", "broken"];
  const collectorsClock = new ManualClock();
  await using at = await controlling({ apps, collectorsClock });
  const { pauseReasons } = changed;
  const paused = { generation: 9, lifecycle: { kind: "paused", sinceMs: 7 }, pauseReasons };
  const unchanged = { result: "unchanged", ...paused };
  at.engine("paused").bend("/pause", (r) => json(r, 200, unchanged));
  const notNow = refusal("not-allowed-now", "the app is starting: it can't pause now");
  at.engine("starting").bend("/pause", (r) => json(r, 409, notNow));
  const stale = refusal("stale-generation", "the app has moved on: generation 5, not 3", changed);
  at.engine("moved").bend("/pause", (r) => json(r, 409, stale));
  await at.engine("down").stop();
  await untilConnection(at.collectors.get("down"), "unreachable");
  at.engine("silent").bend("/pause", () => undefined);
  at.engine("broken").bend("/pause", (r) => void r.socket?.destroy());
  const action = at.caller.control.pause({
    ...ana,
    apps: [...apps, "unheard-of"].map((appId) => ({ appId, expectedGeneration: 3 })),
  });
  await vi.waitFor(
    async () => {
      const { items } = await at.audit.list({ limit: 50 });
      expect(items.filter(({ outcome }) => outcome === "begun")).toMatchObject([{ appId: "silent" }]);
    },
    { timeout: 20_000 },
  );
  collectorsClock.advance(answerTimeoutMs);
  const { actionId, results } = await action;
  expect(results.map(({ appId, result }) => ({ appId, result }))).toEqual([
    {
      appId: "does",
      result: {
        kind: "done",
        generation: 4,
        lifecycle: { kind: "pausing", waitingFor: [] },
        pauseReasons: null,
      },
    },
    { appId: "paused", result: { kind: "unchanged", ...paused } },
    {
      appId: "starting",
      result: { kind: "refused", code: "not-allowed-now", reason: "the app is starting: it can't pause now" },
    },
    {
      appId: "moved",
      result: {
        kind: "stale",
        reason: "the app has moved on: generation 5, not 3",
        restarted: false,
        now: { generation: 5, lifecycle: "paused", pauseReasons: changed.pauseReasons },
        changes: changed.changes,
      },
    },
    {
      appId: "down",
      result: {
        kind: "unreachable",
        reason: expect.stringMatching(/^app "down" at .* nothing listens there$/),
      },
    },
    {
      appId: "silent",
      result: { kind: "unknown", reason: expect.stringMatching(/did not answer POST \/pause within/) },
    },
    {
      appId: "broken",
      result: { kind: "unknown", reason: expect.stringMatching(/broke the connection off/) },
    },
    {
      appId: "unheard-of",
      result: { kind: "refused", code: "unknown-app", reason: expect.stringMatching(/^no app "unheard-of"/) },
    },
  ]);
  const audit = await at.audit.list({ limit: 50 });
  expect(audit.items.map(({ appId, outcome }) => [appId, outcome]).reverse()).toEqual([
    ["does", "done"],
    ["paused", "unchanged"],
    ["starting", "refused"],
    ["moved", "stale"],
    ["down", "unreachable"],
    ["silent", "unknown"],
    ["broken", "unknown"],
    ["unheard-of", "refused"],
  ]);
  for (const { id, appId, detail } of audit.items) {
    expect(detail.actionId).toBe(actionId);
    expect(results.find((one) => one.appId === appId)).toMatchObject({
      auditId: id,
      audited: { kind: "complete" },
    });
  }
});

test.each<[string, (engine: FakeEngine) => void, object]>([
  [
    "an answer that is no answer",
    (engine) => engine.bend("/pause", (r) => json(r, 200, { result: "done" })),
    {
      kind: "unknown",
      reason: expect.stringMatching(/answered POST \/pause wrongly.*: result: Invalid option/),
    },
  ],
  [
    "an answer that is not JSON",
    (engine) => engine.bend("/pause", (r) => void r.end("<html>")),
    { kind: "unknown", reason: expect.stringMatching(/its answer is not JSON/) },
  ],
  [
    "an answer without end",
    (engine) => engine.bend("/pause", (r) => void r.end("x".repeat(200_000))),
    { kind: "unknown", reason: expect.stringMatching(/its answer is larger than 100000 bytes/) },
  ],
  [
    "a redirect",
    (engine) => engine.bend("/pause", (r) => void r.writeHead(307, { location: engine.url }).end()),
    { kind: "unknown", reason: expect.stringMatching(/redirect, which is not followed/) },
  ],
  [
    "a failure within the app",
    (engine) => engine.bend("/pause", (r) => json(r, 500, refusal("internal", "its log says why"))),
    { kind: "unknown", reason: expect.stringMatching(/with status 500: its log says why$/) },
  ],
  [
    "a 409 without a reason",
    (engine) => engine.bend("/pause", (r) => json(r, 409, {})),
    { kind: "unknown", reason: expect.stringMatching(/with status 409$/) },
  ],
  [
    "another refusal",
    (engine) => engine.bend("/pause", (r) => json(r, 403, refusal("forbidden-host", "ask for localhost"))),
    { kind: "refused", code: "other", reason: "ask for localhost" },
  ],
  [
    "a stale call to an app that does not tell what changed",
    (engine) =>
      engine.bend("/pause", (r) => json(r, 409, refusal("stale-generation", "generation 5, not 3"))),
    {
      kind: "stale",
      reason: "generation 5, not 3",
      restarted: false,
      now: { generation: 3, lifecycle: "running", pauseReasons: [] },
      changes: [],
    },
  ],
])("%s is told as what it means for the app", async (_, bend, result) => {
  await using at = await controlling({ apps: ["orders"] });
  bend(at.engine("orders"));
  const { results } = await at.caller.control.pause({ ...ana, apps: [{ appId: "orders" }] });
  expect(results).toMatchObject([{ appId: "orders", result }]);
});

test("a click on an app that was started again since is refused without asking it", async () => {
  await using at = await controlling({ apps: ["orders"] });
  const app = { appId: "orders", expectedGeneration: 3 };
  const seen = { ...app, expectedBootId: "boot1" };
  at.engine("orders").restart({ bootId: "boot2" });
  await until(
    () => at.collectors.get("orders").summary(),
    ({ bootId }) => bootId === "boot2",
  );
  const { results } = await at.caller.control.resume({ ...ana, apps: [seen] });
  expect(results).toMatchObject([
    {
      result: {
        kind: "stale",
        restarted: true,
        reason: "the app is run boot2, not boot1: since then it was started again; look again",
        now: { generation: 3, lifecycle: "running", pauseReasons: [] },
        changes: [],
      },
    },
  ]);
  expect(at.engine("orders").asked("/resume")).toEqual([]);
  expect((await at.audit.list({ limit: 1 })).items).toMatchObject([
    { outcome: "stale", detail: { expectedGeneration: 3, expectedBootId: "boot1" } },
  ]);
  const again = await at.caller.control.resume({ ...ana, apps: [{ ...app, expectedBootId: "boot2" }] });
  expect(again.results).toMatchObject([{ result: { kind: "done" } }]);
});

test("a click on an app whose restart was not heard of yet is refused by the app itself", async () => {
  await using at = await controlling({ apps: ["orders"] });
  const orders = at.engine("orders");
  orders.restart({ bootId: "boot1", sequence: 2, capabilities: ["pause", "expected-boot"] });
  await untilSequence(at.collectors.get("orders"), "2");
  const { changes, ...now } = changed;
  orders.bend("/pause", (r) => json(r, 409, refusal("stale-run", "this is run boot2, not boot1", changed)));
  const target = { appId: "orders", expectedGeneration: 3, expectedBootId: "boot1" };
  const { results } = await at.caller.control.pause({ ...ana, apps: [target] });
  expect(results).toMatchObject([
    {
      result: {
        kind: "stale",
        restarted: true,
        reason: expect.stringContaining("this is run boot2, not boot1"),
        now,
        changes,
      },
    },
  ]);
  expect(orders.asked("/pause").map(({ body }) => JSON.parse(body))).toEqual([
    { ...ana, expectedGeneration: 3, expectedBootId: "boot1" },
  ]);
});

test("an app that was not heard of yet is told which run the click is meant for", async () => {
  await using orders = await FakeEngine.start();
  orders.bend("/events", (r) => json(r, 503, refusal("too-many-readers", "all places are taken")));
  using collectors = collecting({ orders });
  const app = collectors.get("orders");
  await app.pause({ ...ana, expectedBootId: "boot1" });
  expect(app.summary().bootId).toBeNull();
  expect(orders.asked("/pause").map(({ body }) => JSON.parse(body))).toEqual([
    { ...ana, expectedBootId: "boot1" },
  ]);
});

test("an app that can't compare runs is not asked to: what was last heard of it is compared", async () => {
  await using at = await controlling({ apps: ["orders"] });
  await at.caller.control.pause({ ...ana, apps: [{ appId: "orders", expectedBootId: "boot1" }] });
  expect(
    at
      .engine("orders")
      .asked("/pause")
      .map(({ body }) => JSON.parse(body)),
  ).toEqual([ana]);
});

test.each([
  ["the run that it is", { expectedBootId: "boot1" }, ["pause", "expected-boot"]],
  ["the run that was last heard of", { expectedBootId: "boot1" }, ["pause"]],
  ["no run", {}, ["pause", "expected-boot"]],
])(
  "a generation that the app never had, asked for with %s, is no proof of a restart",
  async (_, run, capabilities) => {
    await using at = await controlling({ apps: ["orders"] });
    const orders = at.engine("orders");
    orders.restart({ bootId: "boot1", sequence: 2, capabilities });
    await untilSequence(at.collectors.get("orders"), "2");
    const message = "the app has not come to generation 99 since it was started: it is at 1";
    const body = refusal("stale-generation", message, { ...changed, generation: 1, changes: [] });
    orders.bend("/pause", (r) => json(r, 409, body));
    const apps = [{ appId: "orders", expectedGeneration: 99, ...run }];
    const { results } = await at.caller.control.pause({ ...ana, apps });
    const now = { generation: 1 };
    expect(results).toMatchObject([
      { result: { kind: "stale", reason: message, restarted: false, now, changes: [] } },
    ]);
  },
);

test("the apps are called side by side: those that are silent keep no other waiting", async () => {
  const apps = ["a", "b", "c", "d"];
  await using at = await controlling({ apps });
  const open: (() => void)[] = [];
  for (const id of ["a", "b", "c"]) {
    at.engine(id).bend("/pause", (r) => {
      open.push(() =>
        json(r, 200, { result: "pausing", generation: 4, lifecycle: { kind: "pausing", waitingFor: [] } }),
      );
    });
  }
  const action = at.caller.control.pause({ ...ana, apps: apps.map((appId) => ({ appId })) });
  await until(
    () => ({ held: open.length, asked: at.engine("d").asked("/pause").length }),
    ({ held, asked }) => held === 3 && asked === 1,
  );
  for (const answer of open) answer();
  expect((await action).results.map(({ result }) => result.kind)).toEqual(["done", "done", "done", "done"]);
});

test("where the audit can't be written the action is refused, and no app is called", async () => {
  await using at = await controlling();
  await at.database.destroy();
  const thrown = await thrownBy(
    at.caller.control.pause({ ...ana, apps: [{ appId: "orders" }, { appId: "payments" }] }),
  );
  expect(thrown.code).toBe("SERVICE_UNAVAILABLE");
  expect(thrown.cause).toMatchObject({ code: "not-audited" });
  expect(thrown.message).toMatch(/^nothing was done, since the console's database can't keep the audit/);
  for (const id of ["orders", "payments"]) expect(at.engine(id).asked("/pause")).toEqual([]);
});

test("where one row of several can't be written none is, and no app is called", async () => {
  await using at = await controlling();
  await at.database.schema.alterTable("audit").renameColumn("reason", "why").execute();
  const thrown = await thrownBy(at.caller.control.resume({ ...ana, apps: [{ appId: "orders" }] }));
  expect(thrown.cause).toMatchObject({ code: "not-audited" });
  await at.database.schema.alterTable("audit").renameColumn("why", "reason").execute();
  expect((await at.audit.list({ limit: 50 })).items).toEqual([]);
  expect(at.engine("orders").asked("/resume")).toEqual([]);
});

test("an outcome that can't be written is told beside what was done, and the row still says begun", async () => {
  await using at = await controlling({ apps: ["orders"] });
  at.engine("orders").bend("/pause", (r) => {
    void at.database.schema
      .alterTable("audit")
      .renameColumn("outcome", "result")
      .execute()
      .then(() =>
        json(r, 200, { result: "pausing", generation: 4, lifecycle: { kind: "pausing", waitingFor: [] } }),
      );
  });
  const { results } = await at.caller.control.pause({ ...ana, apps: [{ appId: "orders" }] });
  expect(results).toMatchObject([
    {
      result: { kind: "done" },
      audited: {
        kind: "outcome-missing",
        reason: expect.stringMatching(/can't keep the outcome of the action/),
      },
    },
  ]);
  await at.database.schema.alterTable("audit").renameColumn("result", "outcome").execute();
  expect((await at.audit.list({ limit: 50 })).items).toMatchObject([{ outcome: "begun", appId: "orders" }]);
});

test("a row says begun before the app is called", async () => {
  await using at = await controlling({ apps: ["orders"] });
  const seen: string[] = [];
  at.engine("orders").bend("/pause", (r) => {
    void at.audit.list({ limit: 50 }).then(({ items }) => {
      seen.push(...items.map(({ outcome }) => outcome));
      json(r, 409, refusal("not-allowed-now", "it is stopping"));
    });
  });
  await at.caller.control.pause({ ...ana, apps: [{ appId: "orders" }] });
  expect(seen).toEqual(["begun"]);
});

test.each([
  ["no app", { apps: [] }, "BAD_REQUEST"],
  ["an app twice", { apps: [{ appId: "orders" }, { appId: "orders" }] }, "BAD_REQUEST"],
  [
    "too many apps",
    { apps: Array.from({ length: controlAppsMax + 1 }, (_, i) => ({ appId: `app-${i}` })) },
    "BAD_REQUEST",
  ],
  ["no actor", { apps: [{ appId: "orders" }], actor: "  " }, "BAD_REQUEST"],
  ["an actor that a database would cut", { apps: [{ appId: "orders" }], actor: "ana\0ben" }, "BAD_REQUEST"],
  ["an app that a database would cut", { apps: [{ appId: "orders\0" }] }, "BAD_REQUEST"],
  ["half a character", { apps: [{ appId: "orders" }], reason: "\ud800" }, "BAD_REQUEST"],
  ["no reason", { apps: [{ appId: "orders" }], reason: "" }, "BAD_REQUEST"],
  ["a time to live below a second", { apps: [{ appId: "orders" }], timeToLiveMs: 999 }, "BAD_REQUEST"],
])("%s is a wrong input, and nothing is audited or called", async (_, wrong, code) => {
  await using at = await controlling({ apps: ["orders"] });
  const thrown = await thrownBy(at.caller.control.pause({ ...ana, ...wrong }));
  expect(thrown.code).toBe(code);
  expect((await at.audit.list({ limit: 50 })).items).toEqual([]);
  expect(at.engine("orders").asked("/pause")).toEqual([]);
});

test("over HTTP a client gets the results, and a typed error where the audit is gone", async () => {
  await using at = await serving();
  const { results } = await at.client.control.pause.mutate({ ...ana, apps: [{ appId: "orders" }] });
  expect(results).toMatchObject([{ appId: "orders", result: { kind: "done", generation: 4 } }]);
  const { message, data } = await failing(at.client.control.pause.mutate({ ...ana, apps: [] }));
  expect(data).toEqual({ code: "BAD_REQUEST", httpStatus: 400, apiCode: "bad-request" });
  expect(message).toMatch(/^apps: /);
  const unreasoned = at.client.control.pause.mutate({
    actor: "ana",
    reason: " ",
    apps: [{ appId: "orders" }],
  });
  expect((await failing(unreasoned)).message).toBe(
    "reason: is empty; write at least one character that is no space",
  );
  await untilSequence(at.app, "1");
});
