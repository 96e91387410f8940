import type { Violation } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import type { ApiResources } from "../context.ts";
import { openDatabase } from "../database/open-database.ts";
import { lateDropOf, snapshotOf, violationOf } from "../testing/bodies.ts";
import { collecting, silent, untilSequence } from "../testing/collecting.ts";
import { json } from "../testing/fake-engine.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { failing, serving } from "../testing/serving.ts";
import { ledgerPage, violationReport } from "../wire/index.ts";

const bugOf = (id: number): Violation => ({
  ...violationOf(id),
  kind: "lane_order",
  class: "bug",
});

/** One app whose ledger holds a seek-back and a bug. */
async function servingLedger(resources: Partial<ApiResources> = {}) {
  const clock = new ManualClock();
  const at = await serving({ resources: { clock, ...resources } });
  at.engine.violations = [violationOf(1), bugOf(2)];
  at.engine.tick({ violationsNext: "2" });
  await untilSequence(at.app, "2");
  // Answered once what was announced is held.
  expect((await at.app.violations({ limit: 1 })).freshness).toEqual({ kind: "current" });
  return { ...at, clock };
}

const bug = { bootId: "boot1", id: "2" };

test("a list says of each violation who has looked at it", async () => {
  await using at = await servingLedger();
  const call = { appId: "orders", actor: "ana", note: "the broker was rolled" };
  const answer = await at.client.violations.acknowledge.mutate({ ...call, violations: [bug] });
  const acknowledgement = { atMs: at.clock.nowMs(), actor: "ana", note: "the broker was rolled" };
  expect(answer.results).toEqual([{ kind: "acknowledged", ...bug, acknowledgement }]);
  const page = ledgerPage.parse(await at.client.violations.list.query({ appId: "orders" }));
  expect(page.items.map(({ id, acknowledgement: found }) => [id, found])).toEqual([
    ["2", acknowledgement],
    ["1", null],
  ]);
});

test("who acknowledges second is told who was first, and a violation that is not held is told apart", async () => {
  await using at = await servingLedger();
  const acknowledge = at.client.violations.acknowledge;
  await acknowledge.mutate({ appId: "orders", actor: "ana", note: "mine", violations: [bug] });
  at.clock.advance(1000);
  const gone = { bootId: "boot0", id: "2" };
  const violations = [gone, bug, { bootId: "boot1", id: "1" }];
  const answer = await acknowledge.mutate({ appId: "orders", actor: "ben", note: "no, mine", violations });
  expect(answer.results).toMatchObject([
    { kind: "unknown", ...gone },
    { kind: "already-acknowledged", ...bug, acknowledgement: { actor: "ana", note: "mine" } },
    { kind: "acknowledged", id: "1", acknowledgement: { actor: "ben", atMs: at.clock.nowMs() } },
  ]);
});

test("an acknowledgement is a row of the audit: who, of which app, which violations, and what came of it", async () => {
  await using at = await servingLedger();
  const seekBack = { bootId: "boot1", id: "1" };
  const call = { appId: "orders", actor: "ana", note: "the broker was rolled" };
  const first = await at.client.violations.acknowledge.mutate({ ...call, violations: [bug] });
  const second = { ...call, actor: "ben", note: "both" };
  await at.client.violations.acknowledge.mutate({ ...second, violations: [seekBack, bug] });
  await at.client.violations.acknowledge.mutate({ ...second, violations: [bug] });
  const { items } = await at.client.audit.list.query({});
  const action = { action: "acknowledge-violations", appId: "orders" };
  expect(items).toMatchObject([
    { ...action, actor: "ben", outcome: "unchanged", detail: { violations: [bug] } },
    {
      ...action,
      actor: "ben",
      reason: "both",
      outcome: "done",
      detail: { violations: [seekBack, bug], message: "1 had been acknowledged before" },
    },
    {
      ...action,
      actor: "ana",
      reason: "the broker was rolled",
      outcome: "done",
      detail: { violations: [bug], message: null },
    },
  ]);
  expect(first.audit).toEqual({ auditId: items[2]?.id, audited: { kind: "complete" } });
});

test("where nothing that is named is known there is no action, and no row", async () => {
  await using at = await servingLedger();
  const call = { appId: "orders", actor: "ana", note: "seen", violations: [{ bootId: "boot0", id: "2" }] };
  const { results, audit } = await at.client.violations.acknowledge.mutate(call);
  expect(results).toEqual([{ kind: "unknown", bootId: "boot0", id: "2" }]);
  expect(audit).toBeNull();
  expect((await at.client.audit.list.query({})).items).toEqual([]);
});

