import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ControlAnswer, FeedSnapshot, PauseReason } from "@stoatflow/engine/wire";
import { afterEach, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "../database/open-database.ts";
import { type SnapshotOf, snapshotOf } from "../testing/bodies.ts";
import { silent } from "../testing/collecting.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { pausesKeptMax } from "../wire/index.ts";
import { PauseWatch } from "./pause-watch.ts";

const opened: Database[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const database of opened.splice(0)) await database.destroy();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function watching(file = ":memory:", clock = new ManualClock()) {
  const database = await openDatabase(file);
  opened.push(database);
  const pauses = await PauseWatch.open({ database, clock, logger: silent });
  return {
    clock,
    database,
    pauses,
    told: () => pauses.ended(),
    /** A tick of an app that arrives now. */
    tick(of: SnapshotOf, appId = "orders") {
      pauses.tick(appId, { snapshot: snapshotOf(of), receivedAtMs: clock.nowMs() });
    },
    /** The app has carried out a call. */
    answered(verb: "pause" | "resume", answer: Omit<ControlAnswer, "result">) {
      const tick = {
        snapshot: snapshotOf({ atMs: sinceMs - 500, status: running }),
        receivedAtMs: clock.nowMs(),
      };
      const result = verb === "pause" ? "pausing" : "resuming";
      const instance = { url: "", tick };
      pauses.controlled("orders", { instance, told: [], verb, request: ana, answer: { result, ...answer } });
    },
    async [Symbol.asyncDispose]() {
      await pauses.settled();
    },
  };
}

const startedAtMs = 1_789_999_000_000;
const sinceMs = 1_790_000_000_000;

function pausedBy(actor: string, expiresAtMs: number | null = null): Partial<FeedSnapshot["status"]> {
  const reason: PauseReason = { kind: "operator", actor, reason: "deploy", sinceMs, expiresAtMs };
  return { lifecycle: { kind: "paused", sinceMs }, pauseReasons: [reason], startedAtMs };
}

const running = { startedAtMs };
/** A run that began after the pause. */
const restarted = { startedAtMs: sinceMs + 60_000 };

test("a pause that a restart ended is told: whose it was, until when it was seen, and by what and when it ended", async () => {
  await using at = await watching();
  at.tick({ status: pausedBy("ana") });
  at.clock.advance(50_000);
  at.tick({ status: pausedBy("ana") });
  expect(at.told()).toEqual([]);
  at.clock.advance(15_000);
  at.tick({ bootId: "boot2", status: restarted });
  expect(at.told()).toEqual([
    {
      appId: "orders",
      pauseId: `boot1-${sinceMs}`,
      instanceId: "orders-1",
      actor: "ana",
      reason: "deploy",
      sinceMs,
      expiresAtMs: null,
      lastSeenMs: at.clock.nowMs() - 15_000,
      endedBy: "restart",
      endedAtMs: restarted.startedAtMs,
      nextInstanceId: "orders-1",
    },
  ]);
});

test("a pause that was ended while it drained is told too", async () => {
  await using at = await watching();
  at.tick({ status: { ...pausedBy("ana"), lifecycle: { kind: "pausing", sinceMs, waitingFor: [] } } });
  at.tick({ bootId: "boot2", status: restarted });
  expect(at.told()).toMatchObject([{ endedBy: "restart" }]);
});

test("where another instance runs instead it was a take-over", async () => {
  await using at = await watching();
  at.tick({ status: pausedBy("ana") });
  at.tick({ bootId: "boot9", instanceId: "orders-2", status: restarted });
  expect(at.told()).toMatchObject([
    { endedBy: "take-over", instanceId: "orders-1", nextInstanceId: "orders-2", endedAtMs: at.clock.nowMs() },
  ]);
});

test("where what runs was there before the pause it was a take-over, whatever it is called", async () => {
  await using at = await watching();
  at.tick({ status: pausedBy("ana") });
  at.tick({ bootId: "boot9", status: running });
  expect(at.told()).toMatchObject([{ endedBy: "take-over" }]);
});

test("an instance that says that another took its partitions over is believed", async () => {
  await using at = await watching();
  at.tick({ status: pausedBy("ana") });
  const lastControl = {
    kind: "taken-over" as const,
    generation: 5,
    atMs: sinceMs + 9,
    actor: null,
    reason: null,
  };
  at.tick({ status: { ...running, lastControl } });
  expect(at.told()).toMatchObject([{ endedBy: "take-over", endedAtMs: sinceMs + 9, nextInstanceId: null }]);
  at.tick({ status: { ...running, lastControl } });
  expect(at.told()).toMatchObject([{ nextInstanceId: null }]);
  at.tick({ bootId: "boot9", instanceId: "orders-2", status: running });
  at.tick({ bootId: "boot10", instanceId: "orders-3", status: restarted });
  expect(at.told()).toMatchObject([{ endedAtMs: sinceMs + 9, nextInstanceId: "orders-2" }]);
});

test.each(["resumed", "expired"] as const)(
  "a pause that was %s is told by nobody, after a restart neither",
  async (kind) => {
    await using at = await watching();
    at.tick({ status: pausedBy("ana") });
    at.tick({
      status: {
        ...running,
        lastControl: { kind, generation: 5, atMs: sinceMs + 9, actor: null, reason: null },
      },
    });
    at.tick({ bootId: "boot2", status: restarted });
    expect(at.told()).toEqual([]);
  },
);

test("an app that does not tell who resumed it is taken to have been resumed", async () => {
  await using at = await watching();
  at.tick({ status: pausedBy("ana") });
  at.tick({ status: running });
  at.tick({ bootId: "boot2", status: restarted });
  expect(at.told()).toEqual([]);
});

test("a pause whose time to live would have ended it before the restart is not told", async () => {
  await using at = await watching();
  at.tick({ status: pausedBy("ana", restarted.startedAtMs) });
  at.tick({ bootId: "boot2", status: restarted });
  at.tick({ status: pausedBy("ben", restarted.startedAtMs + 1) }, "payments");
  at.tick({ bootId: "boot2", status: restarted }, "payments");
  expect(at.told()).toMatchObject([{ appId: "payments", actor: "ben" }]);
});

test("whether its time to live has ended is told by the app's clock, however far ahead the console's is", async () => {
  await using at = await watching();
  at.clock.advance(sinceMs + 600_000 - at.clock.nowMs());
  at.tick({ atMs: sinceMs + 1000, status: pausedBy("ana", sinceMs + 300_000) });
  at.tick({ bootId: "boot2", status: restarted });
  expect(at.told()).toMatchObject([{ actor: "ana", endedBy: "restart" }]);
});

const ana = { actor: "ana", reason: "deploy" };
const pausing = { generation: 4, lifecycle: { kind: "pausing" as const, sinceMs, waitingFor: [] } };
const resumed = { generation: 5, lifecycle: { kind: "resuming" as const } };

test("a pause that the app has answered is told though a restart ended it before any tick showed it", async () => {
  await using at = await watching();
  at.answered("pause", pausing);
  at.tick({ status: running });
  expect(at.told()).toEqual([]);
  at.tick({ bootId: "boot2", status: restarted });
  expect(at.told()).toMatchObject([{ ...ana, sinceMs, endedBy: "restart", instanceId: "orders-1" }]);
});

test("a resume that the app has answered ends the pause, though a restart came before any tick showed it", async () => {
  await using at = await watching();
  at.tick({ status: { ...pausedBy("ana"), generation: 4 } });
  at.answered("resume", resumed);
  at.tick({ status: { ...pausedBy("ana"), generation: 4 } });
  at.tick({ bootId: "boot2", status: restarted });
  expect(at.told()).toEqual([]);
});

test("an answer that comes after the tick that tells of it, or of what followed, changes nothing", async () => {
  await using at = await watching();
  at.tick({ status: { ...pausedBy("ben"), generation: 6 } });
  at.answered("resume", resumed);
  at.tick({ bootId: "boot2", status: restarted });
  expect(at.told()).toMatchObject([{ actor: "ben" }]);
});

test("it is told until somebody pauses the app again", async () => {
  await using at = await watching();
  at.tick({ status: pausedBy("ana") });
  at.tick({ bootId: "boot2", status: restarted });
  at.tick({ bootId: "boot2", status: restarted });
  expect(at.told()).toHaveLength(1);
  at.tick({ bootId: "boot2", status: { ...pausedBy("ben"), ...restarted } });
  expect(at.told()).toEqual([]);
});

test("what is told outlives the console", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stoatflow-pauses-"));
  folders.push(folder);
  const file = path.join(folder, "console.db");
  const before = await watching(file);
  before.tick({ status: pausedBy("ana") });
  before.tick({ bootId: "boot2", status: restarted });
  await before.pauses.settled();
  const told = before.told();
  const after = await watching(file);
  expect(told).toHaveLength(1);
  expect(after.told()).toEqual(told);
  after.pauses.forget("orders", `boot1-${sinceMs}`);
  await after.pauses.settled();
  expect((await watching(file)).told()).toEqual([]);
});

