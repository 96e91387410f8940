import { expect, test } from "vitest";
import { startMs } from "../testing/bodies.ts";
import { until } from "../testing/collecting.ts";
import { controlling } from "../testing/controlling.ts";
import { anasReason, restartWhilePaused } from "../testing/ended-pause.ts";
import { json } from "../testing/fake-engine.ts";

const ben = { actor: "ben", reason: "seen" };

/** One app whose pause a restart has ended. */
async function interrupted() {
  const at = await controlling({ apps: ["orders"] });
  await restartWhilePaused(at);
  await until(
    () => at.pauses.ended(),
    ({ length }) => length === 1,
  );
  return at;
}

test("the drain is read from the app's newest tick, and says how old that is", async () => {
  await using at = await controlling({ apps: ["orders"] });
  expect(await at.caller.control.drain({ appId: "orders" })).toMatchObject({
    appId: "orders",
    drain: { kind: "not-pausing", lifecycle: "running" },
    pauseReasons: [],
    generation: 3,
    bootId: "boot1",
    sequence: "1",
  });
  const waitingFor = [{ lane: 2, operator: "enrich", records: 7, oldestAgeMs: 45_000 }];
  const tick = at.engine("orders").tick({
    status: {
      pauseReasons: [anasReason],
      lifecycle: { kind: "pausing", sinceMs: startMs - 40_000, waitingFor },
    },
  });
  await until(
    () => at.collectors.get("orders").summary(),
    ({ sequence }) => sequence === tick.sequence,
  );
  expect(await at.caller.control.drain({ appId: "orders" })).toMatchObject({
    drain: {
      kind: "draining",
      records: 7,
      forMs: tick.atMs - startMs + 40_000,
      holder: {
        kind: "lane",
        instanceId: "orders-1",
        lane: 2,
        operator: "enrich",
        records: 7,
        oldestAgeMs: 45_000,
      },
    },
    pauseReasons: [{ actor: "ana" }],
    atMs: tick.atMs,
    serverNowMs: at.clock.nowMs(),
  });
  await expect(at.caller.control.drain({ appId: "unheard-of" })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a pause that a restart ended is told until somebody acknowledges it, which is audited", async () => {
  await using at = await interrupted();
  const { items } = await at.caller.control.endedPauses();
  expect(items).toMatchObject([{ appId: "orders", actor: "ana", reason: "deploy", endedBy: "restart" }]);
  const pauseId = items[0]?.pauseId ?? "";
  const answer = await at.caller.control.acknowledgeEndedPause({ appId: "orders", pauseId, ...ben });
  expect(answer).toMatchObject({ kind: "acknowledged", audited: { kind: "complete" } });
  expect((await at.caller.control.endedPauses()).items).toEqual([]);
  expect((await at.caller.audit.list({})).items).toMatchObject([
    {
      action: "acknowledge-ended-pause",
      actor: "ben",
      appId: "orders",
      outcome: "done",
      detail: { pauseId },
    },
  ]);
});

test("an acknowledgement of what is told no more changes nothing", async () => {
  await using at = await interrupted();
  const stale = { appId: "orders", pauseId: "boot0-1", ...ben };
  expect(await at.caller.control.acknowledgeEndedPause(stale)).toEqual({ kind: "gone" });
  expect((await at.caller.control.endedPauses()).items).toHaveLength(1);
  expect((await at.caller.audit.list({})).items).toEqual([]);
});

test("an acknowledgement that can't be audited is refused, and the pause is told on", async () => {
  await using at = await interrupted();
  const pauseId = at.pauses.ended()[0]?.pauseId ?? "";
  await at.pauses.settled();
  await at.database.schema.dropTable("audit").execute();
  const acknowledging = at.caller.control.acknowledgeEndedPause({ appId: "orders", pauseId, ...ben });
  await expect(acknowledging).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    cause: { code: "not-audited" },
  });
  expect((await at.caller.control.endedPauses()).items).toHaveLength(1);
});

test("it is told until somebody pauses or resumes the app, though there was nothing to resume", async () => {
  await using at = await interrupted();
  const unchanged = { result: "unchanged", generation: 0, lifecycle: { kind: "running" } };
  at.engine("orders").bend("/resume", (r) => json(r, 200, unchanged));
  await at.caller.control.resume({ apps: [{ appId: "orders" }], ...ben });
  expect((await at.caller.control.endedPauses()).items).toEqual([]);
});

test("a pause that was answered and ended by a restart before the next tick is told", async () => {
  await using at = await controlling({ apps: ["orders"] });
  const { results } = await at.caller.control.pause({ apps: [{ appId: "orders" }], ...ben });
  expect(results).toMatchObject([{ result: { kind: "done" } }]);
  at.engine("orders").restart({ bootId: "boot2", status: { startedAtMs: startMs + 60_000 } });
  await until(
    () => at.pauses.ended(),
    ({ length }) => length === 1,
  );
  expect((await at.caller.control.endedPauses()).items).toMatchObject([{ ...ben, endedBy: "restart" }]);
});

test("an action that the app refuses leaves it told", async () => {
  await using at = await interrupted();
  const error = { code: "not-allowed-now", message: "the app is starting: it can't pause now" };
  at.engine("orders").bend("/pause", (r) => json(r, 409, { error }));
  await at.caller.control.pause({ apps: [{ appId: "orders" }], ...ben });
  expect((await at.caller.control.endedPauses()).items).toHaveLength(1);
});

test("the audit is read by app, actor and time, page by page", async () => {
  await using at = await controlling();
  const both = [{ appId: "orders" }, { appId: "payments" }];
  await at.caller.control.pause({ apps: both, actor: "ana", reason: "deploy" });
  await at.caller.control.resume({ apps: both, actor: "ben", reason: "deployed" });
  const ofOrders = await at.caller.audit.list({ appId: "orders" });
  expect(ofOrders.items).toMatchObject([
    { action: "resume", actor: "ben", outcome: "done", detail: { generation: 4 } },
    { action: "pause", actor: "ana", reason: "deploy", outcome: "done" },
  ]);
  const first = await at.caller.audit.list({ actor: "ana", limit: 1 });
  const second = await at.caller.audit.list({ actor: "ana", limit: 1, before: first.nextBefore ?? "" });
  expect([...first.items, ...second.items].map(({ appId }) => appId)).toEqual(["payments", "orders"]);
  expect(second.nextBefore).toBeNull();
  const cursor = { code: "BAD_REQUEST", cause: { code: "unknown-cursor" } };
  for (const before of ["banana", "0", first.items[0]?.id ?? ""])
    await expect(at.caller.audit.list({ actor: "ana", before })).rejects.toMatchObject(cursor);
  const ofAna = first.nextBefore ?? "";
  await expect(at.caller.audit.list({ actor: "ben", before: ofAna })).rejects.toMatchObject(cursor);
  expect(first.retention).toMatchObject({ rows: 4, rowsMax: 100_000 });
  expect((await at.caller.audit.list({ fromMs: at.clock.nowMs() + 1 })).items).toEqual([]);
  await expect(at.caller.audit.list({ limit: 201 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
});
