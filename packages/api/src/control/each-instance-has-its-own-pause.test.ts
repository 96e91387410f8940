import type { FeedSnapshot, PartitionWatermark } from "@stoatflow/engine/wire";
import { afterEach, expect, test } from "vitest";
import { type InstanceState, mergeInstances } from "../collector/merge/merge-instances.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { partitionOf, type SnapshotOf, snapshotOf, startMs } from "../testing/bodies.ts";
import { silent } from "../testing/collecting.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { PauseWatch } from "./pause-watch.ts";

const opened: Database[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.destroy();
});

type Name = "a" | "b" | "c";
interface Told extends Omit<SnapshotOf, "partitions"> {
  readonly holds?: readonly number[];
  /** It is heard no more, though what it told is known. */
  readonly isGone?: boolean;
}

/** An app of up to three instances at the addresses a, b and c, each as it was told of last. */
async function watching(names: readonly Name[] = ["a", "b"]) {
  const database = await openDatabase(":memory:");
  opened.push(database);
  const clock = new ManualClock();
  const open = () => PauseWatch.open({ database, clock, logger: silent });
  let pauses = await open();
  const states = new Map<Name, InstanceState>();
  return {
    clock,
    tell(all: Partial<Record<Name, Told>>) {
      clock.advance(1000);
      for (const name of names) {
        const told = all[name];
        if (told !== undefined) states.set(name, stateOf(name, told, states.get(name), clock.nowMs()));
      }
      const { tick, told } = mergeInstances(
        names.map((url) => states.get(url) ?? { url, tick: undefined, isCurrent: false }),
      );
      if (tick !== undefined) pauses.tick("orders", tick, told);
    },
    /** The console ends and begins anew, and has heard of nobody yet. */
    async beginAnew() {
      await pauses.settled();
      states.clear();
      pauses = await open();
    },
    acknowledge(pauseId: string) {
      pauses.forget("orders", pauseId);
    },
    ended: () => pauses.ended(),
    /** Of each ended pause: whose it was, by what it ended and who runs instead. */
    told: () =>
      pauses
        .ended()
        .map(({ instanceId, endedBy, nextInstanceId }) => [instanceId, endedBy, nextInstanceId])
        .sort(),
    async [Symbol.asyncDispose]() {
      await pauses.settled();
    },
  };
}

function stateOf(
  name: Name,
  { holds, isGone = false, ...of }: Told,
  before: InstanceState | undefined,
  nowMs: number,
): InstanceState {
  if (isGone && before !== undefined) return { ...before, isCurrent: false };
  const partitions: readonly PartitionWatermark[] = (holds ?? []).map((n) => partitionOf(n));
  const snapshot = snapshotOf({ bootId: `${name}1`, instanceId: name, atMs: nowMs, ...of, partitions });
  return { url: name, tick: { snapshot, receivedAtMs: nowMs }, isCurrent: true };
}

function paused(
  actor: string,
  expiresAtMs: number | null = null,
): { readonly status: Partial<FeedSnapshot["status"]> } {
  const reason = { kind: "operator" as const, actor, reason: "deploy", sinceMs: startMs, expiresAtMs };
  return { status: { lifecycle: { kind: "paused", sinceMs: startMs }, pauseReasons: [reason] } };
}

const restarted = { status: { startedAtMs: startMs + 60_000 } };

test("the end of a pause is told for the instance whose run ended, and the pause of the other is still on", async () => {
  await using at = await watching();
  at.tell({ a: { holds: [0], ...paused("ana") }, b: { holds: [1], ...paused("ana") } });
  at.tell({ b: { holds: [1], bootId: "b2", ...restarted } });
  at.tell({ a: { holds: [0], ...paused("ana") } });
  expect(at.ended()).toMatchObject([
    {
      appId: "orders",
      pauseId: `b1-${startMs}`,
      instanceId: "b",
      endedBy: "restart",
      endedAtMs: startMs + 60_000,
      nextInstanceId: "b",
    },
  ]);
  at.tell({ a: { holds: [0], bootId: "a2", ...restarted } });
  expect(at.told()).toEqual([
    ["a", "restart", "a"],
    ["b", "restart", "b"],
  ]);
});

test("an acknowledgement is of one of them", async () => {
  await using at = await watching();
  at.tell({ a: { holds: [0], ...paused("ana") }, b: { holds: [1], ...paused("ana") } });
  at.tell({ a: { holds: [0], bootId: "a2", ...restarted }, b: { holds: [1], bootId: "b2", ...restarted } });
  expect(at.told()).toHaveLength(2);
  at.acknowledge(`a1-${startMs}`);
  expect(at.told()).toEqual([["b", "restart", "b"]]);
  at.tell({ a: { holds: [0], bootId: "a2", ...restarted } });
  expect(at.told()).toHaveLength(1);
});