test("an app that was started again while the console was away is told of", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stoatflow-pauses-"));
  folders.push(folder);
  const file = path.join(folder, "console.db");
  const before = await watching(file);
  before.tick({ status: pausedBy("ana") });
  before.clock.advance(61_000);
  before.tick({ status: pausedBy("ana") });
  await before.pauses.settled();
  const after = await watching(file);
  after.tick({ bootId: "boot2", status: { startedAtMs: sinceMs + 100_000 } });
  expect(after.told()).toMatchObject([
    { actor: "ana", endedBy: "restart", lastSeenMs: before.clock.nowMs() },
  ]);
});

test("what is learned while another row is being written is written before the console ends", async () => {
  await using at = await watching();
  at.tick({ status: pausedBy("ana") });
  at.tick({ status: pausedBy("ben") }, "payments");
  await at.pauses.settled();
  const rows = await at.database.selectFrom("pauses").select("app_id").orderBy("app_id").execute();
  expect(rows).toEqual([{ app_id: "orders" }, { app_id: "payments" }]);
});

/** A write of what is known fails, then the database is well again. */
async function afterAFailedWrite() {
  const at = await watching();
  await at.database.schema.alterTable("pauses").renameTo("elsewhere").execute();
  at.tick({ status: pausedBy("ana") });
  await at.pauses.settled();
  await at.database.schema.alterTable("elsewhere").renameTo("pauses").execute();
  return at;
}