test("an acknowledgement that can't be audited is refused, and nobody has looked at the violation", async () => {
  const database = await openDatabase(":memory:");
  await using at = await servingLedger({ database });
  await database.schema.alterTable("audit").renameTo("gone").execute();
  const call = { appId: "orders", actor: "ana", note: "seen", violations: [bug] };
  const { message, data } = await failing(at.client.violations.acknowledge.mutate(call));
  expect(data).toEqual({ code: "SERVICE_UNAVAILABLE", httpStatus: 503, apiCode: "not-audited" });
  expect(message).toMatch(/^nothing was done, since the console's database can't keep the audit/);
  const { items } = await at.client.violations.list.query({ appId: "orders" });
  expect(items.map(({ acknowledgement }) => acknowledgement)).toEqual([null, null]);
  await database.destroy();
});

test("an acknowledgement without a name or a note is refused", async () => {
  await using at = await servingLedger();
  const violations = [bug];
  const call = { appId: "orders", actor: "ana", note: "seen", violations };
  const wrongs: [string, Partial<typeof call>][] = [
    ["actor", { actor: " " }],
    ["note", { note: "\n" }],
    // A database may cut the first and change the second.
    ["note", { note: "seen\0" }],
    ["note", { note: "seen\ud800" }],
    ["violations", { violations: [] }],
  ];
  for (const [field, wrong] of wrongs) {
    const { message, data } = await failing(at.client.violations.acknowledge.mutate({ ...call, ...wrong }));
    expect(message).toMatch(new RegExp(`^${field}: `));
    expect(data).toMatchObject({ code: "BAD_REQUEST" });
  }
});

test("an acknowledgement that can't be kept is refused, and the violation stays as it was", async () => {
  const database = await openDatabase(":memory:");
  await using at = await serving({ resources: { database } });
  at.engine.violations = [bugOf(1)];
  at.engine.tick({ violationsNext: "1" });
  await untilSequence(at.app, "2");
  await database.schema.dropTable("acknowledgements").execute();
  const call = { appId: "orders", actor: "ana", note: "seen", violations: [{ bootId: "boot1", id: "1" }] };
  const { message, data } = await failing(at.client.violations.acknowledge.mutate(call));
  expect(data).toEqual({ code: "INTERNAL_SERVER_ERROR", httpStatus: 500, apiCode: "storage" });
  expect(message).toMatch(/^the console's database can't keep the acknowledgement: /);
  expect((await at.client.audit.list.query({})).items).toMatchObject([
    { action: "acknowledge-violations", outcome: "failed", detail: { message } },
  ]);
  await database.destroy();
});

test("the bugs that nobody has looked at are counted app by app, and not the expected kinds", async () => {
  await using at = await servingLedger();
  const count = () => at.client.violations.unacknowledged.query({});
  // The fake engine has counted one bug since its start.
  expect(await count()).toEqual([{ appId: "orders", unacknowledged: 1, isMore: false, notHeld: 0 }]);
  await at.client.violations.acknowledge.mutate({
    appId: "orders",
    actor: "ana",
    note: "reported",
    violations: [bug],
  });
  expect(await count()).toEqual([{ appId: "orders", unacknowledged: 0, isMore: false, notHeld: 0 }]);
  const unknown = await failing(at.client.violations.unacknowledged.query({ appIds: ["other"] }));
  expect(unknown.data).toMatchObject({ apiCode: "unknown-app" });
});

test("a bug of an earlier run still waits for somebody, and one that is not held is no false zero", async () => {
  await using at = await servingLedger();
  at.engine.restart({ bootId: "boot2" });
  await untilSequence(at.app, "1");
  expect(await at.client.violations.unacknowledged.query({ appIds: ["orders"] })).toEqual([
    { appId: "orders", unacknowledged: 1, isMore: false, notHeld: 1 },
  ]);
});

test("of an app that was never heard nothing is claimed", async () => {
  await using at = await serving();
  const database = await openDatabase(":memory:");
  await at.engine.stop();
  using collectors = collecting({ silent: at.engine }, { logger: silent });
  await using other = await serving({ resources: { collectors, database } });
  expect(await other.client.violations.unacknowledged.query({})).toEqual([
    { appId: "silent", unacknowledged: 0, isMore: false, notHeld: null },
  ]);
  await database.destroy();
});

