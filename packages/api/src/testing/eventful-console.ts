/**
 * A console of whose apps much has happened: history at every grain, of two instances, with what a past can have in it;
 * live apps with lists, lanes and commits; a pause that nobody ended. Closed at the end of a test's scope.
 */
import type { FeedSnapshot, PartitionWatermark } from "@stoatflow/engine/wire";
import { mergeInstances } from "../collector/merge/merge-instances.ts";
import { createContext } from "../context.ts";
import { PauseWatch } from "../control/pause-watch.ts";
import { openDatabase } from "../database/open-database.ts";
import { type History, openHistory } from "../history/open-history.ts";
import { appConfigOf } from "./app-config-of.ts";
import { holdOf, lateDropOf, partitionOf, type SnapshotOf, snapshotOf, violationOf } from "./bodies.ts";
import { collecting, silent, until, untilSequence } from "./collecting.ts";
import { FakeEngine } from "./fake-engine.ts";
import { ManualClock } from "./manual-clock.ts";

/** On the hour, so that spans of every grain begin here. */
export const eventfulFromMs = 1_790_002_800_000;
const stepMs = 2000;
const steps = 120;
/** Long enough that what was before is kept at every grain. */
const absence = { step: 40, ms: 4_200_000 };
export const eventfulUntilMs = eventfulFromMs + steps * stepMs + absence.ms;

/** The ids of its apps. The first has two instances. */
export const eventfulApps = ["orders", "payments"];

const entriesOfEach = 40;
/** Its orders can be disturbed, and their records read. */
const capabilities = ["pause", "late-drops", "holds", "violations", "incidents", "read-record"];

export async function eventfulConsole() {
  const database = await openDatabase(":memory:");
  const clock = new ManualClock(eventfulFromMs);
  const history = await openHistory({ database, logger: silent, clock });
  await writeHistory(history, clock);

  const rings = { lateDropsNext: "40", holdsNext: "40", violationsNext: "40" };
  const paused: SnapshotOf["status"] = {
    lifecycle: { kind: "paused", sinceMs: clock.nowMs() },
    pauseReasons: [
      { kind: "operator", actor: "ana", reason: "schema", sinceMs: clock.nowMs(), expiresAtMs: null },
    ],
  };
  const first = await FakeEngine.start({
    ...toldBy("orders-1", "boot1", steps, eventfulUntilMs, [0, 1]),
    ...rings,
    capabilities,
  });
  const second = await FakeEngine.start({
    ...toldBy("orders-2", "boot2", steps, eventfulUntilMs, [2, 3]),
    ...rings,
    capabilities,
  });
  const other = await FakeEngine.start({
    ...toldBy("payments-1", "boot3", steps, eventfulUntilMs, [0, 1]),
    status: paused,
  });
  for (const engine of [first, second]) {
    engine.lateDrops = numbered(entriesOfEach).map((id) => ({ ...lateDropOf(id), atMs: clock.nowMs() + id }));
    engine.holds = numbered(entriesOfEach).map(holdOf);
    engine.violations = numbered(entriesOfEach).map(violationOf);
  }
  const pauses = await PauseWatch.open({ database, clock, logger: silent });
  const apps = [
    { ...appConfigOf("orders", first.url), urls: [first.url, second.url] },
    appConfigOf("payments", other.url),
  ];
  const collectors = collecting({}, { apps, observer: pauses });
  await untilSequence(collectors.get("payments"), String(steps));
  // Another process, which knows of no pause.
  other.restart(toldBy("payments-1", "boot4", steps + 1, eventfulUntilMs + stepMs, [0, 1]));
  await until(
    () => pauses.ended(),
    (ended) => ended.length === 1,
  );
  await untilSequence(collectors.get("orders"), String(2 * steps));
  await untilFetched();

  return {
    context: createContext({ collectors, database, history, pauses, clock })(),
    async [Symbol.asyncDispose](): Promise<void> {
      collectors[Symbol.dispose]();
      await pauses.settled();
      await history.stop();
      await database.destroy();
      for (const engine of [first, second, other]) await engine.stop();
    },
  };

  /** What was announced is fetched a moment later. */
  async function untilFetched(): Promise<void> {
    const app = collectors.get("orders");
    const page = { limit: 200 };
    for (;;) {
      const lists = [await app.lateDrops(page), await app.holds(page), await app.violations(page)];
      if (lists.every(({ items }) => items.length === 2 * entriesOfEach)) return;
    }
  }
}

