import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partitionOf } from "../testing/bodies.ts";
import { type RecordedHistory, recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";
import { readBytesMax } from "./read-bound.ts";

const hours = 2;
const query = {
  appId: "orders",
  fromMs: recordedFromMs,
  toMs: recordedFromMs + hours * 3_600_000 - 1,
  maxPoints: 700,
};
/** Each in a slab of its own. */
const spread = ["orders-0", "orders-64", "orders-128", "orders-192"];

let history: RecordedHistory;

/** A tick every ten seconds, so that there is history at each grain. */
beforeAll(async () => {
  history = await recordedHistory();
  const many = Array.from({ length: 256 }, (_, i) =>
    partitionOf(i, { watermarkMs: recordedFromMs + ((i * 7) % 256) }),
  );
  for (let tens = 0; tens < hours * 360; tens += 1) {
    history.tick(many);
    await history.pass(10_000);
  }
  await history.pass(600_000);
});

afterAll(() => history?.[Symbol.asyncDispose]());

/** As if each row of partitions took so much, of ten seconds a step and of a minute. */
async function weigh(ofTens: number, ofMinutes: number): Promise<void> {
  for (const [tier, bytes] of [
    [1, ofTens],
    [2, ofMinutes],
  ])
    await sql`update history_chunks set bytes = ${bytes} where tier = ${tier} and slab > 0`.execute(
      history.database,
    );
}

test("what is too much at one grain is read at the next coarser one, and the answer says so", async () => {
  await weigh(1000, 1000);
  const fine = await history.reader.past.watermarks(query, spread);
  expect([fine.grain, fine.stepMs]).toEqual(["10s", 20_000]);
  await weigh(readBytesMax / 8, 1000);
  const coarse = await history.reader.past.watermarks(query, spread);
  expect([coarse.grain, coarse.stepMs, coarse.steps.length]).toEqual(["1min", 60_000, hours * 60]);
  expect(coarse.partitions.map(({ state }) => state.length)).toEqual(spread.map(() => hours * 60));
});

test("what is too much at any grain is refused, and what it says can be asked instead is answered", async () => {
  await weigh(readBytesMax, readBytesMax / 6);
  await expect(history.reader.past.watermarks(query, spread)).rejects.toMatchObject({
    code: "too-much-history",
    message: expect.stringMatching(/at most 2 of the 4 partitions, or for some 1 h at once/),
  });
  const fewer = await history.reader.past.watermarks(query, spread.slice(0, 2));
  expect([fewer.grain, fewer.partitions.length]).toEqual(["1min", 2]);
  const shorter = { ...query, toMs: query.fromMs + 3_600_000 - 1, maxPoints: 60 };
  const read = await history.reader.past.watermarks(shorter, spread);
  expect([read.grain, read.partitions.length]).toEqual(["1min", 4]);
});

test("what nobody chose is fewer partitions where all are too much, and those left out are counted", async () => {
  await weigh(readBytesMax, readBytesMax / 6);
  const { partitions, omittedPartitions, grain } = await history.reader.past.watermarks(query);
  expect(grain).toBe("1min");
  expect(partitions.length).toBeGreaterThan(0);
  expect(partitions.length).toBeLessThan(32);
  expect(omittedPartitions).toBe(256 - partitions.length);
  // Those furthest behind, still.
  expect(partitions[0]?.partition).toBe(0);
});

test("the more partitions or lanes, the longer the steps: an answer has no more points than it is told that it may", async () => {
  await using recorded = await recordedHistory();
  const partitions = Array.from({ length: 32 }, (_, i) => partitionOf(i));
  const lanes = Array.from({ length: 64 }, (_, lane) => ({
    stage: 1,
    lane,
    state: "busy" as const,
    depth: lane,
    capacity: 100,
    oldestAgeMs: 3,
    operator: null,
    busyRatio: 0.5,
    processed: 7,
  }));
  for (let second = 0; second < 600; second += 1) {
    recorded.tick(partitions, { lanes });
    await recorded.pass(1000);
  }
  await recorded.history.flush();
  const { pointsOfAllMax } = (await recorded.reader.retention()).reading;
  const span = { appId: "orders", fromMs: recordedFromMs, toMs: recordedFromMs + 599_999, maxPoints: 2000 };
  const one = await recorded.reader.past.watermarks(span, ["orders-0"]);
  expect([one.stepMs, one.steps.length]).toEqual([1000, 600]);
  const all = await recorded.reader.past.watermarks(
    span,
    partitions.map((_, i) => `orders-${i}`),
  );
  expect(all.steps.length * 32).toBeLessThanOrEqual(pointsOfAllMax);
  expect(all.steps.reduce((sum, { ticks }) => sum + ticks, 0)).toBe(600);
  const read = await recorded.reader.past.lanes(span);
  expect(read.lanes).toHaveLength(64);
  expect(read.steps.length * 64).toBeLessThanOrEqual(pointsOfAllMax);
  expect(read.steps.reduce((sum, { ticks }) => sum + ticks, 0)).toBe(600);
});

test("between one row and the next everything else has its turn", async () => {
  await weigh(1000, 1000);
  const { count } = await history.database
    .selectFrom("history_chunks")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("tier", "=", 1)
    .where("slab", "in", [0, 1, 2, 3, 4])
    .where("from_s", "<=", query.toMs / 1000)
    .executeTakeFirstOrThrow();
  let isReading = true;
  let turns = 0;
  const others = (async () => {
    for (; isReading; turns += 1) await setImmediate();
  })();
  await history.reader.past.watermarks(query, spread);
  isReading = false;
  await others;
  expect(turns).toBeGreaterThanOrEqual(Number(count));
});

test("a moment is read of the rows that it is in: those of the hour's other runs are left alone", async () => {
  await using recorded = await recordedHistory();
  const boots = 40;
  for (let boot = 0; boot < boots; boot += 1) {
    recorded.tick([partitionOf(0, { lag: String(boot) }), partitionOf(1)], { bootId: `boot-${boot}` });
    await recorded.pass(60_000);
  }
  // What is kept by the second is forgotten, and by ten seconds: the moment is in a row of an hour, like all the others.
  await recorded.pass(26 * 3_600_000);
  const atMs = recordedFromMs + (boots - 1) * 60_000;
  const others = recorded.database
    .updateTable("history_chunks")
    .set({ body: Buffer.from("damaged") })
    .where("slab", ">", 0)
    .where("boot_id", "!=", `boot-${boots - 1}`);
  expect(Number((await others.executeTakeFirstOrThrow()).numUpdatedRows)).toBe(boots - 1);
  const moment = await recorded.reader.past.at("orders", atMs);
  expect(moment).toMatchObject({ kind: "known", grain: "1min", bootId: `boot-${boots - 1}` });
  expect(moment.kind === "known" && moment.partitions.map(({ lag }) => lag)).toEqual([
    String(boots - 1),
    "0",
  ]);
});

test("all partitions of a moment are no more than one call may read, or it is refused with what can be asked", async () => {
  await weigh(1000, 1000);
  const atMs = recordedFromMs + 3_600_000;
  expect(await history.reader.past.at("orders", atMs)).toMatchObject({ kind: "known", grain: "10s" });
  await weigh(readBytesMax / 4, 1000);
  await expect(history.reader.past.at("orders", atMs)).rejects.toMatchObject({
    code: "too-much-history",
    message: expect.stringMatching(
      /^all partitions at \d+ take some 65 MiB to read, of 64 MiB .*; ask for the history of those/,
    ),
  });
});

test("a call that nobody waits for any more ends between two rows, and the next one is answered", async () => {
  await weigh(1000, 1000);
  const gone = new AbortController();
  let isReading = true;
  let turns = 0;
  const others = (async () => {
    for (; isReading; turns += 1) {
      if (turns === 3) gone.abort(new Error("gone"));
      await setImmediate();
    }
  })();
  const left = history.reader.past.watermarks(query, spread, gone.signal);
  const next = history.reader.past.commits(query);
  await expect(left).rejects.toThrow("gone");
  isReading = false;
  await others;
  expect(turns).toBeLessThan(10);
  expect((await next).steps.length).toBeGreaterThan(0);
});

test("calls are answered one after the other, and one that fails keeps none from being answered", async () => {
  const { past } = history.reader;
  const done: string[] = [];
  await weigh(readBytesMax / 8, readBytesMax / 6);
  const told = (name: string) => () => void done.push(name);
  await Promise.all([
    past.watermarks(query, spread).then(told("answered"), told("refused")),
    past.at("orders", recordedFromMs + 60_000).then(told("moment")),
    past.at("orders", recordedFromMs + 90_000).then(told("next")),
  ]);
  expect(done).toEqual(["refused", "moment", "next"]);
});
