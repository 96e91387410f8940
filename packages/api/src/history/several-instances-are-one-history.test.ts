import { expect, test } from "vitest";
import { type InstanceState, mergeInstances } from "../collector/merge/merge-instances.ts";
import { partitionOf, type SnapshotOf, snapshotOf } from "../testing/bodies.ts";
import { silent } from "../testing/collecting.ts";
import { type RecordedHistory, recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";
import { openHistory } from "./open-history.ts";

const query = { appId: "orders", fromMs: recordedFromMs, toMs: recordedFromMs + 30_000, maxPoints: 100 };

interface Told extends Omit<SnapshotOf, "partitions"> {
  readonly bootId: string;
  readonly sequence: number;
  readonly holds: readonly number[];
  readonly dispatched?: number;
}

/** An app of the instances a and b; each of them is as it was told last. */
function instancesOf({ clock }: RecordedHistory, observer: RecordedHistory["history"]["observer"]) {
  const states = new Map<string, InstanceState>();
  return (all: { readonly a?: Told; readonly b?: Told }) => {
    for (const [name, told] of Object.entries(all)) states.set(name, stateOf(name, told));
    const { tick, told } = mergeInstances(
      ["a", "b"].map((url) => states.get(url) ?? { url, tick: undefined, isCurrent: false }),
    );
    if (tick !== undefined) observer.tick("orders", tick, told);
  };

  function stateOf(name: string, { holds, dispatched = 0, ...of }: Told): InstanceState {
    const atMs = clock.nowMs();
    const base = snapshotOf({ atMs, ...of, partitions: holds.map((n) => partitionOf(n)) });
    const { status } = base;
    const durations = {
      ...status.durations,
      commit: { buckets: [], count: dispatched, sumSeconds: dispatched / 100 },
    };
    const counters = { ...status.counters, dispatched };
    const snapshot = { ...base, instanceId: name, status: { ...status, counters, durations } };
    return { url: name, tick: { snapshot, receivedAtMs: atMs }, isCurrent: true };
  }
}

/** Of each change: its second, what it was before, whether it is a restart. */
async function lifecycles({ reader }: RecordedHistory) {
  const { items } = await reader.events.lifecycle({ ...query, limit: 50 });
  return items
    .toReversed()
    .map(({ atMs, isRestart, from }) => [(atMs - recordedFromMs) / 1000, from?.kind, isRestart]);
}

test("a rebalance is no restart, and no counter breaks at it", async () => {
  await using recorded = await recordedHistory();
  const tell = instancesOf(recorded, recorded.history.observer);
  for (let second = 0; second < 12; second += 1) {
    const isAway = second >= 4 && second < 7;
    const one = { sequence: second + 1, dispatched: 1000 * second };
    tell({
      a: { ...one, bootId: "A", holds: isAway ? [0, 1] : [0] },
      b: { ...one, bootId: "B", holds: isAway ? [] : [1], dispatched: 500 * second },
    });
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  const span = { ...query, toMs: recordedFromMs + 11_000 };
  const { perSecond, meanCommitMs, gaps } = await recorded.reader.past.commits(span);
  expect(gaps).toEqual([]);
  expect(meanCommitMs).toEqual([null, ...Array(11).fill(10)]);
  expect(perSecond.dispatched).toEqual([null, ...Array(11).fill(1500)]);
  expect((await lifecycles(recorded)).filter(([, , isRestart]) => isRestart)).toEqual([]);
});

test("a restart of one instance is one, whether it works or stands by, and its counters break there", async () => {
  for (const holds of [[1], []]) {
    await using recorded = await recordedHistory();
    const tell = instancesOf(recorded, recorded.history.observer);
    for (let second = 0; second < 10; second += 1) {
      const sequence = second + 1;
      const boot = second < 5 ? { bootId: "B", dispatched: 5_000_000 } : { bootId: "B2", dispatched: 0 };
      tell({
        a: { sequence, bootId: "A", holds: [0], dispatched: 1000 * second },
        b: { sequence, holds, ...boot },
      });
      await recorded.pass(1000);
    }
    await recorded.history.flush();
    const { perSecond, gaps } = await recorded.reader.past.commits({ ...query, toMs: recordedFromMs + 9000 });
    expect(gaps.map(({ isRestart }) => isRestart)).toEqual([true]);
    expect(perSecond.dispatched).toEqual([null, 1000, 1000, 1000, 1000, null, 1000, 1000, 1000, 1000]);
    expect((await lifecycles(recorded)).filter(([, , isRestart]) => isRestart)).toEqual([
      [5, "running", true],
    ]);
  }
});

test("what an instance counted in its life is no rate when it joins, and it restarts nothing", async () => {
  await using recorded = await recordedHistory();
  const tell = instancesOf(recorded, recorded.history.observer);
  for (let second = 0; second < 10; second += 1) {
    const sequence = second + 1;
    tell({
      a: { sequence, bootId: "A", holds: [0], dispatched: 1000 * second },
      ...(second < 3 ? {} : { b: { sequence, bootId: "B", holds: [], dispatched: 5_000_000 } }),
    });
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  const read = await recorded.reader.past.commits({ ...query, toMs: recordedFromMs + 9000 });
  expect(read.gaps).toEqual([]);
  expect(read.perSecond.dispatched).toEqual([null, 1000, 1000, null, ...Array(6).fill(1000)]);
  expect(await lifecycles(recorded)).toEqual([
    [0, undefined, false],
    [3, "running", false],
  ]);
});

test("a console that starts anew hears of one instance after the other, which is no restart; a real one is", async () => {
  for (const [bootOfB, changes] of [
    ["B", []],
    ["B2", [[5, "running", true]]],
  ] as const) {
    await using recorded = await recordedHistory();
    const tell = instancesOf(recorded, recorded.history.observer);
    tell({ a: { sequence: 1, bootId: "A", holds: [0] } });
    tell({ b: { sequence: 1, bootId: "B", holds: [1] } });
    await recorded.history.flush();
    const before = await lifecycles(recorded);
    const { database, clock } = recorded;
    const anew = await openHistory({ database, logger: silent, clock });
    const tellAnew = instancesOf(recorded, anew.observer);
    await recorded.pass(5000);
    tellAnew({ a: { sequence: 9, bootId: "A", holds: [0] } });
    tellAnew({ b: { sequence: 9, bootId: bootOfB, holds: [1] } });
    await anew.flush();
    expect((await lifecycles(recorded)).slice(before.length)).toEqual(changes);
    expect(before.filter(([, , isRestart]) => isRestart)).toEqual([]);
  }
});

test("each epoch of each instance is in history, though their clocks differ and their numbers are the same", async () => {
  await using recorded = await recordedHistory();
  const tell = instancesOf(recorded, recorded.history.observer);
  const behindMs = 30_000;
  for (let second = 0; second < 6; second += 1) {
    const nowMs = recorded.clock.nowMs();
    const epochs = (commitMs: number, atMs: number) => ({
      sequence: second + 1,
      atMs,
      commits: Array.from({ length: second + 1 }, (_, back) => ({
        epoch: second + 1 - back,
        atMs: atMs - 900 - back * 1000,
        outcome: "committed" as const,
        drainMs: 1,
        commitMs,
        records: 1,
        outputs: 0,
        changelogRows: 0,
      })),
    });
    tell({ a: { ...epochs(5, nowMs), bootId: "A", holds: [0] } });
    tell({ b: { ...epochs(700, nowMs - behindMs), bootId: "B", holds: [1] } });
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  const { commitMs } = await recorded.reader.past.commits({ ...query, toMs: recordedFromMs + 5000 });
  expect(commitMs.min.slice(1)).toEqual(Array(5).fill(5));
  expect(commitMs.max.slice(1)).toEqual(Array(5).fill(700));
});

test("a change of the life cycle names the instances that it is of", async () => {
  await using recorded = await recordedHistory();
  const tell = instancesOf(recorded, recorded.history.observer);
  const kinds = ["running", "failed", "running"] as const;
  for (const [second, kind] of kinds.entries()) {
    const lifecycle = kind === "failed" ? { kind, code: "x", message: "" } : { kind };
    tell({
      a: { sequence: second + 1, bootId: "A", holds: [0] },
      b: { sequence: second + 1, bootId: "B", holds: [1], status: { lifecycle } },
    });
    await recorded.pass(1000);
  }
  tell({ a: { sequence: 1, bootId: "A2", holds: [0] } });
  await recorded.history.flush();
  const { items } = await recorded.reader.events.lifecycle({ ...query, limit: 50 });
  const told = items.toReversed().map(({ to, isRestart, instances }) => [to.kind, isRestart, instances]);
  expect(told).toEqual([
    ["running", false, ["a", "b"]],
    ["failed", false, ["b"]],
    ["running", false, ["a", "b"]],
    ["running", true, ["a"]],
  ]);
});

test("of an instance that fell silent nothing is made up, while the others go on", async () => {
  await using recorded = await recordedHistory();
  const tell = instancesOf(recorded, recorded.history.observer);
  const lane = { stage: 1, lane: 0, capacity: 9, oldestAgeMs: null, busyRatio: 0, processed: 1 };
  const lanes = [{ ...lane, state: "idle" as const, depth: 5 }];
  for (let second = 0; second < 12; second += 1) {
    const one = { sequence: second + 1, lanes };
    const isSilent = second > 1 && second < 9;
    tell({
      ...(isSilent ? {} : { a: { ...one, bootId: "A", holds: [0] } }),
      b: { ...one, bootId: "B", holds: [1] },
    });
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  const span = { ...query, toMs: recordedFromMs + 11_000 };
  const { partitions, gaps } = await recorded.reader.past.watermarks(span, ["orders-0", "orders-1"]);
  expect(gaps).toEqual([]);
  const isKnown = (values: readonly unknown[]) =>
    values.map((value) => (value === null ? "." : "x")).join("");
  const [ofA, ofB] = partitions;
  // Until it is silent for longer than a gap needs, it is as between two ticks of one instance.
  const heard = "xxxx.....xxx";
  expect(
    [ofA?.state, ofA?.watermarkMs.last, ofA?.lag.max, ofA?.bufferedRecords.last].map((c) => isKnown(c ?? [])),
  ).toEqual([heard, heard, heard, heard]);
  expect(isKnown(ofB?.watermarkMs.last ?? [])).toBe("x".repeat(12));
  const past = await recorded.reader.past.lanes(span);
  expect(past.lanes.map(({ instanceId, depth }) => [instanceId, isKnown(depth.last)])).toEqual([
    ["a", heard],
    ["b", "x".repeat(12)],
  ]);
  const moment = await recorded.reader.past.at("orders", recordedFromMs + 7000);
  expect(moment.kind === "known" && moment.partitions.map(({ partition }) => partition)).toEqual([1]);
});

test("a partition that another instance took from one that fell silent is known again at once", async () => {
  await using recorded = await recordedHistory();
  const tell = instancesOf(recorded, recorded.history.observer);
  for (let second = 0; second < 8; second += 1) {
    tell({
      ...(second === 0 ? { a: { sequence: 1, bootId: "A", holds: [0] } } : {}),
      b: { sequence: second + 1, bootId: "B", holds: second < 6 ? [1] : [0, 1] },
    });
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  const span = { ...query, toMs: recordedFromMs + 7000 };
  const { partitions } = await recorded.reader.past.watermarks(span, ["orders-0"]);
  expect(partitions[0]?.state.map((state) => state !== null)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    true,
    true,
  ]);
});

test("one that ticks slowly by its own word is heard of from tick to tick", async () => {
  await using recorded = await recordedHistory();
  const tell = instancesOf(recorded, recorded.history.observer);
  for (let second = 0; second < 12; second += 1) {
    const sequence = second + 1;
    tell({
      ...(second % 5 === 0
        ? { a: { sequence, bootId: "A", holds: [0], status: { tickIntervalMs: 5000 } } }
        : {}),
      b: { sequence, bootId: "B", holds: [1] },
    });
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  const span = { ...query, toMs: recordedFromMs + 11_000 };
  const { partitions } = await recorded.reader.past.watermarks(span, ["orders-0"]);
  expect(partitions[0]?.state).toEqual(Array(12).fill("active"));
});

test("the gap is by the clock of the instance whose watermark it is, as on the page", async () => {
  await using recorded = await recordedHistory();
  const { snapshot, receivedAtMs } = recorded.tick([partitionOf(0)], { globalWatermarkMs: recordedFromMs });
  recorded.clock.advance(1000);
  const atMs = snapshot.atMs + 1000;
  const next = { ...snapshot, sequence: "2", atMs, watermarkAtMs: atMs - 400 };
  recorded.history.observer.tick("orders", { snapshot: next, receivedAtMs: receivedAtMs + 1000 });
  await recorded.history.flush();
  const span = { appId: "orders", fromMs: recordedFromMs, toMs: recordedFromMs + 1000, maxPoints: 10 };
  expect((await recorded.reader.past.watermarks(span, [])).gapMs.last).toEqual([0, 600]);
});