/** Every 2 s a tick of each app, with a gap, a restart, a partition that changes hands, a pause, and no watermark at first. */
async function writeHistory({ observer, flush, tidy }: History, clock: ManualClock): Promise<void> {
  for (let step = 1; step < steps; step += 1) {
    clock.advance(step === absence.step ? stepMs + absence.ms : stepMs);
    const atMs = clock.nowMs();
    const isTakenOver = step > 80;
    const orders = [
      told(toldBy("orders-1", "boot1", step, atMs, isTakenOver ? [0] : [0, 1])),
      told(toldBy("orders-2", step < 60 ? "boot0" : "boot2", step, atMs, isTakenOver ? [1, 2, 3] : [2, 3])),
    ];
    const merged = mergeInstances(orders);
    if (merged.tick !== undefined && (step < 20 || step > 30))
      observer.tick("orders", merged.tick, merged.told);
    const payments = told(toldBy("payments-1", "boot3", step, atMs, [0, 1]));
    observer.tick("payments", payments.tick);
    if (step % 3 === 0) {
      const ofBoot = { bootId: step < 60 ? "boot0" : "boot1" };
      const at = { atMs, ...ofBoot };
      const hold = { ...holdOf(step), fromMs: atMs - 700, untilMs: atMs, ...ofBoot };
      observer.entries("orders", { kind: "late-drop", items: [{ ...lateDropOf(step), ...at }] });
      observer.entries("orders", { kind: "hold", items: [hold] });
      observer.entries("orders", { kind: "violation", items: [{ ...violationOf(step), ...at }] });
    }
    if (step % 20 === 0) await flush();
  }
  await flush();
  clock.advance(60_000);
  await tidy();

  function told(tells: SnapshotOf) {
    const snapshot: FeedSnapshot = snapshotOf(tells);
    const tick = { snapshot, receivedAtMs: clock.nowMs() };
    return { url: `http://${snapshot.instanceId}/`, tick, isCurrent: true };
  }
}

/** What an instance tells at that step, of the partitions that it holds. */
function toldBy(
  instanceId: string,
  bootId: string,
  step: number,
  atMs: number,
  held: readonly number[],
): SnapshotOf {
  const isPaused = step >= 90 && step < 100;
  return {
    instanceId,
    bootId,
    sequence: step,
    atMs,
    partitions: held.map((partition) => partitionAt(partition, step, atMs)),
    globalWatermarkMs: step < 10 ? null : atMs - 60_000,
    status: isPaused ? { lifecycle: { kind: "paused", sinceMs: atMs } } : {},
    lanes: [0, 1, 2].map((lane) => ({
      stage: 1,
      lane,
      state: "busy",
      depth: (step * 7) % 100,
      capacity: 1000,
      oldestAgeMs: lane === 0 ? null : 12.5,
      busyRatio: 0.25,
      processed: step * 10,
    })),
    commits: numbered(20).map((i) => ({
      epoch: step * 20 - i,
      atMs: atMs - i * 400,
      outcome: i % 7 === 0 ? "rolled-back" : "committed",
      drainMs: i % 5 === 0 ? null : 1.5,
      commitMs: 3.5,
      records: 100,
      outputs: 100,
      changelogRows: 10,
    })),
  };
}

function partitionAt(partition: number, step: number, atMs: number): PartitionWatermark {
  const position = String(9_007_199_254_740_993n + BigInt(step));
  const isHeld = step % 20 < 5 && partition === 1;
  return partitionOf(partition, {
    state: isHeld ? "held" : "active",
    watermarkMs: step < 10 ? null : atMs - 60_000 + partition,
    previewWatermarkMs: isHeld ? atMs + 3_600_000 : null,
    headHeldSinceMs: isHeld ? atMs - 700 : null,
    bufferedRecords: (step * 13) % 2000,
    position,
    committed: partition === 3 ? null : position,
    endPosition: String(BigInt(position) + BigInt(step % 90)),
    lag: partition === 3 ? null : String(step % 90),
  });
}

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}
