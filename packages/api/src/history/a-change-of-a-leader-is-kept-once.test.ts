import type { LeaderChange } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { mergeInstances } from "../collector/merge/merge-instances.ts";
import { leaderChangeOf, partitionOf, snapshotOf, violationOf } from "../testing/bodies.ts";
import { type RecordedHistory, recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";
import { leaderChangesAround } from "../violations/leader-changes-around.ts";

const startMs = recordedFromMs;
const changeAt = (id: number, second: number, change: Partial<LeaderChange> = {}) =>
  leaderChangeOf(id, { readAtMs: startMs + second * 1000, ...change });

/** A tick a second, each with the changes that the app tells, newest first. */
function tell(
  { clock, tick }: RecordedHistory,
  ticks: readonly (readonly LeaderChange[] | undefined)[],
  bootId = "boot1",
): void {
  for (const leaderChanges of ticks) {
    tick([partitionOf(0)], {
      bootId,
      status: leaderChanges === undefined ? {} : { leaderChanges: [...leaderChanges] },
    });
    clock.advance(1000);
  }
}

/** What is kept, newest first. */
async function kept({ history, reader }: RecordedHistory) {
  await history.flush();
  const span = { fromMs: startMs - 60_000, toMs: startMs + 3_600_000 };
  return (await reader.events.leaderChanges({ appId: "orders", ...span, limit: 100 })).items;
}

test("what tick after tick tells is kept once, with the run that it is of", async () => {
  await using recorded = await recordedHistory();
  const [first, second, third] = [changeAt(1, 0), changeAt(2, 1), changeAt(3, 1)];
  tell(recorded, [[], [first], [first], [third, second, first], [third, second], undefined]);
  const of = { bootId: "boot1", instanceId: "orders-1" };
  expect(await kept(recorded)).toEqual([third, second, first].map((change) => ({ ...change, ...of })));
});

test("a run counts anew", async () => {
  await using recorded = await recordedHistory();
  tell(recorded, [[changeAt(2, 0), changeAt(1, 0)]]);
  const [third, fourth] = [changeAt(1, 1, { toEpoch: 3 }), changeAt(2, 2, { toEpoch: 4 })];
  tell(recorded, [[third], [fourth, third]], "boot2");
  expect((await kept(recorded)).map(({ bootId, id }) => `${bootId} ${id}`)).toEqual([
    "boot2 2",
    "boot2 1",
    "boot1 2",
    "boot1 1",
  ]);
});

test("a console that comes back keeps what it did not know, and the rest once", async () => {
  await using recorded = await recordedHistory();
  tell(recorded, [[changeAt(9, 0), changeAt(8, 0)]]);
  await recorded.history.flush();
  await using later = await recordedHistory({ database: recorded.database });
  tell(later, [[changeAt(10, 1), changeAt(9, 0), changeAt(8, 0)]]);
  expect((await kept(later)).map(({ id }) => id)).toEqual(["10", "9", "8"]);
});

test("what an app that started anew, or took over, reads and tells once more is kept as it was first told", async () => {
  await using recorded = await recordedHistory();
  const read = { fromEpoch: 3, toEpoch: 4, atOffset: "1204" };
  tell(recorded, [[changeAt(1, 0, read)]]);
  tell(recorded, [[changeAt(1, 1, read)]], "boot2");
  // Read from further down, what was two changes before is one, of the same end.
  tell(recorded, [[changeAt(7, 2, { ...read, fromEpoch: 2 })]], "boot3");
  expect((await kept(recorded)).map(({ bootId, readAtMs }) => [bootId, readAtMs])).toEqual([
    ["boot1", startMs],
  ]);
});

test("of another partition, another place or another epoch it is another change, such as of a topic that was made anew", async () => {
  await using recorded = await recordedHistory();
  const read = { fromEpoch: 0, toEpoch: 1, atOffset: "9223372036854775807" };
  const others = [{}, { partition: 1 }, { topic: "orders-1" }, { atOffset: "12" }, { toEpoch: 2 }];
  others.forEach((other, i) => {
    tell(recorded, [[changeAt(1, i, { ...read, ...other })]], `boot${i}`);
  });
  expect((await kept(recorded)).map(({ bootId }) => bootId)).toEqual([
    "boot4",
    "boot3",
    "boot2",
    "boot1",
    "boot0",
  ]);
});

test("those of several instances are all kept", async () => {
  await using recorded = await recordedHistory();
  const told = ["a", "b"].map((name, i) => {
    const leaderChanges = [changeAt(1, i, { partition: i })];
    const snapshot = snapshotOf({
      bootId: name,
      instanceId: `orders-${name}`,
      atMs: startMs,
      partitions: [partitionOf(i)],
      status: { leaderChanges },
    });
    return { url: `http://${name}/`, tick: { snapshot, receivedAtMs: startMs }, isCurrent: true };
  });
  const merged = mergeInstances(told);
  if (merged.tick === undefined) throw new Error("no tick was made");
  recorded.history.observer.tick("orders", merged.tick, merged.told);
  expect((await kept(recorded)).map(({ instanceId, bootId }) => [instanceId, bootId])).toEqual([
    ["orders-b", "b"],
    ["orders-a", "a"],
  ]);
});

test("beside a violation are those of its partition within a minute of it, oldest first, the nearest twenty", async () => {
  await using recorded = await recordedHistory();
  const violation = { ...violationOf(1), bootId: "boot1", atMs: startMs + 100_000 };
  recorded.clock.advance(200_000);
  const around = () => leaderChangesAround(recorded.reader, "orders", violation);
  tell(recorded, [
    [
      changeAt(6, 161),
      changeAt(5, 160),
      changeAt(4, 100, { partition: 1 }),
      changeAt(3, 100, { topic: "payments" }),
      changeAt(2, 40),
      changeAt(1, 39),
    ],
  ]);
  await recorded.history.flush();
  expect((await around()).map(({ id }) => id)).toEqual(["2", "5"]);
  const many = Array.from({ length: 30 }, (_, i) => changeAt(36 - i, 130 - i));
  tell(recorded, [many]);
  await recorded.history.flush();
  expect((await around()).map(({ id }) => Number(id))).toEqual(Array.from({ length: 20 }, (_, i) => i + 7));
});