test("an instance that was resumed, or whose time was up, is told of no more, while the other's end is", async () => {
  await using at = await watching();
  at.tell({ a: { holds: [0], ...paused("ana") }, b: { holds: [1], ...paused("ana") } });
  at.tell({ a: { holds: [0] } });
  at.tell({ a: { holds: [0], bootId: "a2", ...restarted }, b: { holds: [1], bootId: "b2", ...restarted } });
  expect(at.told()).toEqual([["b", "restart", "b"]]);
});

test("each is paused by whom and for how long that instance says", async () => {
  await using at = await watching();
  const untilMs = startMs + 60_000;
  at.tell({ a: { holds: [0], ...paused("ana", untilMs) }, b: { holds: [1], ...paused("ben") } });
  at.tell({ a: { holds: [0], bootId: "a2", ...restarted }, b: { holds: [1], bootId: "b2", ...restarted } });
  expect(at.ended()).toMatchObject([{ instanceId: "b", actor: "ben" }]);
});

test("one that died is paused still until another has its partitions; then it is told who", async () => {
  await using at = await watching();
  at.tell({ a: { holds: [0], ...paused("ana") }, b: { holds: [1] } });
  at.tell({ a: { isGone: true }, b: { holds: [1] } });
  expect(at.told()).toEqual([]);
  at.tell({ b: { holds: [0, 1] } });
  expect(at.told()).toEqual([["a", "take-over", "b"]]);
  at.tell({ b: { holds: [0, 1] } });
  expect(at.told()).toHaveLength(1);
  at.acknowledge(`a1-${startMs}`);
  at.tell({ b: { holds: [0, 1] } });
  expect(at.told()).toEqual([]);
});

test("where those that took its partitions are paused too nothing works again, and nothing is told", async () => {
  await using at = await watching();
  at.tell({ a: { holds: [0], ...paused("ana") }, b: { holds: [1], ...paused("ana") } });
  at.tell({ a: { isGone: true }, b: { holds: [0, 1], ...paused("ana") } });
  expect(at.told()).toEqual([]);
  at.tell({ b: { holds: [0, 1], bootId: "b2", ...restarted } });
  expect(at.told()).toEqual([["b", "restart", "b"]]);
});

test("who has its partitions is not named where several may", async () => {
  await using at = await watching(["a", "b", "c"]);
  at.tell({ a: { holds: [0, 1], ...paused("ana") }, b: { holds: [2] }, c: { holds: [3] } });
  at.tell({ a: { isGone: true }, b: { holds: [0, 2] }, c: { holds: [1, 3] } });
  expect(at.told()).toEqual([["a", "take-over", null]]);
});

test("an instance that says itself that it lost its partitions is believed, and who has them is named", async () => {
  await using at = await watching();
  at.tell({ a: { holds: [0], ...paused("ana") }, b: {} });
  const atMs = startMs + 9;
  const lastControl = { kind: "taken-over" as const, generation: 5, atMs, actor: null, reason: null };
  at.tell({ a: { status: { lastControl } } });
  expect(at.ended()).toMatchObject([
    { instanceId: "a", endedBy: "take-over", endedAtMs: atMs, nextInstanceId: null },
  ]);
  at.tell({ b: { holds: [0] } });
  expect(at.told()).toEqual([["a", "take-over", "b"]]);
});

test("a console that begins anew hears of one after the other, and takes none of their pauses for ended", async () => {
  await using at = await watching();
  const both = { a: { holds: [0], ...paused("ana") }, b: { holds: [1], ...paused("ana") } };
  at.tell(both);
  await at.beginAnew();
  at.tell({ b: both.b });
  at.tell({ b: { holds: [1] } });
  expect(at.told()).toEqual([]);
  at.tell({ a: { holds: [0], bootId: "a2", ...restarted } });
  expect(at.told()).toEqual([["a", "restart", "a"]]);
});

test("a standby that took over while the console was away is told, though the paused one is heard no more", async () => {
  await using at = await watching();
  at.tell({ a: { holds: [0], ...paused("ana") }, b: {} });
  await at.beginAnew();
  at.tell({ b: {} });
  expect(at.told()).toEqual([]);
  at.tell({ b: { holds: [0] } });
  expect(at.told()).toEqual([["a", "take-over", "b"]]);
});

test("an instance that moved to another address keeps its pause", async () => {
  await using at = await watching(["a", "b", "c"]);
  at.tell({ a: { holds: [0], ...paused("ana") }, b: { holds: [1] } });
  await at.beginAnew();
  at.tell({ c: { holds: [0], bootId: "a1", instanceId: "a", ...paused("ana") } });
  at.tell({ b: { holds: [1] } });
  at.tell({ c: { holds: [0], bootId: "a2", instanceId: "a", ...restarted } });
  expect(at.told()).toEqual([["a", "restart", "a"]]);
});
