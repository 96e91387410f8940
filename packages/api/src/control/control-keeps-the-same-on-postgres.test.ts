import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLogIn } from "../audit/audit-log.ts";
import type { Database } from "../database/open-database.ts";
import { snapshotOf, startMs } from "../testing/bodies.ts";
import { silent } from "../testing/collecting.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { postgresDatabase } from "../testing/postgres.ts";
import { PauseWatch } from "./pause-watch.ts";

let database: Database;

beforeAll(async () => {
  database = await postgresDatabase();
});

afterAll(() => database.destroy());

const paused = {
  lifecycle: { kind: "paused" as const, sinceMs: startMs },
  pauseReasons: [
    { kind: "operator" as const, actor: "ana", reason: "deploy", sinceMs: startMs, expiresAtMs: null },
  ],
};

test("an action, its outcome, its pages and its bound are the same on PostgreSQL", async () => {
  const clock = new ManualClock();
  const audit = auditLogIn({ database, clock, rowsMax: 3 });
  const rows = await audit.begin(
    [0, 1, 2, 3, 4].map((i) => ({
      action: "pause",
      appId: `app-${i}`,
      actor: "ana",
      reason: "deploy",
      asked: {},
    })),
  );
  const [pruned, , ...kept] = rows;
  for (const row of kept)
    expect(await audit.end(row, "done", { generation: 4 })).toEqual({ kind: "complete" });
  if (pruned === undefined) throw new Error("nothing was begun");
  expect(await audit.end(pruned, "done", {})).toMatchObject({ kind: "outcome-missing" });
  const first = await audit.list({ actor: "ana", fromMs: clock.nowMs(), limit: 2 });
  expect(first).toMatchObject({
    items: [
      { appId: "app-4", outcome: "done", atMs: clock.nowMs(), detail: { generation: 4 } },
      { appId: "app-3" },
    ],
    retention: { rows: 3, rowsMax: 3, oldestAtMs: clock.nowMs() },
  });
  const second = await audit.list({ limit: 2, before: first.nextBefore ?? "" });
  expect(second).toMatchObject({ items: [{ appId: "app-2" }], nextBefore: null });
});

test("a pause that a restart ended outlives the console on PostgreSQL", async () => {
  const options = { database, clock: new ManualClock(), logger: silent };
  const before = await PauseWatch.open(options);
  const receivedAtMs = options.clock.nowMs();
  before.tick("orders", { snapshot: snapshotOf({ status: paused }), receivedAtMs });
  await before.settled();
  const restarted = snapshotOf({ bootId: "boot2", status: { startedAtMs: startMs + 60_000 } });
  before.tick("orders", { snapshot: restarted, receivedAtMs });
  await before.settled();
  const after = await PauseWatch.open(options);
  expect(after.ended()).toEqual(before.ended());
  expect(after.ended()).toMatchObject([{ appId: "orders", actor: "ana", endedBy: "restart" }]);
  after.forget("orders", after.ended()[0]?.pauseId ?? "");
  await after.settled();
  expect((await PauseWatch.open(options)).ended()).toEqual([]);
});