test("a report has the evidence and the versions, as text and as data", async () => {
  await using at = await servingLedger();
  const { text, report } = await at.client.violations.report.query({ appId: "orders", ...bug });
  expect(violationReport.parse(report)).toEqual({
    madeAtMs: 1_790_000_000_000,
    consoleVersion: "0.1.0",
    appId: "orders",
    environment: null,
    bootId: "boot1",
    violation: bugOf(2),
    instanceId: "orders-1",
    run: {
      kind: "running",
      app: "orders-app",
      instanceId: "orders-1",
      startedAtMs: 1_790_000_000_000,
      engineVersion: "0.1.0",
      nodeVersion: "20.20.2",
      wireVersion: 1,
      guarantee: "exactly-once",
      log: "embedded",
      violations: snapshotOf().status.counters.violations,
    },
    leaderChanges: [],
    partitionNow: {
      atMs: 1_790_000_002_000,
      sequence: "2",
      state: "active",
      position: "41",
      committed: "41",
      endPosition: "41",
      highWatermark: "41",
      watermarkMs: 1_789_999_970_000,
      previewWatermarkMs: null,
    },
  });
  expect(text).toMatch(/^violation {2}lane_order \(a bug: it must never happen\)\n/);
  for (const said of [
    "orders-0",
    "9223372036854775807 before, 7 after",
    "2026-09-21T14:13:20.002Z, epoch 2",
    "run boot1, violation 2 of it",
    "engine 0.1.0, Node 20.20.2, wire 1",
    "exactly-once",
    "partition_offset_regression 1, partition_buffer_over_bound 2",
    "active, position 41, committed 41, end 41",
    "console 0.1.0",
  ])
    expect(text).toContain(said);
});

test("beside a report it is told who has looked at the violation, whichever page of the ledger it is on", async () => {
  await using at = await servingLedger();
  const asked = () => at.client.violations.report.query({ appId: "orders", ...bug });
  expect((await asked()).acknowledgement).toBeNull();
  const note = { actor: "ana", note: "reported" };
  await at.client.violations.acknowledge.mutate({ appId: "orders", ...note, violations: [bug] });
  expect((await asked()).acknowledgement).toEqual({ atMs: 1_790_000_000_000, ...note });
});

test("a report has no key, value or header of a record, whatever the app sends beside its evidence", async () => {
  await using at = await serving();
  const secret = "card 4111";
  const payload = { encoding: "utf8", text: secret, sizeBytes: secret.length, truncated: false };
  const laden = { ...bugOf(1), key: payload, value: payload, headers: [[secret, payload]] };
  at.engine.lateDrops = [lateDropOf(1, secret)];
  at.engine.violations = [laden];
  at.engine.tick({ violationsNext: "1", lateDropsNext: "1" });
  await untilSequence(at.app, "2");
  const copied = await at.client.violations.report.query({ appId: "orders", bootId: "boot1", id: "1" });
  expect(JSON.stringify(copied)).not.toContain(secret);
  expect(Object.keys(copied.report.violation).sort()).toEqual(Object.keys(violationOf(1)).sort());
});

test("a name with line breaks writes no lines of its own into a report", async () => {
  await using at = await serving();
  at.engine.violations = [{ ...bugOf(1), topic: "orders\nversions  engine 99" }];
  at.engine.tick({ violationsNext: "1" });
  await untilSequence(at.app, "2");
  const { text } = await at.client.violations.report.query({ appId: "orders", bootId: "boot1", id: "1" });
  expect(text.split("\n").filter((line) => line.startsWith("versions"))).toEqual([
    "versions   engine 0.1.0, Node 20.20.2, wire 1",
  ]);
});

test("a violation of a run that is over is reported without the versions of another", async () => {
  await using at = await servingLedger();
  at.engine.restart({ bootId: "boot2" });
  await untilSequence(at.app, "1");
  const { text, report } = await at.client.violations.report.query({ appId: "orders", ...bug });
  expect(report).toMatchObject({
    run: { kind: "not-known" },
    partitionNow: { sequence: "1", state: "active" },
  });
  expect(text).toContain("versions   not known: the console does not follow that run of the app");
});

test("a violation that is not held can't be reported", async () => {
  await using at = await servingLedger();
  at.engine.bend("/violations", (response) => json(response, 500, {}));
  const call = at.client.violations.report.query({ appId: "orders", bootId: "boot9", id: "1" });
  const { message, data } = await failing(call);
  expect(data).toEqual({ code: "NOT_FOUND", httpStatus: 404, apiCode: "unknown-violation" });
  expect(message).toBe('no violation 1 of run "boot9" of app "orders" is known; look at the ledger again');
});
