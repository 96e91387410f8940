import { expect, test } from "vitest";
import { partitionOf } from "../testing/bodies.ts";
import { silent } from "../testing/collecting.ts";
import { recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";
import { openHistory } from "./open-history.ts";

const partitions = [partitionOf(0), partitionOf(1)];

test("a restart is a gap, however quick, and no counter is read across it", async () => {
  await using recorded = await recordedHistory();
  for (let second = 0; second < 20; second += 1) {
    recorded.tick(partitions, { bootId: second < 12 ? "boot1" : "boot2", sequence: second + 1 });
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  const query = { appId: "orders", fromMs: recordedFromMs, toMs: recordedFromMs + 19_000, maxPoints: 100 };
  const read = await recorded.reader.past.commits(query);
  expect(read.gaps).toEqual([
    { fromMs: recordedFromMs + 11_000, untilMs: recordedFromMs + 12_000, isRestart: true },
  ]);
  expect(read.perSecond.dispatched).toEqual([null, ...Array(11).fill(1), null, ...Array(7).fill(1)]);
  const coarse = await recorded.reader.past.commits({ ...query, maxPoints: 10 });
  expect(coarse.stepMs).toBe(3000);
  expect(coarse.steps.map(({ missingMs }) => missingMs)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(coarse.gaps).toHaveLength(1);
  expect(coarse.perSecond.dispatched).toEqual([null, 1, 1, 1, null, 1, 1]);
});

test("a restart within one step is that step's missing time, and gives it no rate", async () => {
  await using recorded = await recordedHistory();
  for (let second = 0; second < 300; second += 1) {
    recorded.tick(partitions, { bootId: second < 155 ? "boot1" : "boot2", sequence: second + 1 });
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  const query = { appId: "orders", fromMs: recordedFromMs, toMs: recordedFromMs + 299_000, maxPoints: 30 };
  const read = await recorded.reader.past.commits(query);
  const at = read.steps.findIndex(({ missingMs }) => missingMs > 0);
  expect(read.steps[at]).toMatchObject({ fromMs: recordedFromMs + 140_000, missingMs: 1000 });
  expect(read.perSecond.dispatched[at]).toBeNull();
  expect(read.perSecond.dispatched.filter((rate) => rate === null)).toHaveLength(2);
});

test("a gap within one step is that step's missing time, and gives it no rate", async () => {
  await using recorded = await recordedHistory();
  for (let second = 0; second < 290; second += 1) {
    recorded.tick(partitions, { sequence: second + 1 });
    await recorded.pass(second === 154 ? 5000 : 1000);
  }
  await recorded.history.flush();
  const query = { appId: "orders", fromMs: recordedFromMs, toMs: recordedFromMs + 293_000, maxPoints: 30 };
  const read = await recorded.reader.past.commits(query);
  const at = read.steps.findIndex(({ missingMs }) => missingMs > 0);
  expect(read.steps[at]).toMatchObject({ missingMs: 5000 });
  expect(read.gaps).toEqual([]);
  expect(read.perSecond.dispatched[at]).toBeNull();
  expect(read.perSecond.dispatched.filter((rate) => rate === null)).toHaveLength(2);
});

test("a console that starts anew sees no restart where there was none, though the app's clock was once ahead", async () => {
  await using first = await recordedHistory();
  first.tick(partitions, { bootId: "boot1", atMs: recordedFromMs + 40_000 });
  first.tick(partitions, { bootId: "boot2", sequence: 1, atMs: recordedFromMs });
  await first.history.flush();
  const second = await openHistory({ database: first.database, logger: silent, clock: first.clock });
  const tick = first.ticks[1];
  if (tick === undefined) throw new Error("nothing was told");
  second.observer.tick("orders", tick);
  await second.flush();
  const all = { appId: "orders", fromMs: 0, toMs: recordedFromMs + 60_000, limit: 10 };
  const { items } = await first.reader.events.lifecycle(all);
  expect(items.map(({ bootId, isRestart }) => [bootId, isRestart])).toEqual([
    ["boot1", false],
    ["boot2", true],
  ]);
});

test("partitions that come and go are absent where they were not, and are put together by their names", async () => {
  await using recorded = await recordedHistory();
  const three = [partitionOf(0), partitionOf(1, { lag: "7" }), partitionOf(2, { lag: "9" })];
  for (let second = 0; second < 200; second += 1) {
    recorded.tick(second < 90 ? three : three.slice(1));
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  const query = { appId: "orders", fromMs: recordedFromMs, toMs: recordedFromMs + 199_000, maxPoints: 1000 };
  const read = await recorded.reader.past.watermarks(query, ["orders-0", "orders-1", "orders-9"]);
  const states = read.partitions.map(({ state }) => state);
  expect(states[0]).toEqual([...Array(90).fill("active"), ...Array(110).fill(null)]);
  expect(read.partitions[1]?.lag.last).toEqual(Array(200).fill("7"));
  expect(states[2]).toEqual(Array(200).fill(null));
  expect(read.gaps).toEqual([]);
});

test("without a choice the partitions furthest behind at the end of the span are read, the others counted", async () => {
  await using recorded = await recordedHistory();
  const many = Array.from({ length: 70 }, (_, i) =>
    partitionOf(i, { watermarkMs: i === 69 ? null : recordedFromMs - ((i * 31) % 69) * 1000 }),
  );
  for (let second = 0; second < 10; second += 1) {
    recorded.tick(many);
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  const query = { appId: "orders", fromMs: recordedFromMs, toMs: recordedFromMs + 9000, maxPoints: 100 };
  const read = await recorded.reader.past.watermarks(query);
  expect(read.omittedPartitions).toBe(38);
  const watermarks = read.partitions.map(({ watermarkMs }) => watermarkMs.last.at(-1));
  expect(watermarks).toEqual(Array.from({ length: 32 }, (_, i) => recordedFromMs - (68 - i) * 1000));
});