const rowsIn = (database: Database) => database.selectFrom("pauses").select("app_id").execute();

test("what could not be written is written with a later tick, though not with each", async () => {
  await using at = await afterAFailedWrite();
  expect(at.told()).toEqual([]);
  at.tick({ status: pausedBy("ana") });
  expect(await rowsIn(at.database)).toEqual([]);
  at.clock.advance(5000);
  at.tick({ status: pausedBy("ana") });
  await vi.waitFor(async () => expect(await rowsIn(at.database)).toEqual([{ app_id: "orders" }]), {
    timeout: 20_000,
  });
});

test("a console that ends tries once more at once, however lately a write failed", async () => {
  await using at = await afterAFailedWrite();
  await at.pauses.settled();
  expect(await rowsIn(at.database)).toHaveLength(1);
});

test("a clock that is set back puts no write off", async () => {
  await using at = await afterAFailedWrite();
  at.clock.advance(-3_600_000);
  at.tick({ status: pausedBy("ana") });
  await vi.waitFor(async () => expect(await rowsIn(at.database)).toHaveLength(1), { timeout: 20_000 });
});

test("what is known is bounded: the app that was heard of longest ago goes", async () => {
  await using at = await watching();
  for (let i = 0; i <= pausesKeptMax; i += 1) {
    at.tick({ status: pausedBy("ana") }, `app-${i}`);
    at.tick({ bootId: "boot2", status: restarted }, `app-${i}`);
  }
  const told = at.told();
  expect(told).toHaveLength(pausesKeptMax);
  expect(told.some(({ appId }) => appId === "app-0")).toBe(false);
  expect(told.some(({ appId }) => appId === `app-${pausesKeptMax}`)).toBe(true);
});

test("a row that this console doesn't understand is left out", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stoatflow-pauses-"));
  folders.push(folder);
  const file = path.join(folder, "console.db");
  const before = await watching(file);
  await before.database
    .insertInto("pauses")
    .values([
      { app_id: "a", at_ms: 1, body: '[{"kind":"later"}]' },
      { app_id: "b", at_ms: 2, body: "not JSON" },
    ])
    .execute();
  expect((await watching(file)).told()).toEqual([]);
});
