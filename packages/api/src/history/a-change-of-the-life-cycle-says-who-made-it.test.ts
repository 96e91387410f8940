import type { ControlChange, FeedSnapshot, Lifecycle } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { partitionOf, snapshotOf } from "../testing/bodies.ts";
import { silent } from "../testing/collecting.ts";
import { type RecordedHistory, recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";
import { lifecycleChangeOf } from "./events.ts";
import { openHistory } from "./open-history.ts";

const startMs = recordedFromMs;
const running: Lifecycle = { kind: "running" };
const resuming: Lifecycle = { kind: "resuming" };
const pausing: Lifecycle = { kind: "pausing", waitingFor: [] };
const paused: Lifecycle = { kind: "paused", sinceMs: startMs };

function control(kind: ControlChange["kind"], second: number, actor: string | null = null): ControlChange {
  const reason = actor === null ? null : "schema change";
  return { kind, generation: second + 1, atMs: startMs + 1000 * second, actor, reason };
}

/** An app of one instance: a tick a second. */
async function tell(
  { clock, tick }: RecordedHistory,
  ticks: readonly (readonly [Lifecycle, ControlChange | null | undefined, bootId?: string])[],
): Promise<void> {
  for (const [lifecycle, lastControl, bootId = "boot1"] of ticks) {
    const told = lastControl === undefined ? {} : { lastControl };
    tick([partitionOf(0)], { bootId, status: { lifecycle, ...told } });
    clock.advance(1000);
  }
}

/** Of each change: what the app came to be, by what and by whom. */
async function changes({ history, reader }: RecordedHistory) {
  await history.flush();
  const { items } = await reader.events.lifecycle({
    appId: "orders",
    fromMs: startMs,
    toMs: startMs + 60_000,
    limit: 50,
  });
  return items.toReversed().map(({ to, by }) => [to.kind, by?.kind, by?.actor]);
}

test("who paused and who resumed is in each change that they made, with when and why", async () => {
  await using recorded = await recordedHistory();
  const anas = control("paused", 1, "ana");
  const bens = control("resumed", 4, "ben");
  await tell(recorded, [
    [running, null],
    [pausing, anas],
    [pausing, anas],
    [paused, anas],
    [resuming, bens],
    [running, bens],
  ]);
  expect(await changes(recorded)).toEqual([
    ["running", undefined, undefined],
    ["pausing", "paused", "ana"],
    ["paused", "paused", "ana"],
    ["resuming", "resumed", "ben"],
    ["running", "resumed", "ben"],
  ]);
  const { items } = await recorded.reader.events.lifecycle({
    appId: "orders",
    fromMs: startMs,
    toMs: startMs + 60_000,
    limit: 1,
  });
  expect(items[0]?.by).toEqual({
    kind: "resumed",
    atMs: startMs + 4000,
    actor: "ben",
    reason: "schema change",
  });
});

test("an app that resumed by itself says so: its time to live ran out, or another instance took over", async () => {
  for (const kind of ["expired", "taken-over"] as const) {
    await using recorded = await recordedHistory();
    await tell(recorded, [
      [paused, control("paused", 0, "ana")],
      [running, control(kind, 1)],
    ]);
    expect(await changes(recorded)).toEqual([
      ["paused", "paused", "ana"],
      ["running", kind, null],
    ]);
  }
});

test("why it resumed is told though the console was away when it did", async () => {
  await using recorded = await recordedHistory();
  await tell(recorded, [[paused, control("paused", 0, "ana")]]);
  await recorded.history.flush();
  const { database, clock } = recorded;
  const again = await openHistory({ database, logger: silent, clock });
  const status = { lifecycle: running, lastControl: control("expired", 20) };
  clock.advance(30_000);
  const snapshot = snapshotOf({ sequence: 30, atMs: clock.nowMs(), partitions: [partitionOf(0)], status });
  again.observer.tick("orders", { snapshot, receivedAtMs: clock.nowMs() });
  await again.flush();
  expect((await changes(recorded)).at(-1)).toEqual(["running", "expired", null]);
});

test("what no pause or resume made, or what the app does not tell, is put down to nobody", async () => {
  await using recorded = await recordedHistory();
  const old = control("resumed", 0, "ben");
  await tell(recorded, [
    [{ kind: "starting" }, null],
    [running, old],
    [{ kind: "restoring", store: "s", restored: 1 }, old],
    [running, old],
    [paused, undefined],
    [running, undefined],
    [paused, control("paused", 6, "ana")],
    [running, null, "boot2"],
    [{ kind: "stopping" }, old, "boot2"],
  ]);
  expect(await changes(recorded)).toEqual([
    ["starting", undefined, undefined],
    ["running", undefined, undefined],
    ["restoring", undefined, undefined],
    ["running", undefined, undefined],
    ["paused", undefined, undefined],
    ["running", undefined, undefined],
    ["paused", "paused", "ana"],
    ["running", undefined, undefined],
    ["stopping", undefined, undefined],
  ]);
});

test("of several instances the one that came to be so says why, and not one that has long been", () => {
  const atMs = startMs + 60_000;
  const run = "all";
  const told = (...all: readonly (readonly [Lifecycle, ControlChange | null])[]) =>
    all.map(([lifecycle, lastControl]) => ({
      isWorking: true,
      tick: { snapshot: snapshotOf({ status: { lifecycle, lastControl } }), receivedAtMs: atMs },
    }));
  const byOf = (from: Lifecycle["kind"], lifecycle: Lifecycle, all: ReturnType<typeof told>) => {
    const snapshot: FeedSnapshot = snapshotOf({ atMs, status: { lifecycle } });
    const before = { kind: from, bootId: run, atMs: startMs + 30_000 };
    return lifecycleChangeOf(before, snapshot, run, all)?.by?.actor;
  };
  const longAgo = control("resumed", 1, "cy");
  const anas = control("paused", 25, "ana");
  const bens = control("paused", 31, "ben");
  const resumed = control("resumed", 50, "ben");
  expect(byOf("running", paused, told([paused, anas], [paused, bens]))).toBe("ben");
  expect(byOf("paused", running, told([paused, anas], [running, resumed]))).toBe("ben");
  expect(byOf("paused", running, told([running, longAgo], [running, resumed]))).toBe("ben");
  expect(byOf("resuming", running, told([running, longAgo], [running, resumed]))).toBe("ben");
  expect(byOf("pausing", running, told([paused, anas], [running, longAgo]))).toBeUndefined();
});
